/* Putting inserted code back (Algorithm 3). Requires a lowered base graph.
 *
 * First every weak edge and query is resolved against the base graph as it is, then the graphs are
 * spliced one after the other: several of one anchor in the order of their insertion. */
#include "icg/internal.h"

#include "base/die.h"
#include "base/intern.h"
#include "ir/cfg.h"
#include "ir/fold.h"

struct splicing {
    struct icg_set *set;
    struct graph *graph;
};

/* Places are found before anything moves. */
struct insertion {
    struct icg *icg;
    struct node *place; /* the inserted code comes in front of it */
};

/* --- where --- */

/* What is defined directly after an operation belongs to it. */
static struct node *behind_definitions(const struct icg_set *set, struct node *node) {
    for (;; node = node->next) {
        const struct fact *fact = node->kind == NODE_placeholder ? icg_fact_of(set, node) : NULL;
        if (node->kind != NODE_phi && !(fact && fact->definition)) return node;
    }
}

static struct node *place_of(const struct icg_set *set, const struct icg *icg) {
    struct node *anchor = icg->anchor;
    if (icg->place == ICG_HERE) return anchor;
    if (icg->place == ICG_SUCC) {
        bool is_first = anchor->kind == NODE_exception_object || anchor->kind == NODE_phi;
        return behind_definitions(set, is_first ? anchor->next : anchor);
    }
    if (anchor->kind == NODE_invoke)
        return behind_definitions(set, anchor->block->successors[0]->first);
    ASSERT(!node_is_end(anchor), "nothing comes behind %s", node_kind_text(anchor->kind));
    return behind_definitions(set, anchor->next);
}

/* --- values --- */

static bool *used_edges(const struct splicing *s, const struct icg *icg) {
    bool *used = ARENA_ARRAY(s->set->arena, bool, icg->weak.count + 1);
    vec_each(struct node *, node, &icg->body->floating) {
        bool is_used = (*node)->kind == NODE_weak && !(*node)->is_dead && (*node)->uses.count > 0;
        if (is_used) used[(*node)->extra.integer] = true;
    }
    return used;
}

static void read_weak_edges(const struct splicing *s, struct reading *reading, struct icg *icg,
                            struct node *place) {
    if (icg->by_class) icg->exact = value_exact_class(icg->weak.items[0].source);
    if (icg->exact) {
        icg->weak.items[0].source = NULL;
        return;
    }
    if (icg->by_class) icg->weak.items[0].keeps_class = true;
    const bool *used = used_edges(s, icg);
    for (uint32_t i = 0; i < icg->weak.count; i++) {
        if (used[i])
            icg_read(reading, &icg->weak.items[i], place);
        else
            icg->weak.items[i].source = NULL;
    }
    vec_each(struct icg_answer, answer, &icg->answers) {
        if (!icg_is_available(s->graph, answer->path, place)) answer->path = NULL;
    }
}

static void connect_weak_edges(const struct splicing *s, struct icg *icg) {
    for (uint32_t i = 0; i < icg->body->floating.count; i++) {
        struct node *node = icg->body->floating.items[i];
        if (node->kind != NODE_weak || node->is_dead) continue;
        struct node *source = icg->weak.items[node->extra.integer].source;
        if (!source) source = graph_default(s->graph, node->type);
        edit_replace_and_eliminate(node, source);
    }
}

/* --- values that are lost --- */

static const struct icg_weak *lost_edge(const struct icg *icg) {
    vec_each(struct icg_weak, weak, &icg->weak) {
        if (weak->lost) return weak;
    }
    return NULL;
}

static struct node *add_count(struct graph *body, struct count *cell, const char *name) {
    struct node *count = node_new(body, NODE_count, TYPE_VOID, 0, NULL);
    count->extra.counter.cell = cell;
    count->extra.counter.name = name;
    node_insert_before(body->entry->last, count);
    return count;
}

struct icg_loss icg_loss_of(const struct icg_weak *weak, const struct position *position) {
    const struct fact *lost = weak->lost;
    return (struct icg_loss){.name = weak->name,
                             .phase = lost->phase,
                             .is_written = lost->node->kind == NODE_weak,
                             .position = position};
}

/* The call is for this class alone, which it does not see. */
static void call_of_class(const struct icg *icg) {
    const struct icg_by_class *by_class = icg->by_class;
    block_each_node(node, icg->body->entry) {
        if (node->kind == NODE_runtime_call)
            node->inputs[0]->extra.address.pointer =
                by_class->address(by_class->context, icg->exact->runtime);
    }
}

static void count_class(const struct splicing *s, struct icg *icg) {
    const struct icg_by_class *by_class = icg->by_class;
    if (!by_class->cell) {
        call_of_class(icg);
        return;
    }
    struct graph *body = graph_new(s->set->compilation, NULL);
    block_end(body->entry, node_new(body, NODE_return, TYPE_VOID, 0, NULL), 0, NULL, NULL);
    struct count *cell = by_class->cell(by_class->context, icg->exact->runtime);
    if (cell) add_count(body, cell, by_class->name)->extra.counter.frame = by_class->frame;
    icg->body = body;
    icg->exit = body->entry;
}

/* A body that would read a lost value is replaced by one that only counts the failure. */
static void fail_instead(const struct splicing *s, struct icg *icg, const struct icg_weak *weak) {
    const struct icg_set *set = s->set;
    struct graph *body = graph_new(set->compilation, NULL);
    block_end(body->entry, node_new(body, NODE_return, TYPE_VOID, 0, NULL), 0, NULL, NULL);
    if (set->failure_cell) add_count(body, set->failure_cell, intern("failed probes"));
    if (set->loss_cell) {
        struct icg_loss loss = icg_loss_of(weak, icg->position);
        loss.body = icg->body;
        add_count(body, set->loss_cell(set->loss_context, &loss), intern("lost values"));
    }
    icg->body = body;
    icg->exit = body->entry;
}

/* --- queries --- */

static struct node *root_name(const struct splicing *s) {
    const struct icg_set *set = s->set;
    struct node *node = node_new(s->graph, NODE_const_object, TYPE_REFERENCE, 0, NULL);
    node->extra.object.text = intern(set->compilation->root);
    if (set->string_object) {
        node->extra.object.pointer =
            set->string_object(set->string_context, node->extra.object.text);
    }
    return node;
}

#define QUERY_ERROR (-1)

static struct node *answer_to(const struct splicing *s, const struct icg *icg,
                              const struct node *query) {
    switch (query->extra.query.kind) {
    case QUERY_COMPILED: return graph_int(s->graph, 1);
    case QUERY_INLINED:
        return graph_int(s->graph, query->position && query->position->caller != NULL);
    case QUERY_ROOT_NAME: return root_name(s);
    case QUERY_CALL_TYPE: return graph_int(s->graph, (int32_t)icg->anchor->extra.call.kind);
    case QUERY_ALLOCATION_TYPE:
    case QUERY_LOCK_TYPE: break;
    }
    for (uint32_t i = 0; icg && i < icg->answers.count; i++) {
        const struct icg_answer *answer = &icg->answers.items[i];
        if (answer->query == query && answer->path) return answer->path;
    }
    return graph_int(s->graph, QUERY_ERROR);
}

static void evaluate_queries(const struct splicing *s, struct graph *graph, const struct icg *icg) {
    vec_each(struct block *, block, &graph->blocks) {
        struct node *next;
        for (struct node *node = (*block)->first; node; node = next) {
            next = node->next;
            if (node->kind != NODE_query) continue;
            edit_replace_and_eliminate(node, answer_to(s, icg, node));
        }
    }
}

/* --- the seam --- */

static void jump(struct block *from, struct block *to) {
    block_end(from, node_new(from->graph, NODE_goto, TYPE_VOID, 0, NULL), 1, &to, NULL);
}

/* The body runs only when its flags have their values: one test per block, before the entry. */
static void add_guards(struct icg *icg) {
    struct graph *body = icg->body;
    if (icg->guards.count == 0) return;
    icg->exit = block_split_before(icg->exit->last);
    vec_each(struct icg_guard, guard, &icg->guards) {
        struct block *test = block_new(body), *skip = block_new(body);
        struct node *flag = node_new(body, NODE_flag_load, TYPE_INT, 0, NULL);
        flag->extra.integer = guard->flag;
        node_append(test, flag);
        struct node *inputs[] = {flag, graph_int(body, guard->value)};
        struct node *equal = node_new(body, NODE_compare, TYPE_INT, 2, inputs);
        equal->extra.condition = COND_EQ;
        node_append(test, equal);
        block_end(test, node_new(body, NODE_if, TYPE_VOID, 1, &equal), 2,
                  (struct block *[]){body->entry, skip}, NULL);
        jump(skip, icg->exit);
        body->entry = test;
    }
}

static void insert_before(const struct splicing *s, struct node *place, struct icg *icg) {
    struct block *entry = icg->body->entry, *exit = icg->exit;
    graph_absorb(s->graph, icg->body);
    struct block *rest = block_split_before(place);
    struct block *before = rest->predecessors.items[0];
    block_redirect(before, 0, entry);
    edit_eliminate(exit->last);
    jump(exit, rest);
    block_merge_with_successor(before);
    block_merge_with_successor(exit->is_dead ? before : exit);
}

static void splice(const struct splicing *s, const struct insertion *insertion) {
    struct icg *icg = insertion->icg;
    const struct icg_weak *lost = lost_edge(icg);
    if (lost) fail_instead(s, icg, lost);
    if (icg->exact) count_class(s, icg);
    evaluate_queries(s, icg->body, icg);
    connect_weak_edges(s, icg);
    add_guards(icg);
    insert_before(s, insertion->place, icg);
    if (icg->place == ICG_HERE) edit_eliminate(insertion->place);
    icg->anchor = NULL;
}

static bool is_in_graph(const struct splicing *s, const struct icg *icg) {
    return icg->anchor && !icg->anchor->is_dead && icg->anchor->graph == s->graph &&
           icg->anchor->block;
}

static void remove_definitions(struct icg_set *set) {
    vec_each(struct definition *, definition, &set->definitions) {
        struct node *place = (*definition)->place;
        if (!place->is_dead && place->block) edit_eliminate(place);
    }
    vec_clear(&set->definitions);
}

/* A phi that nobody uses tells inserted code which path was taken. */
static bool is_for_inserted_code(const struct node *node) {
    return node->kind == NODE_placeholder || (node->kind == NODE_phi && !node->uses.count);
}

static void strip(struct graph *graph) {
    vec_each(struct block *, block, &graph->blocks) {
        struct node *next;
        for (struct node *node = (*block)->first; node; node = next) {
            next = node->next;
            if (is_for_inserted_code(node)) edit_eliminate(node);
        }
    }
}

static void splice_all(const struct splicing *s) {
    struct icg_set *set = s->set;
    cfg_compute(s->graph);
    VEC(struct insertion) insertions = {0};
    vec_each(struct icg *, icg, &set->all) {
        if (!is_in_graph(s, *icg)) continue;
        arena_vec_push(set->arena, &insertions, (struct insertion){*icg, place_of(set, *icg)});
    }
    struct reading *reading = icg_reading_begin(set);
    vec_each(struct insertion, insertion, &insertions) {
        read_weak_edges(s, reading, insertion->icg, insertion->place);
    }
    struct resuming *resuming = icg_resume_begin(set, reading);
    icg_reading_end(reading);
    icg_resume_end(resuming);
    /* What belongs to the previous operation comes before what belongs to the next. */
    vec_each(struct insertion, insertion, &insertions) {
        if (insertion->icg->place == ICG_PRED) splice(s, insertion);
    }
    vec_each(struct insertion, insertion, &insertions) {
        if (insertion->icg->place != ICG_PRED) splice(s, insertion);
    }
    remove_definitions(set);
}

void phase_splice(struct graph *graph) {
    struct icg_set *set = graph->compilation->inserted;
    graph->compilation->is_spliced = true;
    if (!set) return;
    struct splicing s = {set, graph};
    set->is_busy = true;
    evaluate_queries(&s, s.graph, NULL);
    if (set->is_stripped)
        strip(graph);
    else
        splice_all(&s);
    set->count = 0;
    set->anchor_count = set->anchor_capacity = 0;
}
