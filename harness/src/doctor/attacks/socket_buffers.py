# What is sent by sockets and never received, in many processes.
import os, socket, time
for _ in range(16):
    if os.fork() == 0:
        kept = []
        try:
            while True:
                kept.append(socket.socketpair())
        except OSError:
            pass
        for one in [end for pair in kept for end in pair]:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 26)
            one.setblocking(False)
            try:
                while True:
                    one.send(bytes(1 << 15))
            except OSError:
                pass
        time.sleep(1000)
time.sleep(1000)
