/* What the tests of rules in compiled code have in common: what they count and tell of a program, compiled and interpreted. */
#ifndef TESTS_COMPILED_PROFILE_H
#define TESTS_COMPILED_PROFILE_H

#include <check.h>

#include "base/strbuf.h"
#include "base/vec.h"
#include "vm_fixture.h"
#include "vm_internal.h"

/* --- rows as text --- */

static inline void add_key(struct strbuf *out, const struct vm_key_of_row *key, enum vm_key which) {
    switch (key_value(which)) {
    case VM_KEY_TEXT: strbuf_addf(out, "%s ", key->text ? key->text : "-"); break;
    case VM_KEY_NUMBER:
    case VM_KEY_FLAG: strbuf_addf(out, "%d ", (int)key->number); break;
    case VM_KEY_SITE:
        position_format(key->position, out);
        strbuf_add_char(out, ' ');
        break;
    case VM_KEY_CONTEXT: break;
    }
}

static inline void add_row(void *context, const struct vm_row *row) {
    struct strbuf *out = context;
    strbuf_addf(out, "%s: ", point_name(row->rule->point));
    for (size_t i = 0; i < row->rule->key_count; i++)
        add_key(out, &row->keys[row->rule->keys[i]], row->rule->keys[i]);
    strbuf_addf(out, "%d", (int)row->amounts[VM_AMOUNT_COUNT]);
    for (enum vm_amount amount = VM_AMOUNT_BYTES; amount < VM_AMOUNTS; amount++)
        if (row->rule->amounts >> amount & 1) strbuf_addf(out, " %d", (int)row->amounts[amount]);
    strbuf_add_char(out, '\n');
}

/* --- runs --- */

struct program {
    const char *text; /* of the class T; T.f(0), T.f(1) ... are called */
    int calls;
    struct vm_options options;
};

#define NEVER (1 << 20)

static inline struct vm_profile *begin_rules(struct fixture *f, const struct vm_rule *rules,
                                             size_t count) {
    struct diag diag = DIAG_INIT;
    struct vm_profile *profile = vm_profile_begin(f->vm, rules, count, &diag);
    ck_assert_msg(profile, "%s", diag.message);
    return profile;
}

static inline void run(const struct program *program, int threshold, const struct vm_rule *rules,
                       size_t count, struct strbuf *rows) {
    struct fixture f = {.options = program->options, .threshold = threshold};
    begin(&f, program->text);
    struct vm_profile *profile = begin_rules(&f, rules, count);
    for (int i = 0; i < program->calls; i++) call(&f, "T.f", i);
    struct vm_statistics statistics;
    vm_statistics(f.vm, &statistics);
    ck_assert_int_eq(statistics.failed_probes, 0);
    vm_profile_each(profile, 0, 1, add_row, rows);
    end(&f);
}

#define KEYS(...)                                                                                  \
    .keys = (const enum vm_key[]){__VA_ARGS__},                                                    \
    .key_count = sizeof((enum vm_key[]){__VA_ARGS__}) / sizeof(enum vm_key)
#define COUNT(rules) (sizeof(rules) / sizeof *(rules))

/* By lines: the first that differs. */
static inline void check_equal(const char *compiled, const char *interpreted) {
    while (*compiled || *interpreted) {
        size_t a = strcspn(compiled, "\n"), b = strcspn(interpreted, "\n");
        ck_assert_msg(a == b && memcmp(compiled, interpreted, a) == 0,
                      "compiled '%.*s', interpreted '%.*s'", (int)a, compiled, (int)b, interpreted);
        compiled += a + (compiled[a] != 0);
        interpreted += b + (interpreted[b] != 0);
    }
}

/* --- what is told --- */

struct told {
    enum vm_point point;
    char site[80], value[40];
    int64_t edge, bytes;
    const char *class, *old; /* interned; NULL: null, or not allocated */
};

struct told_all {
    VEC(struct told) items;
};

static inline const char *class_of(struct object *object) {
    return object ? vm_class_words(vm_object_class(object)) : NULL;
}

static inline void write_value(const struct vm_happening *happening, char *out, size_t size) {
    switch (happening->value_type) {
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    case JAVA_REFERENCE: break; /* may not be allocated */
    case JAVA_LONG: snprintf(out, size, "%lld", (long long)happening->value.j); break;
    case JAVA_FLOAT: snprintf(out, size, "%a", (double)happening->value.f); break;
    case JAVA_DOUBLE: snprintf(out, size, "%a", happening->value.d); break;
    case JAVA_INT:
    case JAVA_BOOLEAN:
    case JAVA_BYTE:
    case JAVA_CHAR:
    case JAVA_SHORT: snprintf(out, size, "%d", happening->value.i); break;
    }
}

static inline void hear_told(void *context, const struct vm_happening *happening) {
    struct told_all *told_so_far = context;
    struct told told = {.point = happening->rule->point,
                        .edge = happening->edge,
                        .bytes = happening->bytes,
                        .class = class_of(happening->object),
                        .old = class_of(happening->old.r)};
    struct strbuf site = STRBUF_INIT;
    struct position innermost = *happening->position;
    innermost.caller = NULL;
    position_format(&innermost, &site);
    snprintf(told.site, sizeof told.site, "%s", strbuf_text(&site));
    strbuf_release(&site);
    write_value(happening, told.value, sizeof told.value);
    vec_push(&told_so_far->items, told);
}

static inline void run_told(const struct program *program, int threshold,
                            const struct vm_rule *rules, size_t count, struct told_all *out) {
    struct vm_rule telling[count];
    struct strbuf rows = STRBUF_INIT;
    for (size_t i = 0; i < count; i++) {
        telling[i] = rules[i];
        telling[i].tell = hear_told;
        telling[i].tell_context = out;
    }
    run(program, threshold, telling, count, &rows);
    strbuf_release(&rows);
}

static inline bool is_same_or_null(const char *compiled, const char *interpreted) {
    return !compiled || (interpreted && strcmp(compiled, interpreted) == 0);
}

/* One after the other. */
static inline void check_told(const struct program *program, const struct vm_rule *rules,
                              size_t count) {
    struct told_all interpreted = {0}, compiled = {0};
    run_told(program, NEVER, rules, count, &interpreted);
    run_told(program, 20, rules, count, &compiled);
    for (uint32_t i = 0; i < compiled.items.count && i < interpreted.items.count; i++) {
        const struct told *a = &compiled.items.items[i], *b = &interpreted.items.items[i];
        ck_assert_msg(
            a->point == b->point && !strcmp(a->site, b->site) && !strcmp(a->value, b->value) &&
                a->edge == b->edge && a->bytes == b->bytes && is_same_or_null(a->class, b->class) &&
                is_same_or_null(a->old, b->old),
            "compiled: %s %s %s edge %lld %lld bytes, interpreted: %s %s %s edge %lld "
            "%lld bytes",
            point_name(a->point), a->site, a->value, (long long)a->edge, (long long)a->bytes,
            point_name(b->point), b->site, b->value, (long long)b->edge, (long long)b->bytes);
    }
    ck_assert_uint_eq(compiled.items.count, interpreted.items.count);
    vec_release(&interpreted.items);
    vec_release(&compiled.items);
}

static inline void check_same(const struct program *program, const struct vm_rule *rules,
                              size_t count) {
    check_told(program, rules, count);
    struct strbuf interpreted = STRBUF_INIT, compiled = STRBUF_INIT;
    run(program, NEVER, rules, count, &interpreted);
    run(program, 20, rules, count, &compiled);
    ck_assert(interpreted.length > 0);
    check_equal(strbuf_text(&compiled), strbuf_text(&interpreted));
    strbuf_release(&interpreted);
    strbuf_release(&compiled);
}

#endif
