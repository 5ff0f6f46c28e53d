/* INFERRED: the calls that are inlined and run with a poll, for who samples polls. A counter at the start of each callee follows its
 * code through all phases; when the graph is lowered, what the compiler believes of it is written down, and it goes. So it is whether
 * calls are sampled or not: rounds of loops that no call runs with have no polls of windows. */
#include "ir/edit.h"
#include "jit/internal.h"

struct inlined_start {
    struct count counter; /* never bumped */
    const struct position *position;
    double frequencies[2]; /* with the poll that is looked at: by belief, and for certain */
};

/* No counter of a program is called by it, whatever its letters are. */
static const char start_name[] = "inlined";

void inferred_attach(struct job *job, struct graph *graph) {
    if (!graph->call) return;
    struct inlined_start *start = ARENA_NEW(&job->arena, struct inlined_start);
    start->position = graph->start;
    arena_vec_push(&job->arena, &job->inlined, start);
    icg_attach_entry_counter(job->inserted, graph, &start->counter, start_name);
}

static bool is_start(const struct node *count) { return count->extra.counter.name == start_name; }

static void add_frequency(void *unused, const struct icg_belief *belief, bool is_certain) {
    struct inlined_start *start = (struct inlined_start *)belief->count->extra.counter.cell;
    if (is_start(belief->count)) start->frequencies[is_certain] += belief->frequency;
}

static void add_call(struct job *job, struct inferred_poll *inferred, struct inlined_start *start,
                     bool is_certain) {
    double *frequency = &start->frequencies[is_certain];
    struct inferred_call call = {start->position, *frequency, !is_certain};
    if (*frequency > 0) arena_vec_push(&job->arena, &inferred->calls, call);
    *frequency = 0;
}

static void end_poll(void *context, const struct node *poll) {
    struct job *job = context;
    struct inferred_poll inferred = {.poll = poll};
    vec_each(struct inlined_start *, start, &job->inlined) {
        add_call(job, &inferred, *start, true);
        add_call(job, &inferred, *start, false);
    }
    if (inferred.calls.count) arena_vec_push(&job->arena, &job->polls, inferred);
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
    icg_forecast_polls(job->inserted, graph,
                       &(struct icg_poll_listener){job, add_frequency, end_poll});
    drop_starts(job, graph);
}
