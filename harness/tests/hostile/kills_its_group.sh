#!/bin/sh
# verdict: crashed
# A signal to its whole group, itself included.
echo contained
kill -KILL 0
