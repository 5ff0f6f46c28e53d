/* JOINS: where edges of the bytecode meet.
 *
 * A merge gets a phi for each slot whose values differ. A loop header gets one for each live local
 * that its loop writes and for every stack slot, since the back edges are not known yet; phis that
 * turn out trivial are removed at the end (Braun and others: Simple and efficient construction of
 * static single assignment form). */
#include "build/builder.h"

#include "base/die.h"
#include "ir/edit.h"
#include "ir/fold.h"

static struct join *join_of(struct builder *builder, const struct flow_block *block) {
    return &builder->joins[block->index];
}

static struct node *slot_get(const struct builder *builder, const struct values *values, int slot) {
    int locals = builder->code->max_locals;
    return slot < locals ? values->locals[slot] : values->stack[slot - locals];
}

static void slot_set(const struct builder *builder, struct values *values, int slot,
                     struct node *value) {
    int locals = builder->code->max_locals;
    *(slot < locals ? &values->locals[slot] : &values->stack[slot - locals]) = value;
}

static void end_with_goto(struct builder *builder, struct block *from, struct block *to) {
    struct node *end = node_new(builder->graph, NODE_goto, TYPE_VOID, 0, NULL);
    end->position = builder->position;
    block_end(from, end, 1, &to, (double[]){1});
}

static void require_same_locks(struct builder *builder, const struct values *a,
                               const struct values *b) {
    bool same = a->locks.count == b->locks.count;
    for (uint32_t i = 0; same && i < a->locks.count; i++)
        same = a->locks.items[i] == b->locks.items[i];
    if (!same) builder_fail(builder, REASON_unbalanced_monitors);
}

/* --- edges --- */

void add_edge(struct builder *builder, struct flow_block *target) {
    struct edge edge = {builder->block, values_copy(builder, &builder->now)};
    arena_vec_push(&builder->scratch, &join_of(builder, target)->incoming, edge);
}

static void add_back_edge(struct builder *builder, struct join *join) {
    require_same_locks(builder, &builder->now, &join->header_values);
    vec_each(struct header_phi, row, &join->phis) {
        struct node *value = slot_get(builder, &builder->now, row->slot);
        ASSERT(value, "slot %d is dead at a back edge", row->slot);
        node_add_input(row->phi, value);
    }
    end_with_goto(builder, builder->block, join->header);
}

void meet(struct builder *builder) {
    struct block *block = block_new(builder->graph);
    vec_each(struct block *, arm, &builder->arms) end_with_goto(builder, *arm, block);
    builder->arms.count = 0;
    builder->block = block;
}

void jump_to(struct builder *builder, struct flow_block *target) {
    struct join *join = join_of(builder, target);
    if (target == builder->meeting) {
        arena_vec_push(&builder->scratch, &builder->arms, builder->block);
    } else if (target->behind) {
        pass_region(builder, target);
    } else if (join->header) {
        add_back_edge(builder, join);
    } else {
        const struct flow_block *at = builder->at;
        bool leaves_walk = at == target || at->in_region || at->behind;
        ASSERT(leaves_walk || target->order > at->order, "an edge goes backwards");
        add_edge(builder, target);
    }
    builder->block = NULL;
}

/* --- merges --- */

/* Which code may still read a local. A dead local is kept when all edges agree on it. */
enum local_reader { READ_BY_NOBODY, READ_BY_INSERTED_CODE, READ_BY_PROGRAM };

static enum local_reader reader_of(const struct builder *builder, const struct flow_block *block,
                                   int slot) {
    if (slot >= builder->code->max_locals) return READ_BY_PROGRAM;
    if (bitset_has(&block->live, (uint32_t)slot)) return READ_BY_PROGRAM;
    if (!bitset_has(&block->live_everywhere, (uint32_t)slot)) return READ_BY_NOBODY;
    return block->in_region ? READ_BY_PROGRAM : READ_BY_INSERTED_CODE;
}

static struct node *new_phi(struct builder *builder, struct block *block, enum node_type type,
                            enum local_reader reader) {
    struct node *phi = node_new(builder->graph, NODE_phi, type, 0, NULL);
    phi->position = builder->position;
    phi_append(block, phi);
    if (reader == READ_BY_INSERTED_CODE)
        arena_vec_push(builder->arena, &builder->graph->inserted_phis, phi);
    return phi;
}

static struct node *merged_value(struct builder *builder, struct join *join, struct block *block,
                                 const struct flow_block *at, int slot) {
    struct node *first = slot_get(builder, &join->incoming.items[0].values, slot);
    bool differ = false, is_everywhere = true;
    vec_each(struct edge, edge, &join->incoming) {
        struct node *value = slot_get(builder, &edge->values, slot);
        differ |= value != first;
        is_everywhere &= value != NULL;
    }
    if (!differ) return first;
    enum local_reader reader = reader_of(builder, at, slot);
    enum node_type type = reader == READ_BY_NOBODY ? TYPE_VOID : entry_type(builder, at, slot);
    if (type == TYPE_VOID || !is_everywhere) return NULL;
    struct node *phi = new_phi(builder, block, type, reader);
    vec_each(struct edge, edge, &join->incoming)
        node_add_input(phi, slot_get(builder, &edge->values, slot));
    return phi;
}

static bool checked_everywhere(const struct join *join, const struct node *node) {
    for (uint32_t i = 1; i < join->incoming.count; i++) {
        const node_list *checked = &join->incoming.items[i].values.checked;
        bool found = false;
        for (uint32_t k = 0; k < checked->count && !found; k++) found = checked->items[k] == node;
        if (!found) return false;
    }
    return true;
}

static void merge(struct builder *builder, const struct flow_block *at) {
    struct join *join = join_of(builder, at);
    struct values *first = &join->incoming.items[0].values;
    struct block *block = block_new(builder->graph);
    for (uint32_t i = 0; i < join->incoming.count; i++) {
        struct edge *edge = &join->incoming.items[i];
        require_same_locks(builder, first, &edge->values);
        end_with_goto(builder, edge->from, block);
    }
    struct values values = values_new(builder);
    values.depth = first->depth;
    values.locks = first->locks;
    int locals = builder->code->max_locals;
    for (int slot = 0; slot < locals + values.depth; slot++)
        slot_set(builder, &values, slot, merged_value(builder, join, block, at, slot));
    for (uint32_t i = 0; i < first->checked.count; i++)
        if (checked_everywhere(join, first->checked.items[i]))
            arena_vec_push(&builder->scratch, &values.checked, first->checked.items[i]);
    builder->block = block;
    builder->now = values;
}

/* --- loop headers --- */

static void make_header_phi(struct builder *builder, struct join *join, struct block *header,
                            int slot, enum local_reader reader) {
    struct node *value = slot_get(builder, &builder->now, slot);
    if (!value) return;
    struct node *phi = new_phi(builder, header, value->type, reader);
    node_add_input(phi, value);
    slot_set(builder, &builder->now, slot, phi);
    struct header_phi row = {phi, slot};
    arena_vec_push(&builder->scratch, &join->phis, row);
}

/* The current block is the one that enters the loop. */
static void start_loop(struct builder *builder, struct flow_block *block) {
    struct join *join = join_of(builder, block);
    struct block *header = block_new(builder->graph);
    end_with_goto(builder, builder->block, header);
    if (!block->in_region) {
        header->loop_start = builder->position;
        arena_vec_push(builder->arena, &builder->graph->loops, builder->position);
    }
    int locals = builder->code->max_locals;
    for (int slot = 0; slot < locals; slot++) {
        if (!bitset_has(&block->loop_writes, (uint32_t)slot)) continue;
        enum local_reader reader = reader_of(builder, block, slot);
        bool is_readable =
            reader == READ_BY_PROGRAM ||
            (reader == READ_BY_INSERTED_CODE && entry_type(builder, block, slot) != TYPE_VOID);
        if (is_readable)
            make_header_phi(builder, join, header, slot, reader);
        else
            builder->now.locals[slot] = NULL;
    }
    for (int i = 0; i < builder->now.depth; i++)
        make_header_phi(builder, join, header, locals + i, READ_BY_PROGRAM);
    join->header = header;
    join->header_values = values_copy(builder, &builder->now);
    builder->block = header;
}

bool enter_join(struct builder *builder, struct flow_block *block) {
    struct join *join = join_of(builder, block);
    if (!join->incoming.count) return false;
    if (join->incoming.count == 1) {
        builder->block = join->incoming.items[0].from;
        builder->now = join->incoming.items[0].values;
    } else {
        merge(builder, block);
    }
    if (block->is_loop_header) start_loop(builder, block);
    return true;
}

/* --- phis that say nothing --- */

static void replace_phi(struct graph *graph, struct node *phi, struct node *by) {
    vec_each(struct inserted_read, read, &graph->inserted_reads) {
        if (read->value == phi) read->value = by;
    }
    vec_each(struct inserted_local *, local, &graph->inserted_locals) {
        if ((*local)->value == phi) (*local)->value = by;
    }
    spots_replace(graph, phi, by);
    edit_replace_and_eliminate(phi, by);
}

void remove_trivial_phis(struct graph *graph) {
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t b = 0; b < graph->blocks.count; b++) {
            struct node *next;
            for (struct node *phi = graph->blocks.items[b]->first; phi && phi->kind == NODE_phi;
                 phi = next) {
                next = phi->next;
                struct node *value = fold_phi_same(phi, phi->inputs);
                if (!value) continue;
                replace_phi(graph, phi, value);
                changed = true;
            }
        }
    }
}
