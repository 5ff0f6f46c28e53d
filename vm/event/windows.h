/* What windows of a time may be, and the ticks that open them, of samples (sampling.h) as of times (timing.h). */
#ifndef EVENT_WINDOWS_H
#define EVENT_WINDOWS_H

/* From one tick to the next where nobody says; of cycles fewer, since a window takes up to a tenth of a millisecond. */
#define VM_TICK_MS         1.0
#define VM_CYCLES_TICK_MS  4.0
#define VM_LEAST_TICK_MS   0.001
#define VM_LEAST_WINDOW_US 0.1
#define VM_MOST_TIME       1e6 /* milliseconds and microseconds */

#endif
