# One file, larger than a file may be.
import signal
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
try:
    with open("large", "wb") as file:
        for _ in range(64):
            file.write(bytes(1 << 20))
    print("wrote 64 MiB into one file")
except OSError:
    pass
print("contained")
