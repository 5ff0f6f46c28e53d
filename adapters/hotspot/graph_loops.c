/* GRAPH LOOPS: a loop is what leads to its head from behind, by inputs of control. C2's notes of a head's place may be those of what
 * stands behind the loop: the branches and calls in it say where it is. */
#include "adapters/hotspot/graph_loops.h"

#include <stdlib.h>
#include <string.h>

#include "adapters/hotspot/kept.h"

enum { IN_CONTROL = 0, IN_ENTRY = 1, IN_BACK = 2 };
enum colour { NEW, OPEN, DONE };

struct control {
    VEC(struct control_node {
        const struct ideal_node *node;
        enum colour colour;
        bool is_seen;
    })
    nodes;                        /* ascending by id */
    VEC(struct ideal_edge) edges; /* ascending by [to] */
};

typedef VEC(struct control_node *) control_list;

static int compare_nodes(const void *a, const void *b) {
    const struct control_node *one = a, *other = b;
    return (one->node->id > other->node->id) - (one->node->id < other->node->id);
}

static int compare_edges(const void *a, const void *b) {
    const struct ideal_edge *one = a, *other = b;
    if (one->to != other->to) return one->to < other->to ? -1 : 1;
    return (one->index > other->index) - (one->index < other->index);
}

static void control_init(struct control *control, const struct ideal_graph *graph) {
    *control = (struct control){0};
    vec_each(const struct ideal_node, node, &graph->nodes)
        vec_push(&control->nodes, (struct control_node){.node = node});
    vec_each(const struct ideal_edge, edge, &graph->edges)
        if (edge->from != edge->to) vec_push(&control->edges, *edge);
    if (control->nodes.count)
        qsort(control->nodes.items, control->nodes.count, sizeof *control->nodes.items,
              compare_nodes);
    if (control->edges.count)
        qsort(control->edges.items, control->edges.count, sizeof *control->edges.items,
              compare_edges);
}

static void control_release(struct control *control) {
    vec_release(&control->nodes);
    vec_release(&control->edges);
}

static struct control_node *find(const struct control *control, int id) {
    const struct ideal_node key = {.id = id};
    const struct control_node wanted = {.node = &key};
    return control->nodes.count ? bsearch(&wanted, control->nodes.items, control->nodes.count,
                                          sizeof wanted, compare_nodes)
                                : NULL;
}

static bool begins(const char *text, const char *beginning) {
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

static bool ends(const char *text, const char *end) {
    size_t length = strlen(text), end_length = strlen(end);
    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

static bool is_head(const struct ideal_node *node) { return ends(node->name, "Loop"); }

/* Which stands around a counted loop that is the same loop of the program. */
static bool is_outer_strip(const struct ideal_node *node) {
    return strcmp(node->name, "OuterStripMinedLoop") == 0;
}

static bool is_merge(const struct ideal_node *node) {
    return is_head(node) || strcmp(node->name, "Region") == 0;
}

/* The inputs of [node] from [first] to [last] that are control, in front of what is there. */
static void push_inputs(const struct control *control, const struct ideal_node *node, int first,
                        int last, control_list *out) {
    uint32_t low = 0, high = control->edges.count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (control->edges.items[middle].to < node->id)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < control->edges.count && control->edges.items[low].to == node->id; low++) {
        const struct ideal_edge *edge = &control->edges.items[low];
        struct control_node *input = find(control, edge->from);
        if (input && edge->index >= first && edge->index <= last) vec_push(out, input);
    }
}

static void push_control(const struct control *control, const struct ideal_node *node,
                         control_list *out) {
    bool merges = is_merge(node);
    push_inputs(control, node, merges ? IN_ENTRY : IN_CONTROL, merges ? INT32_MAX : IN_CONTROL,
                out);
}

/* --- loops that are none of C2's: entered at several places, or never looked at --- */

static void push_forward(const struct control *control, const struct ideal_node *node,
                         control_list *out) {
    if (is_head(node))
        push_inputs(control, node, IN_ENTRY, IN_ENTRY, out);
    else
        push_control(control, node, out);
}

static bool has_cycle_from(const struct control *control, struct control_node *from) {
    control_list stack = {0};
    bool has = false;
    vec_push(&stack, from);
    while (stack.count && !has) {
        struct control_node *top = vec_last(&stack);
        if (top->colour != NEW) {
            top->colour = DONE;
            (void)vec_pop(&stack);
            continue;
        }
        uint32_t below = stack.count;
        top->colour = OPEN;
        push_forward(control, top->node, &stack);
        for (uint32_t i = below; i < stack.count; i++) has |= stack.items[i]->colour == OPEN;
    }
    vec_release(&stack);
    return has;
}

static bool has_other_loops(const struct control *control) {
    vec_each(struct control_node, node, &control->nodes)
        if (is_merge(node->node) && node->colour == NEW && has_cycle_from(control, node))
            return true;
    return false;
}

/* --- what is in a loop --- */

static bool is_of_program(const struct ideal_node *node) {
    static const char *const names[] = {
        "If",   "IfTrue",    "IfFalse",        "RangeCheck",
        "Jump", "SafePoint", "CountedLoopEnd", "LongCountedLoopEnd"};
    bool is = begins(node->name, "Call");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is |= strcmp(node->name, names[i]) == 0;
    return is && *node->places;
}

static void mark_inside(struct control *control, struct control_node *head) {
    control_list stack = {0};
    vec_each(struct control_node, node, &control->nodes) node->is_seen = false;
    head->is_seen = true;
    push_inputs(control, head->node, IN_BACK, INT32_MAX, &stack);
    while (stack.count) {
        struct control_node *node = vec_pop(&stack);
        if (node->is_seen) continue;
        node->is_seen = true;
        push_control(control, node->node, &stack);
    }
    vec_release(&stack);
}

static bool is_new(const struct log_places *known, const struct log_places *end,
                   const struct log_places *at) {
    for (; known < end; known++)
        if (log_places_equal(known, at)) return false;
    return true;
}

/* False where a place cannot be found. */
static bool add_inside(const struct log_task *task, const struct control *control,
                       struct log_loop *loop) {
    bool is_known = true;
    vec_each(const struct control_node, node, &control->nodes) {
        struct log_places at = {0};
        if (!node->is_seen || !is_of_program(node->node)) continue;
        is_known &= find_places(task, node->node, &at);
        if (at.places.count &&
            is_new(loop->inside.items, loop->inside.items + loop->inside.count, &at))
            vec_push(&loop->inside, at);
        else
            log_places_release(&at);
    }
    return is_known && loop->inside.count > 0;
}

static double frequency_of(const struct ideal_graph *scheduled, const struct ideal_node *head) {
    vec_each(const struct ideal_node, node, &scheduled->nodes)
        if (head->index >= 0 && node->old_index == head->index && is_head(node))
            return for_each_call(scheduled, node->frequency);
    return -1;
}

static bool is_loop(const struct control_node *node) {
    return is_head(node->node) && !is_outer_strip(node->node);
}

/* "inner stride: 1 post of N160" */
static bool is_beside(const struct ideal_node *head) {
    return strstr(head->spec, " pre of N") || strstr(head->spec, " post of N");
}

static void add_loop(struct log_task *task, struct control *control, control_list *heads,
                     struct control_node *head, const struct ideal_graph *scheduled) {
    struct log_loop loop = {.is_beside = is_beside(head->node),
                            .frequency = frequency_of(scheduled, head->node)};
    mark_inside(control, head);
    task->knows_loops &= add_inside(task, control, &loop);
    for (uint32_t i = 0; i < heads->count; i++)
        if (heads->items[i]->is_seen && heads->items[i] != head) vec_push(&loop.inner, i);
    vec_push(&task->loops, loop);
}

static void add_parsed(struct log_task *task, const struct ideal_graph *parsed) {
    vec_each(const struct ideal_node, node, &parsed->nodes) {
        struct log_places at;
        if (is_merge(node) || !find_places(task, node, &at)) continue;
        if (is_new(task->parsed.items, task->parsed.items + task->parsed.count, &at))
            vec_push(&task->parsed, at);
        else
            log_places_release(&at);
    }
}

void add_loops(struct log_task *task, const struct ideal_compilation *compilation) {
    struct control control;
    control_list heads = {0};
    control_init(&control, &compilation->chosen);
    task->knows_loops = control.nodes.count > 0 && !has_other_loops(&control);
    vec_each(struct control_node, node, &control.nodes)
        if (is_loop(node)) vec_push(&heads, node);
    vec_each(struct control_node *, head, &heads)
        add_loop(task, &control, &heads, *head, &compilation->scheduled);
    add_parsed(task, &compilation->parsed);
    vec_release(&heads);
    control_release(&control);
}

/* --- what was done to loops --- */

static bool is_numbered(const struct control_node *node, int number) {
    return node->node->index == number;
}

/* C2 makes a new head when it copies a loop, which ends with the same node. */
static struct control_node *head_of(struct control *control, const struct log_loop_words *words) {
    struct control_node *found = NULL;
    vec_each(struct control_node, node, &control->nodes) {
        control_list back = {0};
        if (!is_loop(node)) continue;
        if (is_numbered(node, words->head)) return node;
        push_inputs(control, node->node, IN_BACK, IN_BACK, &back);
        if (back.count && is_numbered(back.items[0], words->last)) found = node;
        vec_release(&back);
    }
    return found;
}

/* The first graph that has it counts; a loop that none has is gone. */
static void add_change(struct log_task *task, struct control *controls, uint32_t count,
                       const struct log_loop_words *words) {
    struct control_node *head = NULL;
    uint32_t i = 0;
    while (i < count && !(head = head_of(&controls[i], words))) i++;
    if (!head) return;
    struct log_loop_change change = {.kind = words->kind, .amount = words->amount};
    mark_inside(&controls[i], head);
    task->knows_changes &= add_inside(task, &controls[i], &change.loop);
    vec_push(&task->changes, change);
}

void add_loop_changes(struct log_task *task, const struct ideal_compilation *compilation,
                      const struct log_loop_words *words, uint32_t count) {
    VEC(struct control) controls = {0};
    for (uint32_t i = 0; i < count; i++) {
        if (words[i].task != task->number) continue;
        if (!controls.count) {
            vec_each(const struct ideal_graph, graph, &compilation->of_loops) {
                struct control control;
                control_init(&control, graph);
                vec_push(&controls, control);
            }
        }
        add_change(task, controls.items, controls.count, &words[i]);
    }
    vec_each(struct control, control, &controls) control_release(control);
    vec_release(&controls);
}
