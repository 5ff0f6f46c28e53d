/* Values that inserted code reads and the compiler lost: what is reported of them, and how often
 * the inserted code failed for it. They outlive the compilation; one that is lost again in the next
 * is the same. */
#include "jit/internal.h"

#include "base/intern.h"
#include "classfile/anchors.h"
#include "classfile/local_reads.h"
#include "classfile/opcodes.h"

static bool is_counter(const struct jit *jit, const struct node *node) {
    return node->kind == NODE_count && node->extra.counter.cell != &jit->runtime->failed_probes;
}

static bool is_same(const struct jit_loss *a, const struct jit_loss *b) {
    if (a->position.method != b->position.method || a->position.bci != b->position.bci ||
        a->phase != b->phase || a->is_written != b->is_written || a->is_resumed != b->is_resumed ||
        a->counters.count != b->counters.count)
        return false;
    for (uint32_t i = 0; i < a->counters.count; i++)
        if (a->counters.items[i] != b->counters.items[i]) return false;
    return a->name == b->name;
}

static void add_counter(struct jit *jit, struct jit_loss *loss, const char *counter) {
    vec_each(const char *, known, &loss->counters) {
        if (*known == counter) return;
    }
    arena_vec_push(&jit->world.arena, &loss->counters, counter);
}

static void add_counters_of_body(struct jit *jit, const struct graph *body, struct jit_loss *loss) {
    vec_each(struct block *, block, &body->blocks) {
        block_each_node(node, *block) {
            if (is_counter(jit, node)) add_counter(jit, loss, node->extra.counter.name);
        }
    }
}

static void add_counters_of_region(struct jit *jit, const struct method *method,
                                   const struct code_region *region, struct jit_loss *loss) {
    const char *name;
    for (uint32_t n = 0; (name = code_region_hit(method->class->file, method->code, region, n));
         n++)
        add_counter(jit, loss, intern(name));
}

/* Of all inserted code that may read the local when the interpreter goes on. */
static void add_counters_of_frame(struct jit *jit, const struct icg_loss *told,
                                  struct jit_loss *loss) {
    const struct state_layout *state = told->state;
    const struct method *method = state->method->runtime;
    struct arena scratch;
    arena_init(&scratch);
    uint32_t bci = (uint32_t)state->bci;
    if (state->after_call) bci += instruction_length(method->code, bci);
    struct local_reads reads = local_reads_begin(&scratch, method->code, told->slot, bci);
    for (int64_t read; (read = local_reads_next(&reads)) >= 0;) {
        const struct code_region *region = code_region_at(method->code, (uint32_t)read);
        if (region) add_counters_of_region(jit, method, region, loss);
    }
    arena_release(&scratch);
}

struct count *losses_add(void *context, const struct icg_loss *loss) {
    struct jit *jit = context;
    struct arena *arena = &jit->world.arena;
    struct jit_loss *made = ARENA_NEW(arena, struct jit_loss);
    *made = (struct jit_loss){.name = loss->name,
                              .phase = loss->phase,
                              .is_written = loss->is_written,
                              .is_resumed = !loss->body};
    if (loss->position) made->position = *loss->position;
    made->position.caller = NULL;
    if (loss->body)
        add_counters_of_body(jit, loss->body, made);
    else
        add_counters_of_frame(jit, loss, made);
    vec_each(struct jit_loss *, known, &jit->losses) {
        if (is_same(*known, made)) return &(*known)->failures;
    }
    made->failures = count_make(&jit->runtime->cells);
    vec_push(&jit->losses, made);
    return &made->failures;
}
