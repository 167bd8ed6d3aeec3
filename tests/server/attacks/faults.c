/* A disk that fails, and a clock that is wrong, for a process that loads this before the system's library.
   The words of the file named by ELFER_FAULTS say how, and count; faults.py has them by name. Only files whose
   name has "elfer.db" in it are concerned. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { SYNC_ERROR, SYNC_TIMES, SYNC_DELAY_MS, WRITE_ERROR, READ_ERROR, CLOCK_DAYS, BEGUN, ENDED, WORDS };

static volatile int32_t nothing[WORDS];
static volatile int32_t *word = nothing;

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("ELFER_FAULTS");
    int file = name ? open(name, O_RDWR) : -1;
    if (file < 0) return;
    void *found = mmap(NULL, sizeof nothing, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (found != MAP_FAILED) word = found;
    close(file);
}

static int concerned(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size < 0) return 0;
    path[size] = 0;
    return strstr(path, "elfer.db") != NULL;
}

static int synced(int file, const char *name) {
    int (*real)(int);
    *(void **)&real = dlsym(RTLD_NEXT, name);
    if (!concerned(file)) return real(file);
    __sync_fetch_and_add(&word[BEGUN], 1);
    int32_t times = word[SYNC_TIMES], error = times ? word[SYNC_ERROR] : 0;
    if (times > 0) __sync_fetch_and_sub(&word[SYNC_TIMES], 1);
    for (int32_t waited = 0; times && waited < word[SYNC_DELAY_MS]; waited += 10) usleep(10000);
    int outcome = error ? -1 : real(file);
    if (error) errno = error;
    __sync_fetch_and_add(&word[ENDED], 1);
    return outcome;
}

int fdatasync(int file) { return synced(file, "fdatasync"); }
int fsync(int file) { return synced(file, "fsync"); }

static ssize_t written(int file, const void *data, size_t size, off_t at, const char *name) {
    ssize_t (*real)(int, const void *, size_t, off_t);
    *(void **)&real = dlsym(RTLD_NEXT, name);
    if (word[WRITE_ERROR] && concerned(file)) {
        errno = word[WRITE_ERROR];
        return -1;
    }
    return real(file, data, size, at);
}

ssize_t pwrite(int file, const void *data, size_t size, off_t at) { return written(file, data, size, at, "pwrite"); }
ssize_t pwrite64(int file, const void *data, size_t size, off_t at) { return written(file, data, size, at, "pwrite64"); }

static ssize_t had(int file, void *data, size_t size, off_t at, const char *name) {
    ssize_t (*real)(int, void *, size_t, off_t);
    *(void **)&real = dlsym(RTLD_NEXT, name);
    if (word[READ_ERROR] && concerned(file)) {
        errno = word[READ_ERROR];
        return -1;
    }
    return real(file, data, size, at);
}

ssize_t pread(int file, void *data, size_t size, off_t at) { return had(file, data, size, at, "pread"); }
ssize_t pread64(int file, void *data, size_t size, off_t at) { return had(file, data, size, at, "pread64"); }

int clock_gettime(clockid_t which, struct timespec *now) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    int outcome = real(which, now);
    if (which == CLOCK_REALTIME) now->tv_sec += 86400L * word[CLOCK_DAYS];
    return outcome;
}
