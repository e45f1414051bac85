# verdict: passed
# Well-behaved: sleeps, threads, a pool of processes, a local pipe, a temporary file where programs look for one.
import multiprocessing, socket, tempfile, threading, time
thread = threading.Thread(target=time.sleep, args=(0.05,))
thread.start()
thread.join()
one, other = socket.socketpair()
one.send(b"x")
other.recv(1)
with tempfile.TemporaryFile() as file:
    file.write(b"x")
reader, writer = multiprocessing.Pipe()
process = multiprocessing.Process(target=writer.send, args=("contained",))
process.start()
print(reader.recv())
process.join()
