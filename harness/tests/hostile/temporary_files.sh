#!/bin/sh
# verdict: passed
# Well-behaved: temporary files, subprocesses, pipes.
file=$(mktemp) && echo contained >"$file" && cat "$file" | sort && rm "$file"
