"""Locks the process it runs in: memory, and on Linux no new processes, no files written, no signals, no sockets.

Standard library alone, since it runs in the process of a bot before the bot does:

    python -I -S cage.py MEGABYTES COMMAND …      locks itself, then becomes the command

It is a fence against mistakes and mischief of bots on one's own computer, not a boundary for strangers' code.
"""

import ctypes
import os
import platform
import struct
import sys

# Calls of the kernel by machine: x86-64, then 64-bit ARM; None where a machine does not have it.
CALLS = {
    "clone": (56, 220), "clone3": (435, 435), "fork": (57, None), "vfork": (58, None),
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_send_signal": (424, 424), "pidfd_open": (434, 434),
    "ptrace": (101, 117), "process_vm_writev": (311, 271), "prlimit64": (302, 261), "setpriority": (141, 140),
    "socket": (41, 198), "io_uring_setup": (425, 425), "shmget": (29, 194), "msgget": (68, 186), "semget": (64, 190),
    "memfd_create": (319, 279), "mq_open": (240, 180),
    "open": (2, None), "openat": (257, 56), "openat2": (437, 437), "creat": (85, None),
    "mkdir": (83, None), "mkdirat": (258, 34), "rmdir": (84, None), "unlink": (87, None), "unlinkat": (263, 35),
    "rename": (82, None), "renameat": (264, 38), "renameat2": (316, 276), "link": (86, None), "linkat": (265, 37),
    "symlink": (88, None), "symlinkat": (266, 36), "mknod": (133, None), "mknodat": (259, 33),
    "truncate": (76, 45), "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452),
    "chown": (92, None), "fchown": (93, 55), "lchown": (94, None), "fchownat": (260, 54), "utime": (132, None),
    "utimes": (235, None), "utimensat": (280, 88), "futimesat": (261, None), "setxattr": (188, 5),
    "lsetxattr": (189, 6), "fsetxattr": (190, 7), "removexattr": (197, 14), "mount": (165, 40),
}  # fmt: skip
MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column above, and the kernel's name for it

LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06  # of the kernel's little filter machine
ALLOW, REFUSE = 0x7FFF0000, 0x00050000  # REFUSE | errno
EPERM, EACCES, ENOSYS = 1, 13, 38
THREAD = 0x10000  # of clone: a thread, not a process
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC if hasattr(os, "O_CREAT") else 0

Step = tuple[int, int, int, int]  # code, steps to skip if true, if false, number


def argument(number: int) -> Step:
    """Load the low half of an argument of the call."""
    return LOAD, 0, 0, 16 + 8 * number


def filter_steps(column: int, machine: int) -> list[Step]:
    """The filter: what is not refused is allowed."""
    load_call: Step = (LOAD, 0, 0, 0)
    steps: list[Step] = [(LOAD, 0, 0, 4), (EQUAL, 1, 0, machine), (RETURN, 0, 0, REFUSE | EPERM), load_call]
    for name, numbers in CALLS.items():
        number = numbers[column]
        if number is None:
            continue
        inside = refusal(name)
        steps += [(EQUAL, 0, len(inside) + 1, number), *inside, load_call]
    return [*steps, (RETURN, 0, 0, ALLOW)]


def refusal(name: str) -> list[Step]:
    """What happens to a call of this name; whatever falls through is allowed."""
    if name == "clone":
        return [argument(0), (ANY_BIT, 1, 0, THREAD), (RETURN, 0, 0, REFUSE | EPERM)]
    if name in ("kill", "tgkill"):  # itself it may end
        return [argument(0), (EQUAL, 1, 0, os.getpid()), (RETURN, 0, 0, REFUSE | EPERM)]
    if name in ("open", "openat"):
        return [argument(1 if name == "open" else 2), (ANY_BIT, 0, 1, WRITING), (RETURN, 0, 0, REFUSE | EACCES)]
    if name in ("clone3", "openat2", "fchmodat2"):  # their arguments cannot be seen; callers then use the older one
        return [(RETURN, 0, 0, REFUSE | ENOSYS)]
    return [(RETURN, 0, 0, REFUSE | EPERM)]


def refuse_calls() -> bool:
    """Install the filter; False where the system has none."""
    if not sys.platform.startswith("linux") or platform.machine() not in MACHINES:
        return False
    code = b"".join(struct.pack("=HBBI", *step) for step in filter_steps(*MACHINES[platform.machine()]))
    buffer = ctypes.create_string_buffer(code, len(code))

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))

    program = Program(len(code) // 8, ctypes.cast(buffer, ctypes.c_void_p))
    libc = ctypes.CDLL(None, use_errno=True)
    no_new_privileges, seccomp, filter_mode = 38, 22, 2
    if libc.prctl(no_new_privileges, 1, 0, 0, 0):
        return False
    return bool(libc.prctl(seccomp, filter_mode, ctypes.byref(program), 0, 0) == 0)


def lock(megabytes: int) -> None:
    """Limit this process for good."""
    try:
        import resource
    except ImportError:  # not a Unix
        return
    size = megabytes << 20
    for what, most in ((resource.RLIMIT_DATA, size), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, 0)):
        resource.setrlimit(what, (most, most))
    resource.setrlimit(resource.RLIMIT_CPU, (3600, 3600))
    refuse_calls()


if __name__ == "__main__":
    lock(int(sys.argv[1]))
    os.execvp(sys.argv[2], sys.argv[2:])
