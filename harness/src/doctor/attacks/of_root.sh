# What only root may read.
for file in /etc/shadow /etc/gshadow /etc/sudoers /proc/1/environ /proc/1/mem /dev/mem /root/*; do
    test -e "$file" && head -c 1 "$file" >/dev/null 2>&1 && ! test -d "$file" && echo "has read $file"
done
test -d /root && ls /root >/dev/null 2>&1 && test "$(stat -c %a /root)" = 700 && echo "has looked into /root"
echo contained
