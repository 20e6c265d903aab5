/* A machine whose clock is wrong: loaded before the C library (LD_PRELOAD) into a server under test.
 *
 * CLOCK_AHEAD has the seconds by which the time of day is ahead, or behind if it is negative. Clocks that never step are right.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

int clock_gettime(clockid_t clock, struct timespec *time)
{
    static int (*real)(clockid_t, struct timespec *);
    const char *ahead = getenv("CLOCK_AHEAD");
    int failed;

    if (!real)
        real = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    failed = real(clock, time);
    if (!failed && clock == CLOCK_REALTIME && ahead)
        time->tv_sec += atol(ahead);
    return failed;
}
