/* A disk that fails: loaded before the C library (LD_PRELOAD) into a server under test.
 *
 * For each file whose name ends in .sqlite or .sqlite-wal it keeps what a power cut would leave, in a file beside it
 * (.durable): writes get there with the next sync that succeeds. A sync that fails drops them from what is durable
 * for ever, as Linux does, and the program goes on to see them.
 *
 * CARDROOM_DISK names a file. Its first letter says what the disk does from now on: `f` fails some syncs of the
 * database and `F` all of them, `l` some syncs of the log and `L` all of them, `w` some writes; `n` has no space left;
 * anything else keeps everything. CARDROOM_DISK_SEED makes trials differ.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define FILES 4096
#define LONGEST 4352 /* the name of a file, and what is put at its end */

struct chunk {
    off_t start;
    size_t length; /* 0: the file is cut here */
    struct chunk *next;
    char bytes[];
};

struct image {
    char name[4096];
    struct chunk *first, **last;
    struct image *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct image *images;
static struct image *of_file[FILES];
static unsigned int seed;

static int (*real_open)(const char *, int, ...);
static int (*real_close)(int);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);
static int (*real_unlink)(const char *);

__attribute__((constructor)) static void begin(void) {
    real_open = dlsym(RTLD_NEXT, "open64");
    real_close = dlsym(RTLD_NEXT, "close");
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_unlink = dlsym(RTLD_NEXT, "unlink");
    const char *text = getenv("CARDROOM_DISK_SEED");
    seed = text ? (unsigned int)strtoul(text, NULL, 10) : 1;
}

static int ends(const char *name, const char *end) {
    size_t length = strlen(name), tail = strlen(end);
    return length >= tail && strcmp(name + length - tail, end) == 0;
}

static char mode(void) {
    const char *name = getenv("CARDROOM_DISK");
    char letter = 0;
    int file = name ? real_open(name, O_RDONLY) : -1;
    if (file >= 0) {
        if (read(file, &letter, 1) != 1) letter = 0;
        real_close(file);
    }
    return letter;
}

/* True once in this many times, on average. */
static int once_in(int times) { return rand_r(&seed) % times == 0; }

static int write_fails(void) { return mode() == 'w' && once_in(1000); }

/* A commit syncs the log; a checkpoint syncs the database, once in thousands of pages. */
static int sync_fails(const char *name) {
    int is_log = ends(name, "-wal");
    switch (mode()) {
    case 'f': return !is_log && once_in(2);
    case 'F': return !is_log;
    case 'l': return is_log && once_in(100);
    case 'L': return is_log;
    default: return 0;
    }
}

static void durable_name(char *to, const char *name) { snprintf(to, LONGEST, "%s.durable", name); }

static struct image *image_of(const char *name) {
    for (struct image *image = images; image; image = image->next)
        if (strcmp(image->name, name) == 0) return image;
    struct image *image = calloc(1, sizeof *image);
    snprintf(image->name, sizeof image->name, "%s", name);
    image->last = &image->first;
    image->next = images;
    return images = image;
}

/* What the program opens exists on the disk as it is now, the first time. */
static void begin_image(struct image *image) {
    char name[LONGEST], bytes[65536];
    struct stat found;
    durable_name(name, image->name);
    if (stat(name, &found) == 0) return;
    int copy = real_open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
    /* The program may have opened it to write alone. SQLite has no lock on it yet, which this close would take away. */
    int file = real_open(image->name, O_RDONLY);
    off_t at = 0;
    for (ssize_t many; (many = pread(file, bytes, sizeof bytes, at)) > 0; at += many)
        real_pwrite(copy, bytes, (size_t)many, at);
    real_close(file);
    real_close(copy);
}

static int opened(const char *name, int file) {
    if (file < 0 || file >= FILES || !(ends(name, ".sqlite") || ends(name, ".sqlite-wal"))) return file;
    pthread_mutex_lock(&lock);
    of_file[file] = image_of(name);
    begin_image(of_file[file]);
    pthread_mutex_unlock(&lock);
    return file;
}

/* Whether rights are given with these flags. */
static int makes(int flags) { return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE; }

int open64(const char *name, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t rights = makes(flags) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return opened(name, real_open(name, flags, rights));
}

int open(const char *name, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t rights = makes(flags) ? va_arg(more, mode_t) : 0;
    va_end(more);
    return opened(name, real_open(name, flags, rights));
}

int close(int file) {
    if (file >= 0 && file < FILES) {
        pthread_mutex_lock(&lock);
        of_file[file] = NULL;
        pthread_mutex_unlock(&lock);
    }
    return real_close(file);
}

static void note(int file, off_t start, const void *bytes, size_t length) {
    struct image *image = file >= 0 && file < FILES ? of_file[file] : NULL;
    if (!image) return;
    struct chunk *chunk = malloc(sizeof *chunk + length);
    chunk->start = start;
    chunk->length = length;
    chunk->next = NULL;
    if (length) memcpy(chunk->bytes, bytes, length);
    *image->last = chunk;
    image->last = &chunk->next;
}

static void forget(struct image *image) {
    for (struct chunk *chunk = image->first; chunk;) {
        struct chunk *next = chunk->next;
        free(chunk);
        chunk = next;
    }
    image->first = NULL;
    image->last = &image->first;
}

static void keep(struct image *image) {
    char name[LONGEST];
    durable_name(name, image->name);
    int copy = real_open(name, O_RDWR | O_CREAT, 0600);
    for (struct chunk *chunk = image->first; chunk; chunk = chunk->next) {
        if (chunk->length)
            real_pwrite(copy, chunk->bytes, chunk->length, chunk->start);
        else
            real_ftruncate(copy, chunk->start);
    }
    real_close(copy);
    forget(image);
}

/* Whether this is a file on the disk, and not a pipe or a socket. */
static int lies_on_disk(int file) {
    struct stat found;
    return file > STDERR_FILENO && fstat(file, &found) == 0 && S_ISREG(found.st_mode);
}

ssize_t write(int file, const void *bytes, size_t length) {
    if (lies_on_disk(file) && mode() == 'n') {
        errno = ENOSPC;
        return -1;
    }
    return real_write(file, bytes, length);
}

static ssize_t written(int file, const void *bytes, size_t length, off_t start) {
    pthread_mutex_lock(&lock);
    struct image *image = file >= 0 && file < FILES ? of_file[file] : NULL;
    int why = image && write_fails() ? EIO : lies_on_disk(file) && mode() == 'n' ? ENOSPC : 0;
    if (why) {
        pthread_mutex_unlock(&lock);
        errno = why;
        return -1;
    }
    ssize_t many = real_pwrite(file, bytes, length, start);
    if (many > 0) note(file, start, bytes, (size_t)many);
    pthread_mutex_unlock(&lock);
    return many;
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off_t start) {
    return written(file, bytes, length, start);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t start) {
    return written(file, bytes, length, start);
}

static int synced(int file, int (*real)(int)) {
    pthread_mutex_lock(&lock);
    struct image *image = file >= 0 && file < FILES ? of_file[file] : NULL;
    if (image && sync_fails(image->name)) {
        forget(image);
        pthread_mutex_unlock(&lock);
        errno = EIO;
        return -1;
    }
    int result = image ? 0 : real(file);
    if (image) keep(image);
    pthread_mutex_unlock(&lock);
    return result;
}

int fsync(int file) { return synced(file, real_fsync); }

int fdatasync(int file) { return synced(file, real_fdatasync); }

static int cut(int file, off_t length) {
    pthread_mutex_lock(&lock);
    int result = real_ftruncate(file, length);
    if (result == 0) note(file, length, NULL, 0);
    pthread_mutex_unlock(&lock);
    return result;
}

int ftruncate64(int file, off_t length) { return cut(file, length); }

int ftruncate(int file, off_t length) { return cut(file, length); }

int unlink(const char *name) {
    int result = real_unlink(name);
    if (result == 0 && (ends(name, ".sqlite") || ends(name, ".sqlite-wal"))) {
        char durable[LONGEST];
        durable_name(durable, name);
        real_unlink(durable);
        pthread_mutex_lock(&lock);
        forget(image_of(name));
        pthread_mutex_unlock(&lock);
    }
    return result;
}
