# A socket of the harness without a file, found by its name.
import socket, sys
try:
    one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    one.connect("\0" + sys.argv[1])
    print("connected to a socket of the harness")
except OSError:
    pass
print("contained")
