# Descriptors that are sent and never received: how many there are is counted for the user, who may be that of the harness, too.
import socket
lines = []
def more():
    lines.append(socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM))
    lines[-1][0].setblocking(False)
try:
    more()
    while True:
        try:
            socket.send_fds(lines[-1][0], [b"x"], [0])
        except BlockingIOError:
            more()
except OSError:
    print("contained")
