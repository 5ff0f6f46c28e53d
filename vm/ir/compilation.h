/* One compilation: what build, the phases and the back end share. Lives in its arena; nothing
 * survives it. */
#ifndef IR_COMPILATION_H
#define IR_COMPILATION_H

#include <setjmp.h>

#include "base/arena.h"
#include "event/event.h"
#include "ir/edit.h"
#include "ir/limits.h"
#include "ir/phase.h"

/* Single rules that can be switched off alone (rules.def), besides whole phases. */
enum rule {
#define RULE(name, phase, meaning) RULE_##name,
#include "ir/rules.def"
#undef RULE
    RULE_COUNT
};

enum sabotage {
#define SABOTAGE(name, phase, meaning) SABOTAGE_##name,
#include "ir/sabotages.def"
#undef SABOTAGE
    SABOTAGE_COUNT
};

/* A method that is compiled here: the root, a callee that may be inlined, or a native that became
 * nodes. */
struct compiled_frame {
    const struct meta_method *method;
    uint32_t caller; /* number of its caller, once it is inlined; 0: none */
    int bci;         /* of the call, there */
};

struct escape_log;
struct icg_set;

struct compilation {
    struct arena *arena;
    struct meta_world *world;
    const struct event_sink *sink;
    struct edit_listener *listeners; /* in the order in which they are told */
    const char *root;                /* "A.foo(Z)V" */
    int number;
    struct graph *graph;
    enum phase phase; /* running now */
    bool phase_disabled[PHASE_COUNT];
    bool rule_disabled[RULE_COUNT];
    bool sabotaged[SABOTAGE_COUNT];
    const double *limits;              /* by number; NULL: as in limits.def */
    struct escape_log *escape_log;     /* of its rounds */
    struct icg_set *inserted;          /* NULL: no inserted code */
    VEC(struct compiled_frame) frames; /* by number, less 1 */
    bool guards_callee;                /* the graph being built is for objects of one class alone */
    int flag_count;                    /* local flags used by inserted code */
    bool is_spliced;                   /* from now on what is not lowered is inserted code */
    void *environment;                 /* jit's: the runtime, for build and inlining */

    jmp_buf give_up;
    enum reason bailout;
    const struct position *bailout_position;
};

/* From now on [listener], which lives as long, is told of edits, after the listeners that there
 * are. */
void compilation_listen(struct compilation *compilation, struct edit_listener *listener);

/* Numbers another frame. */
uint32_t compilation_add_frame(struct compilation *compilation, const struct meta_method *method);
static inline struct compiled_frame *compilation_frame(struct compilation *compilation,
                                                       uint32_t number) {
    return &compilation->frames.items[number - 1];
}

/* Gives the compilation up: does not return. All memory is in the arena. */
_Noreturn void compilation_bail_out(struct compilation *compilation, enum reason reason,
                                    const struct position *position);

static inline bool compilation_rule(const struct compilation *compilation, enum rule rule) {
    return !compilation->rule_disabled[rule];
}
static inline bool compilation_sabotaged(const struct compilation *compilation,
                                         enum sabotage sabotage) {
    return compilation->sabotaged[sabotage];
}

static inline double compilation_limit(const struct compilation *compilation, enum limit limit) {
    return compilation->limits ? compilation->limits[limit] : limit_defaults[limit];
}

/* Reports a decision, once: [event] without root, compilation and phase, which are added. */
void compilation_tell(struct compilation *compilation, struct event event);
/* Likewise, of what [node] is and where it is. It gives position, origin and frequency. */
void compilation_report(struct compilation *compilation, enum event_kind kind,
                        const struct node *node, const char *subject, int64_t amount,
                        enum reason reason);
/* Likewise, of the loop that begins at [start]; [frequency] of its header. */
void compilation_report_loop(struct compilation *compilation, enum event_kind kind,
                             const struct position *start, double frequency, int64_t amount,
                             enum reason reason);

#endif
