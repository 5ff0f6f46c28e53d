/* Waiting outside Java: sleep, wait, interrupt. */
#ifndef RUNTIME_WAIT_H
#define RUNTIME_WAIT_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "runtime/thread.h"

/* Of the clock that a thread's condition has. */
struct timespec deadline_after(int64_t nanoseconds);
/* Outside, with world.lock: until [*is_done] (may be NULL), an interrupt, the end of the VM, or so
 * many nanoseconds have gone (0: without limit). */
void wait_locked(struct thread *thread, int64_t nanoseconds, const bool *is_done);

/* wait_locked for a thread that is in Java. False when interrupted before it was done:
 * InterruptedException with this message (NULL: none). */
bool thread_wait(struct thread *thread, int64_t nanoseconds, const bool *is_done,
                 const char *message);
/* Thread.sleep. False when interrupted: InterruptedException. */
bool thread_sleep(struct thread *thread, int64_t nanoseconds);

#endif
