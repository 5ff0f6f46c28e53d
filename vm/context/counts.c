/* COUNTS: rows in a hash table that readers search without a lock. Its chains are relinked when it
 * grows: a reader may miss a row then, and searches again with the lock. */
#include "context/counts.h"

#include <stddef.h>
#include <string.h>

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
}

static void table_release(struct row_table *table) {
    for (uint32_t i = 0; i < table->capacity; i++) {
        struct context_row *next;
        for (struct context_row *row = table->buckets[i]; row; row = next) {
            next = row->next;
            memory_free(row);
        }
    }
}

void context_rows_release(struct context_rows *rows) {
    table_release(rows->table);
    while (rows->table) {
        struct row_table *table = rows->table;
        rows->table = table->outgrown;
        memory_free(table);
    }
    while (rows->counts) {
        struct context_counts *counts = rows->counts;
        rows->counts = counts->next;
        memory_free(counts);
    }
    pthread_mutex_destroy(&rows->mutex);
}

struct context_counts *context_counts_new(struct context_tree *tree, uint32_t count) {
    struct context_counts *counts = memory_allocate(sizeof *counts + count * sizeof *counts->cells);
    counts->count = count;
    pthread_mutex_lock(&tree->rows.mutex);
    counts->next = tree->rows.counts;
    tree->rows.counts = counts;
    pthread_mutex_unlock(&tree->rows.mutex);
    return counts;
}

static struct context_row **bucket_of(struct row_table *table, const struct context *context,
                                      const struct context_counts *counts) {
    uint64_t hash = (uint64_t)(uintptr_t)context * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ (uint64_t)(uintptr_t)counts) * UINT64_C(0x9E3779B97F4A7C15);
    return &table->buckets[(hash >> 32) & (table->capacity - 1)];
}

static struct context_row *search(const struct context_tree *tree, const struct context *context,
                                  const struct context_counts *counts) {
    struct row_table *table = __atomic_load_n(&tree->rows.table, __ATOMIC_ACQUIRE);
    struct context_row *row = __atomic_load_n(bucket_of(table, context, counts), __ATOMIC_ACQUIRE);
    while (row && !(row->context == context && row->counts == counts))
        row = __atomic_load_n(&row->next, __ATOMIC_ACQUIRE);
    return row;
}

static void insert(struct row_table *table, struct context_row *row) {
    struct context_row **bucket = bucket_of(table, row->context, row->counts);
    __atomic_store_n(&row->next, *bucket, __ATOMIC_RELEASE);
    __atomic_store_n(bucket, row, __ATOMIC_RELEASE);
}

static void grow(struct context_rows *rows) {
    struct row_table *old = rows->table, *table = table_new(old->capacity * 4, old);
    for (uint32_t i = 0; i < old->capacity; i++) {
        struct context_row *next;
        for (struct context_row *row = old->buckets[i]; row; row = next) {
            next = row->next;
            insert(table, row);
        }
    }
    __atomic_store_n(&rows->table, table, __ATOMIC_RELEASE);
}

static struct context_row *make(struct context_tree *tree, struct context *context,
                                const struct context_counts *counts) {
    struct context_row *row = memory_allocate(sizeof *row);
    row->counts = counts;
    row->context = context;
    row->cell = cells_make(tree->cells, counts->count);
    struct cell_place place = cell_place(row->cell);
    row->chunk = context_chunk(place.chunk);
    row->word = place.index;
    if (tree->rows.count++ >= tree->rows.table->capacity) grow(&tree->rows);
    insert(tree->rows.table, row);
    return row;
}

struct context_row *context_row(struct context_tree *tree, struct context *context,
                                const struct context_counts *counts) {
    struct context_row *row = search(tree, context, counts);
    if (row) return row;
    pthread_mutex_lock(&tree->rows.mutex);
    row = search(tree, context, counts);
    if (!row) row = make(tree, context, counts);
    pthread_mutex_unlock(&tree->rows.mutex);
    return row;
}

void context_each_row(struct context_tree *tree,
                      void (*tell)(void *context, const struct context_row *row), void *context) {
    pthread_mutex_lock(&tree->rows.mutex);
    const struct row_table *table = tree->rows.table;
    for (uint32_t i = 0; i < table->capacity; i++)
        for (const struct context_row *row = table->buckets[i]; row; row = row->next)
            tell(context, row);
    pthread_mutex_unlock(&tree->rows.mutex);
}
