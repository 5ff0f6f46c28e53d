/* Events as a time line in the format of Chrome's trace events, which Perfetto and speedscope open. */
#ifndef HISTORY_TIME_LINE_H
#define HISTORY_TIME_LINE_H

#include <stdio.h>

#include "history/log.h"

struct time_line {
    FILE *out;
    int process; /* of the run that is written: each is one */
    bool has_any;
};

void time_line_begin(struct time_line *line, FILE *out);
/* The events that follow are of this run. */
void time_line_begin_run(struct time_line *line, const char *name);
/* [context]: the time line; of struct log_listener. */
void time_line_add(void *context, const struct log_event *event);
void time_line_end(struct time_line *line);

#endif
