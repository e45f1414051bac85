# The child keeps the output open when the parent has ended.
sleep 3600 &
echo started
