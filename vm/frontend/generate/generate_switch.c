/* GENERATE SWITCH: over integers, and over strings by their hash codes, as javac does. */
#include <stdlib.h>

#include "frontend/generate.h"
#include "frontend/text.h"

struct case_row {
    int32_t key;
    const char *text; /* of a string's label */
    struct label *label;
};

struct rows {
    struct case_row *items;
    uint32_t count, capacity;
};

static int compare_rows(const void *left, const void *right) {
    const struct case_row *a = left, *b = right;
    return a->key < b->key ? -1 : a->key > b->key;
}

static void dispatch(struct code_generator *g, const struct rows *rows, struct label *otherwise) {
    struct arena *arena = g->compiler->arena;
    int32_t *keys = ARENA_ARRAY(arena, int32_t, rows->count);
    struct label **labels = ARENA_ARRAY(arena, struct label *, rows->count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < rows->count; i++) {
        if (count > 0 && keys[count - 1] == rows->items[i].key) continue;
        keys[count] = rows->items[i].key;
        labels[count++] = rows->items[i].label;
    }
    emit_switch(&g->emitter, keys, labels, count, otherwise);
}

/* The label of each case, and a row for each of its labels, sorted by key. */
static struct rows collect_rows(struct code_generator *g, const struct statement *statement,
                                struct label **cases) {
    struct rows rows = {0};
    for (uint32_t i = 0; i < statement->cases.count; i++) {
        const struct switch_case *clause = &statement->cases.items[i];
        cases[i] = label_new(&g->emitter);
        for (uint32_t j = 0; j < clause->labels.count; j++) {
            const struct expression *label = clause->labels.items[j];
            const struct constant_value *value = label->constant;
            struct case_row row = {value ? value->integer : enum_ordinal(label->variable), NULL,
                                   cases[i]};
            if (value && value->java == JAVA_REFERENCE) {
                row.text = value->text;
                row.key = modified_utf8_hash(value->text);
            }
            arena_vec_push(g->compiler->arena, &rows, row);
        }
    }
    if (rows.count) qsort(rows.items, rows.count, sizeof *rows.items, compare_rows);
    return rows;
}

/* switch (s.hashCode()), and for each hash the strings that have it, one after the other. */
static void dispatch_strings(struct code_generator *g, const struct rows *rows,
                             struct label *otherwise) {
    struct code_emitter *e = &g->emitter;
    int slot = emit_local(e, type_string(g->compiler));
    struct rows buckets = {0};
    for (uint32_t i = 0; i < rows->count; i++) {
        struct case_row bucket = {rows->items[i].key, NULL, label_new(e)};
        if (buckets.count == 0 || vec_last(&buckets).key != bucket.key)
            arena_vec_push(g->compiler->arena, &buckets, bucket);
    }
    emit_store(e, JAVA_REFERENCE, slot);
    emit_load(e, JAVA_REFERENCE, slot);
    emit_invoke(e, OP_invokevirtual, "java/lang/String", "hashCode", "()I");
    dispatch(g, &buckets, otherwise);
    uint32_t next = 0;
    for (uint32_t i = 0; i < buckets.count; i++) {
        label_place(e, buckets.items[i].label);
        for (; next < rows->count && rows->items[next].key == buckets.items[i].key; next++) {
            struct constant_value text = {.java = JAVA_REFERENCE, .text = rows->items[next].text};
            emit_load(e, JAVA_REFERENCE, slot);
            emit_value(e, &text);
            emit_invoke(e, OP_invokevirtual, "java/lang/String", "equals", "(Ljava/lang/Object;)Z");
            emit_jump(e, OP_ifne, rows->items[next].label);
        }
        emit_jump(e, OP_goto, otherwise);
    }
}

/* A string, an enum constant's ordinal, or a number, out of its box. */
static void generate_selector(struct code_generator *g, const struct expression *selector) {
    struct type *type = selector->type, *unboxed = type_unboxed(g->compiler, type);
    generate_expression(g, selector);
    if (unboxed)
        generate_conversion(g, type, unboxed);
    else if (type_is_reference(type) && !type_is_class(type, "java/lang/String"))
        emit_invoke(&g->emitter, OP_invokevirtual, type_erasure(g->compiler, type)->class->name,
                    "ordinal", "()I");
}

void generate_switch(struct code_generator *g, const struct statement *statement) {
    struct code_emitter *e = &g->emitter;
    int next_local = e->next_local;
    struct jump_scope scope = {.outer = g->scope, .statement = statement};
    struct label **cases = ARENA_ARRAY(g->compiler->arena, struct label *, statement->cases.count);
    scope.break_label = label_new(e);
    struct label *otherwise = scope.break_label;
    struct rows rows = collect_rows(g, statement, cases);
    for (uint32_t i = 0; i < statement->cases.count; i++)
        if (statement->cases.items[i].is_default) otherwise = cases[i];
    g->scope = &scope;
    generate_selector(g, statement->expression);
    if (type_is_class(statement->expression->type, "java/lang/String"))
        dispatch_strings(g, &rows, otherwise);
    else
        dispatch(g, &rows, otherwise);
    for (uint32_t i = 0; i < statement->cases.count; i++) {
        label_place(e, cases[i]);
        generate_statements(g, &statement->cases.items[i].statements);
    }
    g->scope = scope.outer;
    label_place(e, scope.break_label);
    e->next_local = next_local;
}
