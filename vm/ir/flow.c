/* Order, and dominators by Cooper, Harvey and Kennedy's iteration (2001). Reads edges only. */
#include "ir/flow.h"

struct block_walk {
    struct block *block;
    int next_successor; /* counts down */
};

struct flow flow_order(const struct graph *graph, struct arena *arena) {
    struct flow flow = {.order = ARENA_ARRAY(arena, int, graph->next_block_id)};
    memset(flow.order, -1, graph->next_block_id * sizeof *flow.order);
    int capacity = (int)graph->blocks.count;
    struct block **blocks = ARENA_ARRAY(arena, struct block *, capacity + 1);
    int place = capacity; /* filled from the back */
    VEC(struct block_walk) stack = {0};
    flow.order[graph->entry->id] = 0;
    arena_vec_push(arena, &stack, (struct block_walk){graph->entry, graph->entry->successor_count});
    while (stack.count > 0) {
        struct block_walk *top = &vec_last(&stack);
        if (top->next_successor == 0) {
            blocks[--place] = top->block;
            stack.count--;
            continue;
        }
        struct block *next = top->block->successors[--top->next_successor];
        if (flow.order[next->id] >= 0) continue;
        flow.order[next->id] = 0;
        arena_vec_push(arena, &stack, (struct block_walk){next, next->successor_count});
    }
    flow.blocks = blocks + place;
    flow.count = capacity - place;
    for (int i = 0; i < flow.count; i++) flow.order[flow.blocks[i]->id] = i;
    return flow;
}

static struct block *common_dominator(const struct flow *flow, struct block *a, struct block *b) {
    while (a != b) {
        while (flow->order[a->id] > flow->order[b->id]) a = flow->dominators[a->id];
        while (flow->order[b->id] > flow->order[a->id]) b = flow->dominators[b->id];
    }
    return a;
}

void flow_dominators(struct flow *flow, const struct graph *graph, struct arena *arena) {
    flow->dominators = ARENA_ARRAY(arena, struct block *, graph->next_block_id);
    flow->dominators[graph->entry->id] = graph->entry; /* while walking */
    bool changed = true;
    while (changed) {
        changed = false;
        for (int i = 1; i < flow->count; i++) {
            struct block *block = flow->blocks[i];
            struct block *dominator = NULL;
            vec_each(struct block *, item, &block->predecessors) {
                if (flow->order[(*item)->id] < 0 || !flow->dominators[(*item)->id]) continue;
                dominator = dominator ? common_dominator(flow, *item, dominator) : *item;
            }
            changed |= dominator != flow->dominators[block->id];
            flow->dominators[block->id] = dominator;
        }
    }
    flow->dominators[graph->entry->id] = NULL;
}

bool flow_dominates(const struct flow *flow, const struct block *dominator,
                    const struct block *block) {
    while (block && flow->order[block->id] > flow->order[dominator->id]) {
        block = flow->dominators[block->id];
    }
    return block == dominator;
}
