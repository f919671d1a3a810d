"""Ways out of the cage, by language. Each is tried by a program of its own, which is told in `T` what there is to touch:

    file, folder    a secret file, and its folder          socket, abstract   addresses of datagram sockets
    parent          the process that started the program   sibling            another process of that one
    address         where the secret lies in the parent's memory
    pipe            the number of a pipe's writing end in the parent
    handle          what open_by_handle_at takes to open the secret file
    port, stream    where the parent listens                 tmp                a folder for the program's own files

A way out either prints the secret, or changes something that the parent sees, or prints DONE. Each is aimed at what the
parent planted or at the program itself, so that nothing else is touched if there is no cage.
"""

# ruff: noqa: E501 - an attempt is a line

# The first of each shows that such a program runs at all.
PYTHON = {
    "control": "print('I run')",
    # Files of the user.
    "read a file": "print(open(T['file']).read())",
    "read by descriptor of the parent": "print(open(f\"/proc/{T['parent']}/root{T['file']}\").read())",
    "list a folder": "print('DONE', os.listdir(T['folder']))",
    "see that a file is there": "print('DONE', os.stat(T['file']).st_size)",
    "write a file": "open(T['file'], 'w').write('x')",
    "append to a file": "open(T['file'], 'a').write('x')",
    "new file": "open(T['folder'] + '/new', 'w')",
    "new folder": "os.mkdir(T['folder'] + '/new')",
    "remove": "os.unlink(T['file'])",
    "rename": "os.rename(T['file'], T['file'] + '.new')",
    "hard link": "os.link(T['file'], T['tmp'] + '/link'); print(open(T['tmp'] + '/link').read())",
    "symbolic link": "os.symlink(T['file'], T['tmp'] + '/link'); print(open(T['tmp'] + '/link').read())",
    "change rights": "os.chmod(T['file'], 0)",
    "change owner": "os.chown(T['file'], 1, 1)",
    "truncate": "os.truncate(T['file'], 0)",
    "change times": "os.utime(T['file'], (1, 1))",
    "extended attribute": "os.setxattr(T['file'], 'user.x', b'x')",
    "fifo": "os.mkfifo(T['folder'] + '/new')",
    "open by handle": "fd = handle_open(); print(os.read(fd, 100)); os.write(fd, b'x')",
    "change root": "os.chroot('/tmp'); print('DONE')",
    "walk up": "print(open('../' * 20 + T['file'].lstrip('/')).read())",
    # The parent and the sibling.
    "environment of the parent": "print(open(f\"/proc/{T['parent']}/environ\").read())",
    "own environment": "print(dict(os.environ))",
    "memory by /proc": "f = open(f\"/proc/{T['parent']}/mem\", 'rb', 0); f.seek(T['address']); print(f.read(64))",
    "memory by process_vm_readv": "print(vm_read())",
    "memory by ptrace": "print(trace())",
    "pipe of the parent": "os.write(os.open(f\"/proc/{T['parent']}/fd/{T['pipe']}\", os.O_WRONLY), b'stolen')",
    "descriptors": "[os.write(fd, b'stolen') for fd in range(3, 256) if is_open(fd)]",
    "pidfd_getfd": "fd = syscall(434, T['parent'], 0); fd = syscall(438, fd, T['pipe'], 0); os.write(fd, b'stolen')",
    "kill the sibling": "os.kill(T['sibling'], 9)",
    "kill the group of the parent": "os.killpg(os.getpgid(T['parent']), 9)",
    "kill by pidfd": "fd = syscall(434, T['sibling'], 0); syscall(424, fd, 9, None, 0)",
    "kill by queue": "syscall(129, T['sibling'], 9, ctypes.create_string_buffer(128))",
    "signal by owner of a pipe": "own_pipe(8, T['sibling'])",
    "signal by F_SETOWN_EX": "own_pipe(15, owner_ex())",
    "signal by ioctl": "import fcntl; r, w = os.pipe(); fcntl.ioctl(r, 0x8901, struct.pack('i', T['sibling'])); print('DONE')",
    "limits of the sibling": "import resource; resource.prlimit(T['sibling'], resource.RLIMIT_CPU, (1, 1)); print('DONE')",
    "priority of the sibling": "os.setpriority(os.PRIO_PROCESS, T['sibling'], 19); print('DONE')",
    "affinity of the sibling": "os.sched_setaffinity(T['sibling'], {0}); print('DONE')",
    # Sockets and other ways to talk.
    "unix socket": "import socket as s; s.socket(s.AF_UNIX, s.SOCK_DGRAM).sendto(b'stolen', T['socket'])",
    "abstract socket": "import socket as s; s.socket(s.AF_UNIX, s.SOCK_DGRAM).sendto(b'stolen', '\\0' + T['abstract'])",
    "socket pair": "import socket as s; s.socketpair(s.AF_UNIX, s.SOCK_DGRAM)[0].sendto(b'stolen', T['socket'])",
    "internet": "import socket as s; s.create_connection(('127.0.0.1', T['port']), 2); print('DONE')",
    "netlink": "import socket as s; s.socket(16, 3, 0); print('DONE')",
    # More than its share.
    "fork": "os.fork(); print('DONE')",
    "vfork": "os.posix_spawn(sys.executable, ['python'], {}); print('DONE')",
    "clone3": "print('DONE' if syscall(435, (ctypes.c_char * 88)(), 88) >= 0 else '')",
    "600 threads": "threads(600); print('DONE')",
    "1.2 GB of shared memory": "import mmap; m = mmap.mmap(-1, 1200 << 20); m[::4096] = b'x' * len(m[::4096]); print('DONE')",
    "1.2 GB of memory files": "fd = os.memfd_create('x'); [os.write(fd, bytes(1 << 20)) for _ in range(1200)]; print('DONE')",
    "1.2 GB of private memory": "x = bytearray(1200 << 20); print('DONE')",
    "1.2 GB that grow down": "import mmap; m = mmap.mmap(-1, 1200 << 20, flags=0x122); m[::4096] = b'x' * len(m[::4096]); print('DONE')",
    "1.2 GB in /tmp": "f = open(T['tmp'] + '/big', 'wb'); [f.write(bytes(1 << 20)) for _ in range(1200)]; print('DONE')",
    "many files in /tmp": "[open(T['tmp'] + f'/{i}', 'wb').write(bytes(1 << 20)) for i in range(100)]; print('DONE')",
    "higher limits": "import resource; resource.setrlimit(resource.RLIMIT_DATA, (-1, -1)); x = bytearray(1200 << 20); print('DONE')",
    # New powers.
    "user namespace": "syscall(272, 0x10000000); print('DONE')",
    "mount namespace": "syscall(272, 0x20000); print('DONE')",
    "enter a namespace": "syscall(308, os.open(f\"/proc/{T['parent']}/ns/mnt\", os.O_RDONLY), 0); print('DONE')",
    "another user": "os.setuid(0); print('DONE' if os.getuid() == 0 else '')",
    "keep capabilities": "syscall(157, 8, 1, 0, 0, 0); print('DONE')",
    "bpf": "syscall(321, 0, (ctypes.c_char * 72)(), 72); print('DONE')",
    "performance events": "syscall(298, (ctypes.c_char * 120)(), T['parent'], -1, -1, 0); print('DONE')",
    "io_uring": "syscall(425, 8, (ctypes.c_char * 120)()); print('DONE')",
    "userfaultfd": "syscall(323, 0); print('DONE')",
    "terminal": "import fcntl; fcntl.ioctl(0, 0x5412, b'x'); print('DONE')",
}  # fmt: skip

HELPERS = """
import ctypes, json, os, struct, sys, threading, time
T = json.loads(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)

def syscall(*args):
    args = [ctypes.c_long(a) if isinstance(a, int) else a for a in args]
    result = libc.syscall(*args)
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result

def handle_open():
    handle = bytes.fromhex(T["handle"])
    return syscall(304, os.open(T["tmp"], os.O_RDONLY), ctypes.create_string_buffer(handle, len(handle)), os.O_RDWR)

def vm_read():
    here = ctypes.create_string_buffer(64)
    local = struct.pack("QQ", ctypes.addressof(here), 64)
    syscall(310, T["parent"], local, 1, struct.pack("QQ", T["address"], 64), 1, 0)
    return here.raw

def trace():
    syscall(101, 0x4206, T["parent"], 0, 0)
    word = ctypes.c_long()
    syscall(101, 2, T["parent"], ctypes.c_void_p(T["address"]), ctypes.byref(word))
    return struct.pack("q", word.value) + b" DONE"

def is_open(fd):
    try:
        os.fstat(fd)
        return True
    except OSError:
        return False

def own_pipe(command, owner):
    import fcntl
    r, w = os.pipe()
    fcntl.fcntl(r, command, owner)
    fcntl.fcntl(r, 10, 9)
    fcntl.fcntl(r, 4, 0x2000)
    os.write(w, b"x")

def owner_ex():
    return struct.pack("ii", 1, T["sibling"])

def threads(count):
    threading.stack_size(1 << 16)
    for _ in range(count):
        threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
"""

JAVASCRIPT = {
    "control": "console.log('I run')",
    "read a file": "console.log(fs.readFileSync(T.file, 'utf8'))",
    "list a folder": "console.log('DONE', fs.readdirSync(T.folder))",
    "see that a file is there": "console.log('DONE', fs.statSync(T.file).size)",
    "write a file": "fs.writeFileSync(T.file, 'x')",
    "new file": "fs.writeFileSync(T.folder + '/new', 'x')",
    "remove": "fs.unlinkSync(T.file)",
    "rename": "fs.renameSync(T.file, T.file + '.new')",
    "symbolic link": "fs.symlinkSync(T.file, T.tmp + '/link'); console.log(fs.readFileSync(T.tmp + '/link', 'utf8'))",
    "change rights": "fs.chmodSync(T.file, 0)",
    "environment of the parent": "console.log(fs.readFileSync(`/proc/${T.parent}/environ`, 'utf8'))",
    "own environment": "console.log(JSON.stringify(process.env))",
    "memory by /proc": "const fd = fs.openSync(`/proc/${T.parent}/mem`); const b = Buffer.alloc(64); fs.readSync(fd, b, 0, 64, T.address); console.log(b.toString())",
    "pipe of the parent": "fs.writeSync(fs.openSync(`/proc/${T.parent}/fd/${T.pipe}`, 'w'), 'stolen')",
    "kill the sibling": "process.kill(T.sibling, 9)",
    "kill the parent": "process.kill(T.parent, 9)",
    "child process": "const c = require('child_process').spawnSync(process.execPath, ['-e', 'console.log(1)']); if (c.status === 0) console.log('DONE')",
    "shell": "console.log('DONE', require('child_process').execSync('echo x').toString())",
    "unix socket": "await new Promise((y, n) => require('net').connect(T.stream).on('connect', y).on('error', n)); console.log('DONE')",
    "internet": "await new Promise((y, n) => require('net').connect(T.port, '127.0.0.1').on('connect', y).on('error', n)); console.log('DONE')",
    "listen": "await new Promise((y, n) => require('net').createServer().listen(0, y).on('error', n)); console.log('DONE')",
    "another user": "process.setuid(0); if (process.getuid() === 0) console.log('DONE')",
    "600 workers": "const {Worker} = require('worker_threads'); for (let i = 0; i < 600; i++) await new Promise((y, n) => new Worker('setTimeout(() => 0, 9000)', {eval: true}).on('online', y).on('error', n)); console.log('DONE')",
    "1.2 GB of memory": "const kept = []; for (let i = 0; i < 1200; i++) kept.push(Buffer.alloc(1 << 20, 1)); console.log('DONE')",
    "1.2 GB of shared memory": "const kept = []; for (let i = 0; i < 12; i++) { const b = new SharedArrayBuffer(100 << 20); new Uint8Array(b).fill(1); kept.push(b) }; console.log('DONE')",
}  # fmt: skip

COMPILED = {
    "control": "puts(\"I run\");",
    "read a file": "show(open(T_file, O_RDONLY));",
    "read by path descriptor": "show(openat(open(\"/\", O_PATH), T_file + 1, O_RDONLY));",
    "openat2": "struct { unsigned long long a, b, c; } how = {0, 0, 0}; show(syscall(437, AT_FDCWD, T_file, &how, sizeof how));",
    "write a file": "int fd = open(T_file, O_WRONLY); if (write(fd, \"x\", 1) < 0) return 1;",
    "new file": "open(T_new, O_CREAT | O_WRONLY, 0600);",
    "remove": "unlink(T_file);",
    "change rights": "syscall(SYS_fchmodat, AT_FDCWD, T_file, 0);",
    "open by handle": "show(syscall(SYS_open_by_handle_at, open(T_tmp, O_RDONLY), T_handle, O_RDONLY));",
    "environment of the parent": "char p[64]; sprintf(p, \"/proc/%d/environ\", T_parent); show(open(p, O_RDONLY));",
    "memory by process_vm_readv": "char b[65] = {0}; struct iovec l = {b, 64}, r = {(void *)T_address, 64}; if (process_vm_readv(T_parent, &l, 1, &r, 1, 0) > 0) puts(b);",
    "memory by ptrace": "if (!ptrace(0x4206, T_parent, 0, 0)) puts(\"DONE\");",
    "pipe of the parent": "char p[64]; sprintf(p, \"/proc/%d/fd/%d\", T_parent, T_pipe); int fd = open(p, O_WRONLY); if (write(fd, \"stolen\", 6) < 0) return 1;",
    "kill the sibling": "kill(T_sibling, 9);",
    "kill by tkill": "syscall(SYS_tkill, T_sibling, 9);",
    "signal by owner of a pipe": "int p[2]; if (pipe(p)) return 1; fcntl(p[0], F_SETOWN, T_sibling); fcntl(p[0], 10, 9); fcntl(p[0], F_SETFL, O_ASYNC); if (write(p[1], \"x\", 1) < 0) return 1;",
    "socket pair": "int s[2]; struct sockaddr_un a = {AF_UNIX, T_socket}; if (!socketpair(AF_UNIX, SOCK_DGRAM, 0, s)) sendto(s[0], \"stolen\", 6, 0, (void *)&a, sizeof a);",
    "fork": "if (fork() >= 0) puts(\"DONE\");",
    "vfork": "if (syscall(SYS_clone, CLONE_VFORK | 17, 0, 0, 0, 0) >= 0) puts(\"DONE\");",
    "1.2 GB of shared memory": "char *m = mmap(0, 1200 << 20, 3, MAP_SHARED | MAP_ANONYMOUS, -1, 0); if (m != MAP_FAILED) { memset(m, 1, 1200 << 20); puts(\"DONE\"); }",
    "1.2 GB that grow down": "char *m = mmap(0, 1200 << 20, 3, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0); if (m != MAP_FAILED) { memset(m, 1, 1200 << 20); puts(\"DONE\"); }",
    "1.2 GB of the heap": "int n = 0; while (n < 1200 && sbrk(1 << 20) != (void *)-1) n++; if (n == 1200) puts(\"DONE\");",
    "600 threads": "int n = 0; while (n < 600 && spawn()) n++; if (n == 600) puts(\"DONE\");",
    "user namespace": "if (!unshare(CLONE_NEWUSER)) puts(\"DONE\");",
    "32-bit calls": "long r = -1; __asm__ volatile(\"int $0x80\" : \"=a\"(r) : \"a\"(20) : \"memory\"); if (r > 0) puts(\"DONE\");",
    "x32 calls": "if (syscall(0x40000000 + 39) > 0) puts(\"DONE\");",
    "another shell": "char *a[] = {\"sh\", \"-c\", \"echo DONE\", 0}; execve(\"/bin/sh\", a, 0);",
}  # fmt: skip

C_BEGIN = """
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

static void show(long fd) {
    char text[200] = {0};
    if (fd >= 0 && read((int)fd, text, 199) > 0) puts(text);
}

static int wait_a_while(void *nothing) {
    sleep(5);
    return 0;
}

static int spawn(void) {
    char *stack = malloc(16384);
    return clone(wait_a_while, stack + 16384, CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD, 0) >= 0;
}
"""
