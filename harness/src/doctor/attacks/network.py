# Any connection, and names that sockets of others could have.
import socket
def tried(what, action):
    try:
        action()
        print(what)
    except OSError:
        pass
tried("connected by TCP", lambda: socket.create_connection(("127.0.0.1", 22), 0.2))
tried("made a TCP socket", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
tried("made a UDP socket", lambda: socket.socket(socket.AF_INET6, socket.SOCK_DGRAM))
tried("made a raw socket", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
tried("made a vsock socket", lambda: socket.socket(40, socket.SOCK_STREAM))
tried("made a netlink socket", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
print("contained")
