/* What windows of a time may be, and the ticks that open them, of samples (sampling.h) as of times (timing.h). */
#ifndef EVENT_WINDOWS_H
#define EVENT_WINDOWS_H

#define VM_TICK_MS         1.0 /* where nobody says */
#define VM_LEAST_TICK_MS   0.001
#define VM_LEAST_WINDOW_US 0.1
#define VM_MOST_TIME       1e6 /* milliseconds and microseconds */

/* Where nobody says: so many microseconds, and of frequent ticks half of the time from one to the next. */
static inline double vm_usual_window(double microseconds, double every_ms) {
    return microseconds < 500 * every_ms ? microseconds : 500 * every_ms;
}

#endif
