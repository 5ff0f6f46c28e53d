/* How many bytes the thread has allocated, as java.lang.management tells it: what is left where JVMTI does not tell objects. */
#ifndef ADAPTERS_HOTSPOT_THREAD_BYTES_H
#define ADAPTERS_HOTSPOT_THREAD_BYTES_H

#include "adapters/hotspot/classes.h"

struct thread_bytes {
    jclass threads; /* NULL: it is not known */
    jmethodID allocated;
};

/* Of the native method itself: to ask allocates nothing. False where there is none. */
bool thread_bytes_init(struct thread_bytes *bytes, struct java *java);
json_int_t thread_bytes_now(const struct thread_bytes *bytes, struct java *java);
/* What an object of each class has that the program has loaded and initialised, by its name. */
json_t *json_of_sizes(struct java *java, const struct program_classes *classes);

#endif
