"""Processes that are not trusted: programs of people one does not know, locked up before their first instruction.

walls.py      starts a program behind the best walls to be had here, and says which those are
calls.py      the calls of the kernel that a program may make, as a filter for the kernel
groups.py     a control group for its threads and its memory, where one can be made
lock.py       where namespaces are forbidden: locks its own process (Landlock, filter), then becomes the program
runner.py     runs a Python bot inside: one JSON object a line each way
"""
