/* Threads of the VM's own that never run Java. */
#ifndef RUNTIME_HELPER_THREAD_H
#define RUNTIME_HELPER_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* No signal is delivered to it: those that end the process are for who waits for them, and would end it at once there. */
bool helper_thread_start(pthread_t *out, void *(*run)(void *), void *context);

#endif
