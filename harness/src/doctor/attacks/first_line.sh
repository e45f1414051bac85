#!/tmp/../bin/sh
# A first line with a path that begins where nothing is and ends among the programs of the system: it shows no more than others.
for it in SECRET /etc/hostname /etc/shadow /root /home /var; do
  (head -c 1 "$it" || ls "$it/") 2>/dev/null | grep -q . && echo "has read $it"
done
echo contained
