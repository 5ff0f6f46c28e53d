#include "base/cells.h"

#include "base/die.h"
#include "base/mutex.h"

static uint32_t chunk_words(int chunk) { return (uint32_t)CELL_FIRST_CHUNK << chunk; }
static size_t chunk_bytes(int chunk) { return chunk_words(chunk) * sizeof(int64_t); }

static void release(struct cells *thread) {
    for (int i = 1; i < CELL_CHUNKS; i++) memory_free(thread->chunks[i]);
    *thread = (struct cells){0};
}

void cell_space_init(struct cell_space *space) {
    *space = (struct cell_space){
        .mutex = PTHREAD_MUTEX_INITIALIZER, .used = CELL_FIRST_CHUNK, .chunk_count = 1};
    space->ended.chunks[0] = space->ended.near;
}

void cell_space_release(struct cell_space *space) {
    vec_each(struct cells *, thread, &space->threads) release(*thread);
    vec_release(&space->threads);
    vec_each(struct ended_cells, ended, &space->kept) vec_release(&ended->values);
    vec_release(&space->kept);
    release(&space->ended);
}

static void grow(struct cell_space *space) {
    int chunk = space->chunk_count++;
    ASSERT(chunk < CELL_CHUNKS, "too many counters");
    space->ended.chunks[chunk] = memory_allocate(chunk_bytes(chunk));
    vec_each(struct cells *, thread, &space->threads)
        (*thread)->chunks[chunk] = memory_allocate(chunk_bytes(chunk));
}

uint32_t cells_make(struct cell_space *space, uint32_t count) {
    bool is_locked = mutex_enter(&space->mutex);
    struct cell_place first = cell_place(space->used);
    if (first.index + count > chunk_words(first.chunk))
        space->used += chunk_words(first.chunk) - first.index;
    uint32_t made = space->used;
    space->used += count;
    while (space->chunk_count <= cell_place(space->used - 1).chunk) grow(space);
    mutex_leave(&space->mutex, is_locked);
    return made;
}

uint32_t cells_used(struct cell_space *space) {
    bool is_locked = mutex_enter(&space->mutex);
    uint32_t used = space->used;
    mutex_leave(&space->mutex, is_locked);
    return used;
}

uint32_t cells_make_near(struct cell_space *space, uint32_t count) {
    bool is_locked = mutex_enter(&space->mutex);
    uint32_t made = space->near_used;
    bool has_room = count <= CELL_FIRST_CHUNK - made;
    if (has_room) space->near_used += count;
    mutex_leave(&space->mutex, is_locked);
    return has_room ? made : cells_make(space, count);
}

bool cells_attach(struct cell_space *space, struct cells *thread) {
    bool is_locked = mutex_enter(&space->mutex), done = true;
    thread->chunks[0] = thread->near;
    for (int i = 1; done && i < space->chunk_count; i++) {
        thread->chunks[i] = memory_try(chunk_bytes(i));
        done = thread->chunks[i] != NULL;
    }
    if (done)
        vec_push(&space->threads, thread);
    else
        release(thread);
    mutex_leave(&space->mutex, is_locked);
    return done;
}

static void forget(struct cell_space *space, const struct cells *thread) {
    uint32_t i = 0;
    while (space->threads.items[i] != thread) i++;
    space->threads.items[i] = vec_pop(&space->threads);
}

static void keep(struct cell_space *space, const struct cells *thread, const char *name,
                 uint64_t number) {
    struct ended_cells ended = {.name = name, .number = number};
    for (uint32_t cell = 0; cell < space->used; cell++) {
        struct cell_value value = {cell, cell_read(thread, cell)};
        if (value.value) vec_push(&ended.values, value);
    }
    vec_push(&space->kept, ended);
}

/* Who reads meanwhile finds the thread once: attached, or ended. */
void cells_detach_named(struct cell_space *space, struct cells *thread, const char *name,
                        uint64_t number) {
    bool is_locked = mutex_enter(&space->mutex);
    if (name && space->keeps_ended) keep(space, thread, name, number);
    for (uint32_t cell = 0; cell < space->used; cell++)
        cell_add(&space->ended, cell, cell_read(thread, cell));
    forget(space, thread);
    mutex_leave(&space->mutex, is_locked);
    release(thread);
}

void cells_detach(struct cell_space *space, struct cells *thread) {
    cells_detach_named(space, thread, NULL, 0);
}

static void tell_attached(const struct cell_space *space, uint32_t count, int64_t *values,
                          cells_tell *tell, void *context) {
    vec_each(struct cells *, thread, &space->threads) {
        for (uint32_t cell = 0; cell < count; cell++) values[cell] = cell_read(*thread, cell);
        tell(context, *thread, NULL, values);
    }
}

static void read_ended(const struct ended_cells *ended, uint32_t count, int64_t *out) {
    memset(out, 0, sizeof *out * count);
    vec_each(struct cell_value, value, &ended->values)
        if (value->cell < count) out[value->cell] = value->value;
}

void cells_each_thread(struct cell_space *space, uint32_t count, cells_tell *tell, void *context) {
    int64_t *values = memory_allocate(sizeof *values * (count + 1));
    bool is_locked = mutex_enter(&space->mutex);
    tell_attached(space, count, values, tell, context);
    vec_each(struct ended_cells, ended, &space->kept) {
        read_ended(ended, count, values);
        tell(context, NULL, ended, values);
    }
    mutex_leave(&space->mutex, is_locked);
    memory_free(values);
}

size_t cells_each_attached(struct cell_space *space, uint32_t count, cells_tell *tell,
                           void *context) {
    int64_t *values = memory_allocate(sizeof *values * (count + 1));
    bool is_locked = mutex_enter(&space->mutex);
    tell_attached(space, count, values, tell, context);
    size_t ended = space->kept.count;
    mutex_leave(&space->mutex, is_locked);
    memory_free(values);
    return ended;
}

struct ended_cells cells_read_ended(struct cell_space *space, size_t before, uint32_t count,
                                    int64_t *out) {
    bool is_locked = mutex_enter(&space->mutex);
    struct ended_cells ended = space->kept.items[before];
    read_ended(&ended, count, out);
    mutex_leave(&space->mutex, is_locked);
    return ended;
}

void cells_add(struct cell_space *space, uint32_t cell, int64_t amount) {
    bool is_locked = mutex_enter(&space->mutex);
    cell_add(&space->ended, cell, amount);
    mutex_leave(&space->mutex, is_locked);
}

void cells_read(struct cell_space *space, uint32_t cell, uint32_t count, struct cell_sums *out) {
    bool is_locked = mutex_enter(&space->mutex);
    for (uint32_t i = 0; i < count; i++) {
        out[i] = (struct cell_sums){.all = cell_read(&space->ended, cell + i)};
        vec_each(struct cells *, thread, &space->threads)
            out[i].all = saturated_sum(out[i].all, cell_read(*thread, cell + i));
        if (space->threads.count) out[i].first = cell_read(space->threads.items[0], cell + i);
    }
    mutex_leave(&space->mutex, is_locked);
}

void cells_sum(struct cell_space *space, uint32_t count, int64_t *out) {
    bool is_locked = mutex_enter(&space->mutex);
    for (uint32_t cell = 0; cell < count; cell++) {
        out[cell] = cell_read(&space->ended, cell);
        vec_each(struct cells *, thread, &space->threads)
            out[cell] = saturated_sum(out[cell], cell_read(*thread, cell));
    }
    mutex_leave(&space->mutex, is_locked);
}
