/* Conditional elimination: conditions that a dominating branch or guard decides. Walks the
 * dominator tree with a stack of facts; only notes what is decided, and edits when the walk is
 * over. */
#include "ir/cfg.h"
#include "ir/fold.h"
#include "opt/branches.h"
#include "opt/facts.h"
#include "opt/phase.h"

struct known_condition {
    struct node *condition;
    bool holds;
};

struct decided_test {
    struct node *node; /* guard or if */
    enum { HOLDS, FAILS, IS_NULL_TEST } outcome;
};

struct decided_phi_input {
    struct node *phi;
    struct block *predecessor;
    struct node *value;
};

struct walk {
    struct graph *graph;
    struct arena *arena;
    VEC(struct block *) * children; /* in the dominator tree, by order of the block */
    VEC(struct known_condition) facts;
    VEC(struct decided_test) decisions;
    VEC(struct decided_phi_input) phi_inputs;
};

/* A condition that is itself a value (a boolean parameter) is its own fact. */
static void push_fact(struct walk *walk, struct node *condition, bool holds) {
    arena_vec_push(walk->arena, &walk->facts, (struct known_condition){condition, holds});
}

static enum tristate ask(const struct walk *walk, const struct node *query) {
    for (uint32_t i = walk->facts.count; i-- > 0;) {
        const struct known_condition *fact = &walk->facts.items[i];
        enum tristate answer = fact_implies(fact->condition, fact->holds, query);
        if (answer != TRISTATE_UNKNOWN) return answer;
    }
    return TRISTATE_UNKNOWN;
}

static bool is_null_test_now(const struct walk *walk, const struct node *query) {
    for (uint32_t i = walk->facts.count; i-- > 0;) {
        const struct known_condition *fact = &walk->facts.items[i];
        if (fact_leaves_null_test(fact->condition, fact->holds, query)) return true;
    }
    return false;
}

static void visit_condition(struct walk *walk, struct node *node) {
    struct decided_test decision = {.node = node};
    if (node_is_constant(node->inputs[0])) return;
    enum tristate answer = ask(walk, node->inputs[0]);
    if (answer != TRISTATE_UNKNOWN)
        decision.outcome = answer == TRISTATE_YES ? HOLDS : FAILS;
    else if (is_null_test_now(walk, node->inputs[0]))
        decision.outcome = IS_NULL_TEST;
    else
        return;
    arena_vec_push(walk->arena, &walk->decisions, decision);
}

static void push_edge_fact(struct walk *walk, struct block *block) {
    if (block->predecessors.count != 1) return;
    struct block *from = block->predecessors.items[0];
    if (from->last->kind != NODE_if) return;
    push_fact(walk, from->last->inputs[0], from->successors[0] == block);
}

/* At the end of [block] a value may be known that a phi takes from there. */
static void visit_phi_inputs(struct walk *walk, struct block *block) {
    if (block->successor_count != 1) return;
    struct block *merge = block->successors[0];
    int index = block_predecessor_index(merge, block);
    for (struct node *phi = merge->first; phi->kind == NODE_phi; phi = phi->next) {
        for (uint32_t i = walk->facts.count; i-- > 0;) {
            struct known_condition fact = walk->facts.items[i];
            struct node *value = fact_constant(fact.condition, fact.holds, phi->inputs[index]);
            if (!value) continue;
            arena_vec_push(walk->arena, &walk->phi_inputs,
                           (struct decided_phi_input){phi, block, value});
            break;
        }
    }
}

static void visit_block(struct walk *walk, struct block *block) {
    push_edge_fact(walk, block);
    block_each_node(node, block) {
        if (node->kind == NODE_guard) {
            visit_condition(walk, node);
            push_fact(walk, node->inputs[0], true);
        }
    }
    if (block->last->kind == NODE_if) visit_condition(walk, block->last);
    visit_phi_inputs(walk, block);
}

static void walk_tree(struct walk *walk, struct block *block) {
    uint32_t known = walk->facts.count;
    visit_block(walk, block);
    vec_each(struct block *, child, &walk->children[block->order]) walk_tree(walk, *child);
    walk->facts.count = known;
}

static void apply_phi_inputs(struct walk *walk) {
    vec_each(struct decided_phi_input, known, &walk->phi_inputs) {
        int index = block_predecessor_index(known->phi->block, known->predecessor);
        node_set_input(known->phi, index, known->value);
    }
}

static void test_for_null(struct node *node) {
    struct node *query = node->inputs[0];
    struct node *operands[] = {query->inputs[0], graph_null(node->graph)};
    struct node *test = node_new(node->graph, NODE_compare, TYPE_INT, 2, operands);
    test->extra.condition = COND_NE;
    test->position = query->position;
    node_insert_before(node, test);
    node_set_input(node, 0, test);
}

static void apply_decisions(struct walk *walk) {
    bool shares_checks = compilation_rule(walk->graph->compilation, RULE_share_checks);
    bool folds_branches = compilation_rule(walk->graph->compilation, RULE_fold_branches);
    vec_each(struct decided_test, decision, &walk->decisions) {
        struct node *node = decision->node;
        if (node->is_dead || !(node->kind == NODE_guard ? shares_checks : folds_branches)) continue;
        if (decision->outcome == IS_NULL_TEST)
            test_for_null(node);
        else if (node->kind == NODE_guard)
            guard_decide(node, decision->outcome == HOLDS, REASON_dominated_condition);
        else
            branch_decide(node, decision->outcome == HOLDS ? 0 : 1, REASON_dominated_condition);
    }
}

void phase_conditional(struct graph *graph) {
    struct walk walk = {.graph = graph, .arena = graph->compilation->arena};
    walk.children = arena_allocate(walk.arena, sizeof *walk.children * (size_t)graph->order_count);
    for (int i = 1; i < graph->order_count; i++) {
        struct block *block = graph->order[i];
        arena_vec_push(walk.arena, &walk.children[block->dominator->order], block);
    }
    walk_tree(&walk, graph->entry);
    apply_phi_inputs(&walk);
    apply_decisions(&walk);
}
