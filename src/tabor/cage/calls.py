"""Which calls of the kernel a caged program may make: what an interpreter needs (CPython with NumPy, node, a compiled
program), and nothing else. Whatever is not in the list fails with EPERM."""

from __future__ import annotations

import os
import platform
import struct
import sys

# Numbers by machine: x86-64, then 64-bit ARM; None where a machine does not have the call.
ALWAYS: dict[str, tuple[int | None, int | None]] = {
    # Reading, writing and waiting.
    "read": (0, 63), "write": (1, 64), "readv": (19, 65), "writev": (20, 66), "pread64": (17, 67),
    "pwrite64": (18, 68), "preadv": (295, 69), "pwritev": (296, 70), "lseek": (8, 62), "close": (3, 57),
    "close_range": (436, 436), "dup": (32, 23), "dup2": (33, None), "dup3": (292, 24), "pipe": (22, None),
    "pipe2": (293, 59), "poll": (7, None), "ppoll": (271, 73), "select": (23, None), "pselect6": (270, 72),
    "epoll_create": (213, None), "epoll_create1": (291, 20), "epoll_ctl": (233, 21), "epoll_wait": (232, None),
    "epoll_pwait": (281, 22), "eventfd": (284, None), "eventfd2": (290, 19),
    # Files: which there are is the affair of the walls.
    "open": (2, None), "openat": (257, 56), "stat": (4, None), "fstat": (5, 80), "lstat": (6, None),
    "newfstatat": (262, 79), "statx": (332, 291), "access": (21, None), "faccessat": (269, 48),
    "faccessat2": (439, 439), "readlink": (89, None), "readlinkat": (267, 78), "getcwd": (79, 17), "chdir": (80, 49),
    "getdents": (78, None), "getdents64": (217, 61), "statfs": (137, 43), "fstatfs": (138, 44), "ftruncate": (77, 46),
    "fadvise64": (221, 223), "fsync": (74, 82), "fdatasync": (75, 83), "unlink": (87, None), "unlinkat": (263, 35),
    "mkdir": (83, None), "mkdirat": (258, 34), "rmdir": (84, None), "rename": (82, None), "renameat": (264, 38),
    "renameat2": (316, 276), "umask": (95, 166),
    # Memory.
    "mprotect": (10, 226), "munmap": (11, 215), "mremap": (25, 216), "madvise": (28, 233), "brk": (12, 214),
    "mincore": (27, 232), "membarrier": (324, 283), "pkey_alloc": (330, 289), "pkey_free": (331, 290),
    "pkey_mprotect": (329, 288),
    # Threads, its own signals, its own end.
    "futex": (202, 98), "set_robust_list": (273, 99), "get_robust_list": (274, 100), "rseq": (334, 293),
    "set_tid_address": (218, 96), "arch_prctl": (158, None), "sched_yield": (24, 124),
    "sched_getaffinity": (204, 123), "sched_getparam": (143, 121), "sched_getscheduler": (145, 120),
    "sched_get_priority_max": (146, 125), "sched_get_priority_min": (147, 126), "getcpu": (309, 168),
    "gettid": (186, 178), "rt_sigaction": (13, 134), "rt_sigprocmask": (14, 135), "rt_sigreturn": (15, 139),
    "rt_sigtimedwait": (128, 137), "rt_sigpending": (127, 136), "rt_sigsuspend": (130, 133),
    "sigaltstack": (131, 132), "pause": (34, None), "restart_syscall": (219, 128), "exit": (60, 93),
    "exit_group": (231, 94), "wait4": (61, 260), "execve": (59, 221),  # the walls become the program by it
    # Time, and who and where it is.
    "clock_gettime": (228, 113), "clock_getres": (229, 114), "clock_nanosleep": (230, 115), "nanosleep": (35, 101),
    "gettimeofday": (96, 169), "time": (201, None), "times": (100, 153), "getitimer": (36, 102),
    "setitimer": (38, 103), "alarm": (37, None), "getpid": (39, 172), "getppid": (110, 173), "getuid": (102, 174),
    "geteuid": (107, 175), "getgid": (104, 176), "getegid": (108, 177), "getresuid": (118, 148),
    "getresgid": (120, 150), "getgroups": (115, 158), "getpgrp": (111, None), "getpgid": (121, 155),
    "getsid": (124, 156), "uname": (63, 160), "sysinfo": (99, 179), "getrandom": (318, 278), "getrlimit": (97, 163),
    "getrusage": (98, 165), "capget": (125, 90),
}  # fmt: skip
# Allowed with some arguments only, see `conditions`.
SOMETIMES: dict[str, tuple[int, int]] = {
    "mmap": (9, 222), "clone": (56, 220), "kill": (62, 129), "tgkill": (234, 131), "fcntl": (72, 25),
    "ioctl": (16, 29), "prctl": (157, 167), "prlimit64": (302, 261),
}  # fmt: skip
# Callers then use the older call, whose arguments can be seen.
UNKNOWN = {"clone3": (435, 435), "openat2": (437, 437), "epoll_pwait2": (441, 441)}

MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column above, and the kernel's name for it

THREAD = 0x10000  # of clone: a thread, not a process
SHARED, STACK = 0x01, 0x100  # of mmap: kinds of memory that no limit of a process counts
DUPLICATE, GET_FD, SET_FD, GET_FLAGS, SET_FLAGS, GET_LOCK, SET_LOCK, WAIT_LOCK = range(8)  # of fcntl; 8 is F_SETOWN
DUPLICATE_CLOSED, PIPE_SIZE = 1030, 1032
SIGNALS_WHEN_READY = 0x2000  # of F_SETFL: O_ASYNC
IOCTLS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # is it a terminal, how big, how much is there, flags
PRCTLS = (3, 15, 16, 23, 0x53564D41)  # dumpable?, thread names, capability?, names of memory

LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06  # of the kernel's little filter machine
ALLOW, REFUSE = 0x7FFF0000, 0x00050000  # REFUSE | errno
EPERM, ENOSYS = 1, 38

Step = tuple[int, int, int, int]  # code, steps to skip if true, if false, number
YES: Step = (RETURN, 0, 0, ALLOW)
NO: Step = (RETURN, 0, 0, REFUSE | EPERM)


def is_known_machine() -> bool:
    return sys.platform.startswith("linux") and platform.machine() in MACHINES


def filter_program(pid: int) -> bytes:
    """The filter for this machine, for a program with this number: signals it may send to itself alone."""
    column, machine = MACHINES[platform.machine()]
    steps: list[Step] = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, machine), NO, (LOAD, 0, 0, 0)]
    for number in (numbers[column] for numbers in ALWAYS.values()):
        if number is not None:
            steps += [(EQUAL, 0, 1, number), YES]
    for number in (numbers[column] for numbers in UNKNOWN.values()):
        steps += [(EQUAL, 0, 1, number), (RETURN, 0, 0, REFUSE | ENOSYS)]
    for name, both in SOMETIMES.items():
        inside = conditions(name, pid)
        steps += [(EQUAL, 0, len(inside), both[column]), *inside]
    return b"".join(struct.pack("=HBBI", *step) for step in (*steps, NO))


def conditions(name: str, pid: int) -> list[Step]:
    """What is looked at in the arguments of a call; it ends in YES or NO."""
    if name == "mmap":
        return [argument(3), (ANY_BIT, 0, 1, SHARED | STACK), NO, YES]
    if name == "clone":
        return [argument(0), (ANY_BIT, 0, 1, THREAD), YES, NO]
    if name in ("kill", "tgkill"):
        return only(0, (pid,))
    if name == "ioctl":
        return only(1, IOCTLS)
    if name == "prctl":
        return only(0, PRCTLS)
    if name == "prlimit64":  # reading: the new limit is a null pointer, in both halves
        return [argument(2), (EQUAL, 0, 3, 0), (LOAD, 0, 0, 16 + 8 * 2 + 4), (EQUAL, 0, 1, 0), YES, NO]
    assert name == "fcntl"
    harmless = (DUPLICATE, GET_FD, SET_FD, GET_FLAGS, GET_LOCK, SET_LOCK, WAIT_LOCK, DUPLICATE_CLOSED, PIPE_SIZE)
    flags = [argument(1), (EQUAL, 0, 4, SET_FLAGS), argument(2), (ANY_BIT, 0, 1, SIGNALS_WHEN_READY), NO, YES]
    return [*flags, *only(1, harmless)]


def argument(number: int) -> Step:
    """Load the low half of an argument of the call."""
    return LOAD, 0, 0, 16 + 8 * number


def only(number: int, values: tuple[int, ...]) -> list[Step]:
    """An argument must have one of these values."""
    steps = [argument(number)]
    for value in values:
        steps += [(EQUAL, 0, 1, value), YES]
    return [*steps, NO]


def memory_file(content: bytes) -> int:
    """An open file without a name, to be handed to a process."""
    file = os.memfd_create("filter")
    os.write(file, content)
    os.lseek(file, 0, os.SEEK_SET)
    return file
