# More processes than it may have.
import os, time
for _ in range(200):
    try:
        if os.fork() == 0:
            time.sleep(30)
            os._exit(0)
    except OSError:
        print("contained")
        break
else:
    time.sleep(2)
    print("has 200 processes")
