/* COUNTS: rows in a hash table that readers search without a lock. Its chains are relinked when it
 * grows: a reader may miss a row then, and searches again with the lock. */
#include "context/counts.h"

#include "base/hash.h"
#include "base/handover.h"
#include "base/memory.h"

struct row_table {
    struct row_table *outgrown; /* readers may still be in it */
    uint32_t capacity;          /* a power of two */
    struct context_row *buckets[];
};

static const struct context_counts no_counts;
struct context_row context_no_row = {.counts = &no_counts};

static struct row_table *table_new(uint32_t capacity, struct row_table *outgrown) {
    struct row_table *table =
        memory_allocate(sizeof *table + capacity * sizeof(struct context_row *));
    table->capacity = capacity;
    table->outgrown = outgrown;
    return table;
}

void context_rows_init(struct context_rows *rows) {
    pthread_mutex_init(&rows->mutex, NULL);
    rows->table = table_new(256, NULL);
    rows->youngest = &rows->oldest;
}

void context_rows_release(struct context_rows *rows) {
    while (rows->oldest) {
        struct context_row *row = rows->oldest;
        rows->oldest = row->younger;
        memory_free(row);
    }
    while (rows->table) {
        struct row_table *table = rows->table;
        rows->table = table->outgrown;
        memory_free(table);
    }
    while (rows->counts) {
        struct context_counts *counts = rows->counts;
        rows->counts = counts->next;
        memory_free(counts->frames);
        memory_free(counts);
    }
    pthread_mutex_destroy(&rows->mutex);
}

struct context_counts *context_counts_new(struct context_tree *tree, uint32_t count,
                                          uint32_t frame_count) {
    struct context_counts *counts = memory_allocate(sizeof *counts + count * sizeof *counts->cells);
    counts->count = count;
    counts->frame_count = frame_count;
    if (frame_count) counts->frames = memory_allocate(frame_count * sizeof *counts->frames);
    pthread_mutex_lock(&tree->rows.mutex);
    counts->next = tree->rows.counts;
    tree->rows.counts = counts;
    pthread_mutex_unlock(&tree->rows.mutex);
    return counts;
}

static struct context_row **bucket_of(struct row_table *table, const struct context_row *row) {
    uint64_t hash = hash_mix_pointer(hash_mix_pointer(0, row->context), row->last);
    hash = hash_mix_pointer(hash, row->counts);
    return &table->buckets[(hash >> 32) & (table->capacity - 1)];
}

static bool is_same(const struct context_row *a, const struct context_row *b) {
    return a->context == b->context && a->counts == b->counts && a->last == b->last;
}

static struct context_row *search(const struct context_tree *tree,
                                  const struct context_row *wanted) {
    struct row_table *table = __atomic_load_n(&tree->rows.table, __ATOMIC_ACQUIRE);
    struct context_row *row = __atomic_load_n(bucket_of(table, wanted), __ATOMIC_ACQUIRE);
    while (row && !is_same(row, wanted)) row = __atomic_load_n(&row->next, __ATOMIC_ACQUIRE);
    return row;
}

static void insert(struct row_table *table, struct context_row *row) {
    struct context_row **bucket = bucket_of(table, row);
    __atomic_store_n(&row->next, *bucket, __ATOMIC_RELEASE);
    __atomic_store_n(bucket, row, __ATOMIC_RELEASE);
}

static void grow(struct context_rows *rows) {
    struct row_table *table = table_new(rows->table->capacity * 4, rows->table);
    for (struct context_row *row = rows->oldest; row; row = row->younger) insert(table, row);
    __atomic_store_n(&rows->table, table, __ATOMIC_RELEASE);
}

/* The rows with frames of a context are a ring, of which the context has one: the last that was asked for. */
static void link_to_context(struct context_row *row) {
    struct context_row *known = __atomic_load_n(&row->context->row, __ATOMIC_ACQUIRE);
    bool is_first = known == &context_no_row;
    row->other = is_first ? row : known->other;
    if (is_first)
        __atomic_store_n(&row->context->row, row, __ATOMIC_RELEASE);
    else
        known->other = row;
}

static size_t frames_bytes(const struct context_counts *counts) {
    return counts->frame_count * sizeof(struct context *);
}

static struct context_row *make(struct context_tree *tree, const struct context_row *wanted) {
    struct context_row *row = memory_allocate(sizeof *row + frames_bytes(wanted->counts));
    *row = *wanted;
    row->cell = cells_make(tree->cells, row->counts->count);
    struct cell_place place = cell_place(row->cell);
    row->chunk = context_chunk(place.chunk);
    row->word = place.index;
    if (row->counts->frame_count) {
        row->frames[0] = row->context;
        context_add_bytes(tree, sizeof *row + frames_bytes(row->counts));
    }
    handover_publish(tree);
    *tree->rows.youngest = row;
    tree->rows.youngest = &row->younger;
    if (tree->rows.count++ >= tree->rows.table->capacity)
        grow(&tree->rows);
    else
        insert(tree->rows.table, row);
    if (row->counts->frame_count && !row->last) link_to_context(row);
    return row;
}

struct context_row *context_row(struct context_tree *tree, struct context *context,
                                struct context *last, const struct context_counts *counts) {
    bool is_beyond = context->kind == CONTEXT_BEYOND_LIMIT;
    const struct context_row wanted = {
        .counts = counts, .context = context, .last = is_beyond ? last : NULL};
    struct context_row *row = search(tree, &wanted);
    if (!row) {
        pthread_mutex_lock(&tree->rows.mutex);
        row = search(tree, &wanted);
        if (!row) row = make(tree, &wanted);
        pthread_mutex_unlock(&tree->rows.mutex);
    }
    /* Beyond the limit a context has a row for each of its callers. */
    if (counts->frame_count && !is_beyond) __atomic_store_n(&context->row, row, __ATOMIC_RELEASE);
    return row;
}

void context_each_row(struct context_tree *tree,
                      void (*tell)(void *context, struct context_row *row), void *context) {
    pthread_mutex_lock(&tree->rows.mutex);
    for (struct context_row *row = tree->rows.oldest; row; row = row->younger) tell(context, row);
    pthread_mutex_unlock(&tree->rows.mutex);
}

/* --- frames --- */

struct context *context_frame_node(struct context_tree *tree, struct context_row *row,
                                   uint32_t frame, struct context **last) {
    struct context *known =
        row->counts->frames ? __atomic_load_n(&row->frames[frame], __ATOMIC_ACQUIRE) : row->context;
    if (known) return known;
    const struct context_frame *made = &row->counts->frames[frame];
    struct context *caller = context_frame_node(tree, row, made->caller, last);
    struct context *node = context_child(tree, caller, made->bci, made->method);
    bool is_beyond = node->kind == CONTEXT_BEYOND_LIMIT && !row->last;
    if (!is_beyond)
        __atomic_store_n(&row->frames[frame], node, __ATOMIC_RELEASE);
    else if (caller->kind == CONTEXT_OF_PROGRAM)
        *last = caller;
    return node;
}

/* The calls go to the node: from the row, where compiled code may be adding to them. */
static void settle(struct context_tree *tree, struct context_row *row, uint32_t index) {
    struct cell_sums entered;
    cells_read(tree->cells, row->cell + index, 1, &entered);
    if (entered.all == 0) return;
    uint32_t frame = row->counts->cells[index].frame;
    struct context *last = row->last, *node = context_frame_node(tree, row, frame, &last);
    cells_add(tree->cells, row->cell + index, -entered.all);
    cells_add(tree->cells, context_cell(node), entered.all);
    /* Who entered the code counted its own. */
    if (frame && node->kind == CONTEXT_BEYOND_LIMIT)
        cells_add(tree->cells, context_mark(tree, last), entered.all);
}

static void settle_row(void *context, struct context_row *row) {
    for (uint32_t i = 0; row->counts->frames && i < row->counts->count; i++)
        if (row->counts->cells[i].cell == CONTEXT_ENTRY) settle(context, row, i);
}

void context_settle(struct context_tree *tree) { context_each_row(tree, settle_row, tree); }

void context_settle_below(struct context_tree *tree, struct context *context) {
    if (context->kind == CONTEXT_BEYOND_LIMIT) {
        context_settle(tree);
        return;
    }
    pthread_mutex_lock(&tree->rows.mutex);
    struct context_row *first = __atomic_load_n(&context->row, __ATOMIC_ACQUIRE), *row = first;
    while (row != &context_no_row) {
        settle_row(tree, row);
        row = row->other == first ? &context_no_row : row->other;
    }
    pthread_mutex_unlock(&tree->rows.mutex);
}
