"""Writes at a pace, as any Python program would: the sqlite3 module, its busy timeout, one commit each.

Prints how many transactions failed, how long each took (nanoseconds), and how many a second there were.
"""

import sqlite3
import sys
import time

path, seconds, rate = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
connection = sqlite3.connect(path, timeout=5, isolation_level=None)
connection.execute("pragma synchronous = normal")
connection.execute("create table if not exists written (id integer primary key, at real)")

took = []
failed = 0
start = due = time.monotonic()
while due < start + seconds:
    time.sleep(max(0, due - time.monotonic()))
    began = time.monotonic_ns()
    try:
        connection.execute("begin immediate")
        connection.execute("insert into written (at) values (?)", (time.time(),))
        connection.execute("commit")
        took.append(time.monotonic_ns() - began)
    except sqlite3.OperationalError:
        failed += 1
        if connection.in_transaction:
            connection.execute("rollback")
    due = max(due + 1 / rate, time.monotonic())

print(failed)
print(*took)
print(len(took) / (time.monotonic() - start))
