/* A time of day that jumps back and forth by hours, for LD_PRELOAD. The clock that cannot be set stays. */
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
    static unsigned calls;
    int status = (int)syscall(SYS_clock_gettime, clock, now);
    if (status == 0 && clock == CLOCK_REALTIME) {
        unsigned call = __atomic_add_fetch(&calls, 1, __ATOMIC_RELAXED);
        now->tv_sec += (call % 2 ? 36000 : -36000) * (time_t)(1 + call % 5);
    }
    return status;
}
