# Threads that never end, until there is no room for any; then it goes on trying.
import threading, time
while True:
    try:
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
    except RuntimeError:
        pass
