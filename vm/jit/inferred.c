/* INFERRED: the calls that are inlined behind a poll, for who samples polls. A counter at the start of each callee follows its
 * code through all phases; when the graph is lowered, what the compiler believes of it is written down, and it goes: machine code is
 * the same with and without. */
#include "ir/cfg.h"
#include "ir/edit.h"
#include "jit/internal.h"

struct inlined_start {
    struct count counter; /* never bumped */
    const struct position *position;
    double frequency; /* behind the poll that is looked at */
};

/* No counter of a program is called by it, whatever its letters are. */
static const char start_name[] = "inlined";

static bool is_wanted(const struct job *job) {
    return runtime_tells(job->jit->runtime, POINT_inferred);
}

void inferred_attach(struct job *job, struct graph *graph) {
    if (!graph->call || !is_wanted(job)) return;
    struct inlined_start *start = ARENA_NEW(&job->arena, struct inlined_start);
    start->position = graph->start;
    arena_vec_push(&job->arena, &job->inlined, start);
    icg_attach_entry_counter(job->inserted, graph, &start->counter, start_name);
}

static bool is_start(const struct node *count) { return count->extra.counter.name == start_name; }

static void add_frequency(void *unused, const struct node *count, double frequency) {
    if (is_start(count))
        ((struct inlined_start *)count->extra.counter.cell)->frequency += frequency;
}

static void add_poll(struct job *job, const struct block *block) {
    struct inferred_call *calls =
        ARENA_ARRAY(&job->arena, struct inferred_call, job->inlined.count);
    uint32_t count = 0;
    vec_each(struct inlined_start *, start, &job->inlined) (*start)->frequency = 0;
    icg_forecast_from(job->inserted, block, add_frequency, NULL);
    vec_each(struct inlined_start *, start, &job->inlined) {
        if ((*start)->frequency > 0)
            calls[count++] = (struct inferred_call){(*start)->position, (*start)->frequency};
    }
    struct inferred_poll poll = {block, calls, count};
    arena_vec_push(&job->arena, &job->polls, poll);
}

static bool holds_start(const struct job *job, const struct node *placeholder) {
    const struct icg *icg = icg_of(job->inserted, placeholder);
    return icg && is_start(icg->body->entry->first);
}

static void drop_starts(struct job *job, struct graph *graph) {
    struct node *next;
    for (int i = 0; i < graph->order_count; i++) {
        for (struct node *node = graph->order[i]->first; node; node = next) {
            next = node->next;
            if (node->kind == NODE_placeholder && holds_start(job, node)) edit_eliminate(node);
        }
    }
}

void inferred_take(struct job *job, struct graph *graph) {
    if (!job->inlined.count) return;
    cfg_compute(graph);
    for (int i = 0; i < graph->order_count; i++)
        if (i == 0 || block_is_loop_header(graph->order[i])) add_poll(job, graph->order[i]);
    drop_starts(job, graph);
}
