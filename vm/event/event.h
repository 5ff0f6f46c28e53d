/* What the VM tells the world: one stream of decisions and happenings, from which the decision log,
 * explain, the reports and the assertions are all made. An event is borrowed by its receiver for
 * the length of the call. */
#ifndef EVENT_EVENT_H
#define EVENT_EVENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/count.h"
#include "base/strbuf.h"

enum event_kind {
#define EVENT(name, text, subject, amount, frequency, origin) EVENT_##name,
#include "event/events.def"
#undef EVENT
    EVENT_DECISION_COUNT, /* those before have a row in events.def */
    EVENT_BEFORE_NOTICES = EVENT_DECISION_COUNT - 1,
#define NOTICE(name, text, subject, amount) EVENT_##name,
#include "event/notices.def"
#undef NOTICE
    EVENT_KIND_COUNT
};

/* Of the events as they are written: what `started` tells. */
enum { EVENT_VERSION = 1 };

enum reason {
#define REASON(name, text, of) REASON_##name,
#include "event/reasons.def"
#undef REASON
    REASON_COUNT
};

/* Where in the program: a bytecode of a method, and the call through which that method was inlined.
 * Methods are written "A.foo(Z)V". Positions live in the compilation's arena. */
struct position {
    const char *method;            /* interned */
    int bci;                       /* -1: the method as a whole */
    int line;                      /* 0: not known */
    const struct position *caller; /* the inlined call; NULL in the root method */
    bool is_below_hidden;          /* code of a hidden class that the call here leads to */
    /* Where code of hidden classes is that the call here leads to, innermost first: positions that are shown are without it.
     * NULL: none is, or nobody kept it (position_copy). */
    const struct position *hidden;
    bool has_handler; /* an exception may be caught here, or in a caller that it was inlined into */
};

struct event {
    enum event_kind kind;
    enum reason reason;
    const char *root;  /* the method that is compiled (interned); NULL outside a compilation */
    int compilation;   /* number of that compilation, from 1; 0 outside */
    const char *phase; /* name of the phase; NULL outside a compilation */
    const struct position *position; /* NULL when there is none */
    const struct position *origin; /* the bytecode that it is about, wherever that has moved to; see
                                      events.def; NULL when there is none */
    const char *subject;           /* see events.def; NULL when there is none */
    const char *callee; /* calls: the method that runs, where that is known; NULL when not */
    int64_t amount;
    double frequency;     /* executions per execution of the root, as the compiler believes; -1 when
                         unknown */
    double duration;      /* seconds that it took until it was told; 0: it does not last */
    const double *values; /* of the kind's fields (event_fields.def), of `counters` the rows of
                             statistics.def, all of them, NAN: not known; NULL: none */
    int value_count;
};

/* When, and by which thread it was told: what whoever writes it down adds. */
struct event_stamp {
    double time;    /* seconds */
    int64_t thread; /* its number; -1: none of the VM's */
};

/* Has it what events.def says of its kind: a reason that it may have, an amount if any? A bug of
 * ours when not. */
void event_verify(const struct event *event);

/* Nobody listens when receive is NULL. */
struct event_sink {
    void (*receive)(void *context, const struct event *event);
    void *context;
};

/* May an event of this kind have the reason? Any may have none. */
bool reason_is_of(enum reason reason, enum event_kind kind);

static inline void event_send(const struct event_sink *sink, const struct event *event) {
#ifdef JITTEST_VERIFY
    event_verify(event);
#endif
    if (sink && sink->receive) sink->receive(sink->context, event);
}

/* What there is after a step of a compilation, which may be given up later: how often a counter is bumped per execution
 * of the root, as the compiler believes, and how many nodes of a kind the program's graph has. A counter may come several
 * times, a kind comes once, in each step at the same place. A trace with a step opens it; the others do not name it. Borrowed by its
 * receiver for the length of the call. */
struct trace {
    const char *root, *step;
    const struct count *counter;
    double frequency;
    const char *node_kind; /* "loadfield" (ir/nodes.def); NULL: it is about no nodes */
    int nodes;
};

/* Nobody listens when receive is NULL. */
struct trace_sink {
    void (*receive)(void *context, const struct trace *trace);
    void *context;
};

/* A row of the pipeline that ran. A part (of a phase in rounds) comes before the whole, which counts
 * its time too. Borrowed by its receiver for the length of the call. */
struct phase_run {
    const char *root;
    int compilation;
    const char *step;
    bool is_part;
    double seconds;
    int nodes_before, nodes_after; /* those that count for size limits */
};

/* Nobody listens when receive is NULL. */
struct phase_sink {
    void (*receive)(void *context, const struct phase_run *run);
    void *context;
};

/* The program's graph in a compilation that is to be installed, as text. Borrowed by its receiver
 * for the length of the call. Nobody listens when receive is NULL. */
struct graph_sink {
    void (*receive)(void *context, const char *root, const char *step, const char *text);
    void *context;
};

/* A bytecode of compiled code, and the call through which its method was inlined. */
struct placed_frame {
    const char *method; /* interned */
    const char *source; /* its file, in the folders of its package: "java/util/List.java" */
    int bci;
    int line;                          /* 0: not known */
    const struct placed_frame *caller; /* NULL in the method that was compiled */
};

/* From here up to the next place the code is that of a bytecode; NULL: of none. */
struct placed_bytecode {
    uint32_t offset; /* from start; ascending */
    const struct placed_frame *frame;
};

/* Machine code as it is installed, and before it is overwritten (without places and frame information then). Borrowed by its
 * receiver for the length of the call. */
struct placed_code {
    const void *start;
    size_t size;
    const char *root; /* the method; of a bridge what it is called */
    int loop_bci;     /* of code that is entered at a loop; -1 */
    int compilation;  /* 0: a bridge between compiled and interpreted code, which stays */
    bool is_gone;
    const struct placed_bytecode *places;
    int place_count;
    const void *frame_info; /* .debug_frame (DWARF 5, 6.4) for where it is; NULL: there is none */
    size_t frame_info_size;
};

/* Hears of one piece of code at a time. Nobody listens when receive is NULL. */
struct code_sink {
    void (*receive)(void *context, const struct placed_code *code);
    void *context;
};

const char *event_kind_text(enum event_kind kind);
const char *event_kind_name(enum event_kind kind);
bool event_kind_has_origin(enum event_kind kind);
bool event_kind_has_amount(enum event_kind kind);
/* What the kind tells beside what all have; false past the end. */
bool event_field(enum event_kind kind, int index, const char **name, const char **meaning);
/* False when there is none of this name. */
bool event_kind_of_name(const char *name, enum event_kind *kind);
const char *reason_text(enum reason reason);
const char *reason_name(enum reason reason);
/* False when there is none of this name. */
bool reason_of_name(const char *name, enum reason *reason);

/* The same bytecode, inlined through the same calls? Either may be NULL. */
bool position_equal(const struct position *a, const struct position *b);
/* Of equal positions equal, whatever is mixed into [hash] before. */
uint64_t position_hash(uint64_t hash, const struct position *position);
/* With its callers, in [arena]; NULL of NULL. */
const struct position *position_copy(struct arena *arena, const struct position *position);
/* "bar(I)V" of the method "A.bar(I)V". */
const char *method_without_class(const char *method);
/* "A.foo(Z)V:12 (line 3)", inlined positions from the inside out joined by " < ". */
void position_format(const struct position *position, struct strbuf *out);
/* One JSON object without a newline: the decision log's form. [stamp]: NULL when it is not known. */
void event_format_json(const struct event *event, const struct event_stamp *stamp,
                       struct strbuf *out);
/* The same as a line of a table (RFC 4180) without its end, and the names of its columns. */
void event_format_csv(const struct event *event, const struct event_stamp *stamp,
                      struct strbuf *out);
void event_csv_header(struct strbuf *out);

#endif
