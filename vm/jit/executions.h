/* How often compiled code was entered: each piece of code adds to a cell, where somebody asks. The cells of code that is gone count
 * for other code. With the jit's lock, or while the world stands still. */
#ifndef JIT_EXECUTIONS_H
#define JIT_EXECUTIONS_H

#include "base/vec.h"

struct jit;
struct method;
struct method_code;
struct backend_options;

/* Of one piece of code. */
struct executions {
    bool is_counted;
    uint32_t cell;
    int64_t before, marked; /* what the cell had when the code began, and at executions_mark */
};

/* Code of a method or loop that was entered since executions_mark, and is gone. */
struct executed_code {
    const struct method *method;
    int loop_bci;
    int64_t bytes;
};

struct execution_counters {
    VEC(uint32_t) free; /* cells */
    VEC(struct executed_code) gone;
};

/* Does anybody ask? */
bool executions_are_counted(const struct jit *jit);
/* For code that is to be generated: it counts there. */
struct executions executions_begin(struct jit *jit, struct backend_options *options);
/* The code is gone, or never came. */
void executions_end(struct jit *jit, const struct executions *executions);
/* Of code that is about to go. */
void executions_keep(struct jit *jit, const struct method_code *code);
/* Since the code was installed. */
int64_t executions_of(const struct jit *jit, const struct method_code *code);
/* An event for each piece of code. */
void executions_tell(struct jit *jit);
/* From now on what is entered belongs to the working set. */
void executions_mark(struct jit *jit);
/* Methods and loops entered since then, and the bytes of their code: the greatest of each. */
struct executed_set {
    int64_t codes, bytes;
};
struct executed_set executions_since_mark(struct jit *jit);
void executions_release(struct jit *jit);

#endif
