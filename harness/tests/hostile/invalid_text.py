# verdict: wrong
# Bytes that are no text.
import sys
sys.stdout.buffer.write(b"\xff\xfe\xc3(\r\r\n\x80contained\n")
