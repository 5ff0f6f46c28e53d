/* HELPER THREAD: a thread has the signals blocked that were where it was made. */
#include "runtime/helper_thread.h"

#include <signal.h>

bool helper_thread_start(pthread_t *out, void *(*run)(void *), void *context) {
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool done = pthread_create(out, NULL, run, context) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return done;
}
