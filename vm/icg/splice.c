/* Putting inserted code back (Algorithm 3). Requires a lowered base graph; computes control flow
 * before and after.
 *
 * First every weak edge and query is resolved against the base graph as it is, then the graphs are
 * spliced one after the other: several of one anchor in the order of their insertion. */
#include "icg/internal.h"

#include "base/die.h"
#include "base/intern.h"
#include "ir/cfg.h"

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

static struct node *behind_phis(struct node *node) {
    while (node->kind == NODE_phi) node = node->next;
    return node;
}

static struct node *place_of(const struct icg *icg) {
    struct node *anchor = icg->anchor;
    if (icg->place == ICG_HERE) return anchor;
    if (icg->place == ICG_SUCC) {
        return anchor->kind == NODE_exception_object ? anchor->next : behind_phis(anchor);
    }
    if (anchor->kind == NODE_invoke) return behind_phis(anchor->block->successors[0]->first);
    ASSERT(!node_is_end(anchor), "nothing comes behind %s", node_kind_text(anchor->kind));
    return behind_phis(anchor->next);
}

/* --- values --- */

static void resolve_weak_edges(const struct splicing *s, struct icg *icg, struct node *place) {
    vec_each(struct node *, source, &icg->weak) *source = icg_value_at(s->set, *source, place);
    vec_each(struct icg_answer, answer, &icg->answers) {
        if (!icg_is_available(s->graph, answer->path, place)) answer->path = NULL;
    }
}

static void connect_weak_edges(const struct splicing *s, struct icg *icg) {
    for (uint32_t i = 0; i < icg->body->floating.count; i++) {
        struct node *node = icg->body->floating.items[i];
        if (node->kind != NODE_weak || node->is_dead) continue;
        struct node *source = icg->weak.items[node->extra.integer];
        if (!source) source = graph_default(s->graph, node->type);
        edit_replace_and_eliminate(node, source);
    }
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

/* The body runs only when its flags have their values: a test a block, in front of the entry. */
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

void icg_splice(struct icg_set *set) {
    struct splicing s = {set, set->compilation->graph};
    set->is_busy = true;
    evaluate_queries(&s, s.graph, NULL);
    cfg_compute(s.graph);
    VEC(struct insertion) insertions = {0};
    vec_each(struct icg *, icg, &set->all) {
        if (!is_in_graph(&s, *icg)) continue;
        arena_vec_push(set->arena, &insertions, (struct insertion){*icg, place_of(*icg)});
    }
    vec_each(struct insertion, insertion, &insertions) {
        resolve_weak_edges(&s, insertion->icg, insertion->place);
    }
    /* What belongs to the operation before comes before what belongs to the one behind. */
    vec_each(struct insertion, insertion, &insertions) {
        if (insertion->icg->place == ICG_PRED) splice(&s, insertion);
    }
    vec_each(struct insertion, insertion, &insertions) {
        if (insertion->icg->place != ICG_PRED) splice(&s, insertion);
    }
    set->count = 0;
    set->anchor_count = set->anchor_capacity = 0;
    cfg_compute(s.graph);
}
