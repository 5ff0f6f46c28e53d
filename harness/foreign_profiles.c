/* FOREIGN PROFILES: what profilers and the tree of calling contexts counted there, under the names of docs/protocol.md. */
#include "base/vec.h"
#include "harness/foreign.h"

/* --- what is asked for --- */

static bool has_age(const json_t *ages, int64_t age) {
    bool is_there = false;
    for (size_t i = 0; i < json_array_size(ages); i++)
        is_there |= json_integer_value(json_array_get(ages, i)) == age;
    return is_there;
}

void foreign_ask_profiles(const struct foreign *foreign, json_t *question) {
    const struct spec *spec = foreign->test->spec;
    json_t *profilers = json_array(), *ages = json_array();
    bool needs_contexts = false;
    vec_each(struct spec_profiler, profiler, &spec->profilers)
        if (!profiler->file) json_array_append_new(profilers, json_string(profiler->name));
    vec_each(struct spec_expectation, expectation, &spec->expectations) {
        int64_t age = expectation_age(expectation->expectation);
        if (age && !has_age(ages, age)) json_array_append_new(ages, json_integer(age));
        needs_contexts |= expectation_needs_contexts(expectation->expectation);
    }
    json_object_set_new(question, "profilers", profilers);
    json_object_set_new(question, "seed", json_integer((json_int_t)foreign->test->seed));
    json_object_set_new(question, "ages", ages);
    json_object_set_new(question, "contexts", json_boolean(needs_contexts));
    if (spec->target.profile_of.text)
        json_object_set_new(question, "inline_by", json_string(spec->target.profile_of.text));
}

/* --- calling contexts --- */

typedef VEC(struct context_observation) context_list;

static int64_t number_of(const json_t *object, const char *key) {
    return json_integer_value(json_object_get(object, key));
}

/* A context has the same number in each chunk. */
static void add_context(struct foreign *foreign, const json_t *told, uint32_t number, int64_t from,
                        int64_t count, context_list *contexts) {
    const json_t *caller = json_object_get(told, "caller");
    if (contexts->count == number) {
        int32_t *calls = ARENA_ARRAY(foreign->arena, int32_t, foreign->executions + 1);
        struct context_observation context = {.method = foreign_text(foreign, told, "method"),
                                              .line = (int)number_of(told, "line"),
                                              .caller = (int32_t)json_integer_value(caller),
                                              .per_execution = calls};
        if (!context.method || !json_is_integer(caller) || context.caller < -1 ||
            context.caller >= (int64_t)number)
            adapter_fault(&foreign->adapter, told, "told a context that is none");
        arena_vec_push(foreign->arena, contexts, context);
    }
    struct context_observation *context = &contexts->items[number];
    context->calls +=
        foreign_add_runs(foreign, told, "calls", from, count, (int32_t *)context->per_execution);
}

static void put_contexts(struct foreign *foreign, struct observation *out) {
    context_list contexts = {0};
    int64_t from = 0;
    for (size_t i = 0; i < json_array_size(foreign->observed); i++) {
        const json_t *chunk = json_array_get(foreign->observed, i),
                     *list = json_object_get(chunk, "contexts");
        int64_t count = number_of(chunk, "executions");
        for (uint32_t k = 0; k < json_array_size(list); k++)
            add_context(foreign, json_array_get(list, k), k, from, count, &contexts);
        from += count;
    }
    out->contexts = contexts.items;
    out->context_count = contexts.count;
}

/* --- profilers --- */

/* The texts of a row that are named, or a fault. */
static const char *text_of(struct foreign *foreign, const json_t *row, const char *key) {
    const char *text = foreign_text(foreign, row, key);
    if (!text) adapter_fault(&foreign->adapter, row, "told a row without '%s'", key);
    return text;
}

static void put_lives(struct foreign *foreign, struct observation *out) {
    const json_t *list = json_object_get(foreign->decisions, "lives");
    size_t count = json_array_size(list);
    struct lives_observation *lives = ARENA_ARRAY(foreign->arena, struct lives_observation, count);
    for (size_t i = 0; i < count; i++) {
        const json_t *row = json_array_get(list, i);
        lives[i] = (struct lives_observation){foreign_text(foreign, row, "method"),
                                              (int)number_of(row, "line"),
                                              text_of(foreign, row, "subject"),
                                              number_of(row, "younger_than"),
                                              number_of(row, "made"),
                                              number_of(row, "younger"),
                                              number_of(row, "alive")};
    }
    out->lives = lives;
    out->lives_count = (uint32_t)count;
}

static double real_of(const json_t *object, const char *key) {
    return json_number_value(json_object_get(object, key));
}

static void put_cycles(struct foreign *foreign, struct observation *out) {
    const json_t *told = json_object_get(foreign->decisions, "cycles"),
                 *list = json_object_get(told, "rows");
    size_t count = json_array_size(list);
    struct cycles_observation *cycles =
        ARENA_ARRAY(foreign->arena, struct cycles_observation, count);
    for (size_t i = 0; i < count; i++) {
        const json_t *row = json_array_get(list, i);
        cycles[i] = (struct cycles_observation){text_of(foreign, row, "unit"),
                                                foreign_text(foreign, row, "method"),
                                                real_of(row, "timed"), real_of(row, "divided")};
    }
    out->cycles = cycles;
    out->cycles_count = (uint32_t)count;
    out->windows = number_of(told, "windows");
}

static void put_edges(struct foreign *foreign, struct observation *out) {
    const json_t *list = json_object_get(foreign->decisions, "edges");
    size_t count = json_array_size(list);
    struct edge_observation *edges = ARENA_ARRAY(foreign->arena, struct edge_observation, count);
    for (size_t i = 0; i < count; i++) {
        const json_t *row = json_array_get(list, i);
        edges[i] = (struct edge_observation){foreign_text(foreign, row, "caller"),
                                             (int)number_of(row, "bci"),
                                             (int)number_of(row, "line"),
                                             text_of(foreign, row, "callee"),
                                             number_of(row, "samples"),
                                             number_of(row, "calls"),
                                             number_of(row, "inferred"),
                                             number_of(row, "most")};
    }
    out->edges = edges;
    out->edge_count = (uint32_t)count;
}

void foreign_put_profiles(struct foreign *foreign, struct observation *out) {
    put_contexts(foreign, out);
    put_lives(foreign, out);
    put_cycles(foreign, out);
    put_edges(foreign, out);
}
