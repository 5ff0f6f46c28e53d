/* The walk: blocks in reverse post-order, each loop as a whole until it settles. A loop starts from
 * what its entry says alone (so that what it carries is first taken to stay what it was); what
 * comes back over its back edges is merged in, and when that changes the start, the loop is walked
 * again. Starts only become more general, so this ends; a loop that takes too long gets real
 * objects at its entry. */
#include "base/die.h"
#include "escape/analysis.h"
#include "ir/cfg.h"

static void walk_blocks(struct analysis *analysis, struct block *const *blocks, int count,
                        const struct block *loop);

static struct block_info *info_of(const struct analysis *analysis, const struct block *block) {
    return &analysis->blocks[block->id];
}

static void forget(const struct analysis *analysis, const struct block *block) {
    struct block_info *info = info_of(analysis, block);
    info->out = NULL;
    info->only_successor = NULL;
    vec_clear(&info->merge);
    vec_clear(&info->body);
}

static void walk_block(struct analysis *analysis, struct block *block, struct block_state *state) {
    analysis->visits++;
    block_each_node(node, block) {
        if (node->kind != NODE_phi) visit_node(analysis, state, node);
    }
    info_of(analysis, block)->out = state;
}

static bool is_reached(const struct analysis *analysis, const struct block *block) {
    vec_each(struct block *, from, &block->predecessors) {
        if (analysis_reaches(analysis, *from, block)) return true;
    }
    return false;
}

static struct block_state *state_at_start(struct analysis *analysis, struct block *block) {
    if (block->predecessors.count == 0) return block_state_new(analysis->arena);
    bool must_merge = block->predecessors.count > 1 || block->first->kind == NODE_phi;
    if (must_merge) return merge_states(analysis, block);
    return block_state_copy(analysis->arena, info_of(analysis, block->predecessors.items[0])->out);
}

/* --- loops --- */
/* What a header phi stands for is in the state, too: as an object that is needed there, or that was
 * merged there. */
static bool states_equal(const struct analysis *analysis, const struct block_state *a,
                         const struct block_state *b) {
    vec_each(struct virtual_object *, object, &analysis->objects) {
        if (!object_state_equal(*object, block_state_get(a, *object), block_state_get(b, *object)))
            return false;
    }
    return true;
}

/* What the loop carries, or needs from outside, is real when it is entered. */
static void make_entry_real(struct analysis *analysis, struct block *header, bool phis_only,
                            enum reason reason) {
    struct block *entry = header->predecessors.items[0];
    struct block_state *state = info_of(analysis, entry)->out;
    struct insertion_point end = {entry, NULL};
    for (struct node *phi = header->first; phi->kind == NODE_phi; phi = phi->next) {
        struct virtual_object *object = analysis_virtual(analysis, state, phi->inputs[0]);
        if (object) materialize(analysis, state, object, end, reason);
    }
    if (phis_only) return;
    vec_each(struct node *, live, &analysis->liveness.live_list[header->id]) {
        struct virtual_object *object = analysis_virtual(analysis, state, *live);
        if (object) materialize(analysis, state, object, end, reason);
    }
}

static void prepare_entry(struct analysis *analysis, struct block *header) {
    bool costs_too_much = analysis->visits > analysis->visits_at_most;
    if (!analysis_rule(analysis, RULE_escape_loops))
        make_entry_real(analysis, header, false, REASON_carried_by_loop);
    else if (header->loop_depth > analysis_limit(analysis, LIMIT_loop_depth) || costs_too_much)
        make_entry_real(analysis, header, false, REASON_loop_depth_limit);
    else if (compilation_sabotaged(analysis->compilation, SABOTAGE_no_loop_alias))
        make_entry_real(analysis, header, true, REASON_merged_with_other);
}

static void walk_loop(struct analysis *analysis, struct block *header) {
    struct block **blocks;
    int count = loop_blocks(header, &blocks);
    ASSERT(!edge_is_back_edge(header->predecessors.items[0], header), "block %u has no entry",
           header->id);
    for (int i = 0; i < count; i++) forget(analysis, blocks[i]);
    prepare_entry(analysis, header);
    struct block_state *start = merge_states(analysis, header);
    for (int iteration = 1;; iteration++) {
        for (int i = 0; i < count; i++) forget(analysis, blocks[i]);
        walk_block(analysis, header, block_state_copy(analysis->arena, start));
        walk_blocks(analysis, blocks + 1, count - 1, header);
        struct block_state *merged = merge_states(analysis, header);
        if (states_equal(analysis, start, merged)) return;
        start = merged;
        if (iteration != analysis_limit(analysis, LIMIT_loop_iterations)) continue;
        make_entry_real(analysis, header, false, REASON_iteration_limit);
        for (int i = 0; i < count; i++) forget(analysis, blocks[i]);
        start = merge_states(analysis, header);
    }
}

/* The blocks of [loop] without its header (or of the graph); loops inside are walked when their
 * header comes. */
static void walk_blocks(struct analysis *analysis, struct block *const *blocks, int count,
                        const struct block *loop) {
    for (int i = 0; i < count; i++) {
        struct block *block = blocks[i];
        bool is_inner = block->loop != loop;
        if (is_inner && !(block_is_loop_header(block) && block->outer_loop == loop)) continue;
        if (block->predecessors.count > 0 && !is_reached(analysis, block)) continue;
        if (is_inner)
            walk_loop(analysis, block);
        else
            walk_block(analysis, block, state_at_start(analysis, block));
    }
}

void walk_graph(struct analysis *analysis) {
    walk_blocks(analysis, analysis->graph->order, analysis->graph->order_count, NULL);
}
