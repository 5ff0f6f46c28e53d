/* Files of events (docs/events.md), read back one event at a time: JSON lines or a table, whatever the file is called. What no
 * analysis reads is skipped; kinds that this VM does not tell are counted and skipped, as are lines that cannot be read. */
#ifndef HISTORY_LOG_H
#define HISTORY_LOG_H

#include "base/diag.h"
#include "event/event.h"

enum log_member {
#define MEMBER(name, type) LOG_##name,
#include "history/members.def"
#undef MEMBER
    LOG_MEMBER_COUNT
};

/* Lives until the next is read. */
struct log_event {
    enum event_kind kind;
    double numbers[LOG_MEMBER_COUNT];    /* NAN: it has none */
    const char *texts[LOG_MEMBER_COUNT]; /* NULL: it has none */
};

struct log;

/* NULL with [diag]: it cannot be read, or is no file of events. */
struct log *log_open(const char *path, struct diag *diag);
/* False at the end. */
bool log_next(struct log *log, struct log_event *out);
void log_close(struct log *log);

/* What was skipped so far. */
struct log_skipped {
    int64_t unknown;           /* events of kinds that are not known */
    int64_t broken;            /* lines that are not an event */
    const char *first_unknown; /* interned; NULL */
    int64_t first_broken;      /* its number, from 1 */
    const char *first_wrong;   /* what it has a number of that cannot be; NULL */
    bool is_cut;               /* the last line is broken */
};
struct log_skipped log_skipped(const struct log *log);

/* 0 for what the event has not. */
double log_number(const struct log_event *event, enum log_member member);

#endif
