/* The file of --events: what the VM tells, with the time and the thread, as JSON lines, or as a table when the file's name ends in
 * .csv. Closed when the VM has shut down; a process that is killed leaves all that was told before. */
#ifndef TOOLS_EVENT_FILE_H
#define TOOLS_EVENT_FILE_H

#include <pthread.h>

#include "base/diag.h"
#include "base/kept_file.h"
#include "vm.h"

struct event_file {
    struct kept_file output;
    pthread_mutex_t mutex; /* notices come from all threads */
    bool is_table;
    double start;
    struct diag failure; /* the first */
};

/* Does its name say how events are written? Else false with [diag]. */
bool event_file_check(const char *path, struct diag *diag);
/* Time goes on from here. False with [diag]. */
bool event_file_open(struct event_file *file, const char *path, struct diag *diag);
/* Any thread. */
void event_file_add(struct event_file *file, const struct event *event);

#endif
