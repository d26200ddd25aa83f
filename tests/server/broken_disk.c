/* Loaded before the C library (LD_PRELOAD): calls on files of one folder fail with EIO while a switch says so.

   BROKEN_FOLDER names the folder, BROKEN_SWITCH the file that lists what fails: "read", "write", "sync". */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fails(int file, const char *what) {
    const char *folder = getenv("BROKEN_FOLDER"), *named = getenv("BROKEN_SWITCH");
    char link[64], path[4096], listed[64] = "";
    if (!folder || !named) return 0;
    int opened = syscall(SYS_openat, AT_FDCWD, named, O_RDONLY);
    if (opened < 0) return 0;
    syscall(SYS_read, opened, listed, sizeof listed - 1);
    syscall(SYS_close, opened);
    if (!strstr(listed, what)) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strncmp(path, folder, strlen(folder))) return 0;
    errno = EIO;
    return 1;
}

#define BREAK(type, name, what, parameters, ...)                                  \
    type name parameters {                                                        \
        static type(*real) parameters;                                            \
        if (!real) real = (type(*) parameters)dlsym(RTLD_NEXT, #name);            \
        return fails(file, what) ? -1 : real(__VA_ARGS__);                        \
    }

BREAK(ssize_t, read, "read", (int file, void *to, size_t count), file, to, count)
BREAK(ssize_t, pread, "read", (int file, void *to, size_t count, off_t at), file, to, count, at)
BREAK(ssize_t, pread64, "read", (int file, void *to, size_t count, off64_t at), file, to, count, at)
BREAK(ssize_t, write, "write", (int file, const void *from, size_t count), file, from, count)
BREAK(ssize_t, pwrite, "write", (int file, const void *from, size_t count, off_t at), file, from, count, at)
BREAK(ssize_t, pwrite64, "write", (int file, const void *from, size_t count, off64_t at), file, from, count, at)
BREAK(int, fsync, "sync", (int file), file)
BREAK(int, fdatasync, "sync", (int file), file)
