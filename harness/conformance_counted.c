/* Checks of what is counted by rules and by profilers, on programs whose counts are known. */
#include "harness/conformance.h"

#include <string.h>

#include "harness/exchange.h"

/* --- what is asked for, and told --- */

/* [members] is JSON: what the definition has beside all others. */
static const char *define_with(struct conforming *conforming, const char *java, const char *call,
                               const char *members) {
    json_t *question = conforming_definition(conforming, java, call, true),
           *more = json_loads(members, 0, NULL);
    json_object_update(question, more);
    json_decref(more);
    const char *told = adapter_told(&conforming->adapter, conforming_ask(conforming, question));
    return strcmp(told, "defined") ? "defined" : NULL;
}

static bool add_value(void *context, int64_t times, const json_t *value) {
    *(int64_t *)context += times * json_integer_value(value);
    return json_is_integer(value);
}

/* -1: they are no runs. */
static int64_t sum_of(const json_t *runs) {
    int64_t sum = 0;
    return runs_each(runs, add_value, &sum) ? sum : -1;
}

/* Of the rows of the rule whose only key is this; NULL: of all its rows. */
static int64_t hits_of_row(const struct conforming *conforming, int rule, const char *key) {
    const json_t *rows = json_object_get(conforming->said, "rows"), *row;
    int64_t hits = 0;
    for (size_t i = 0; (row = json_array_get(rows, i)); i++) {
        const char *is = json_string_value(json_array_get(json_object_get(row, "keys"), 0));
        bool is_one = json_integer_value(json_object_get(row, "rule")) == rule &&
                      (!key || (is && !strcmp(is, key)));
        if (is_one) hits += sum_of(json_object_get(row, "hits"));
    }
    return hits;
}

static int64_t hits_of_counter(const struct conforming *conforming, const char *name) {
    const json_t *counters = json_object_get(conforming->said, "counters"), *counter;
    for (size_t i = 0; (counter = json_array_get(counters, i)); i++) {
        const char *is = json_string_value(json_object_get(counter, "name"));
        if (is && !strcmp(is, name)) return sum_of(json_object_get(counter, "hits"));
    }
    return -1;
}

static const char *due_of(struct conforming *conforming, const char *what, int64_t due,
                          int64_t told) {
    if (told == due) return NULL;
    return arena_format(conforming->arena, "%s: %lld, not %lld", what, (long long)due,
                        (long long)told);
}

static bool lacks(struct conforming *conforming, const char *what) {
    const json_t *takes = json_object_get(conforming->hello, "takes"), *one;
    for (size_t i = 0; (one = json_array_get(takes, i)); i++)
        if (json_is_string(one) && !strcmp(json_string_value(one), what)) return false;
    conforming->skipped = arena_format(conforming->arena, "it does not take %s", what);
    return true;
}

/* --- rules --- */

#define TWO_CASES                                                                                  \
    "class A { static A sink; static void foo(boolean escapes) {"                                  \
    " A a = new A(); if (escapes) sink = a; } }"

const char *check_rules_count_by_their_keys(struct conforming *conforming) {
    if (lacks(conforming, "rules")) return NULL;
    const char *due = define_with(
        conforming, TWO_CASES, "A.foo(Z)V",
        "{\"rules\": [{\"point\": \"new\", \"anchor\": \"HERE\", \"in\": \"A.foo\","
        " \"keys\": [\"class\"], \"hit\": \"made\"}, {\"point\": \"branch\", \"anchor\":"
        " \"HERE\", \"keys\": [], \"hit\": \"taken\", \"if\": {\"key\": \"taken\","
        " \"sign\": \"==\", \"value\": true}}, {\"point\": \"branch\", \"anchor\":"
        " \"HERE\", \"keys\": [], \"hit\": \"never\", \"if\": {\"all\": [{\"key\":"
        " \"taken\", \"sign\": \"==\", \"value\": true}, {\"none\": [{\"key\": \"taken\","
        " \"sign\": \"==\", \"value\": true}]}]}}]}");
    if (!due) due = conforming_warm_up(conforming, "[[100020, [true]]]");
    if (!due) due = conforming_run(conforming, "[[8, [true]], [2, [false]]]");
    if (!due) due = due_of(conforming, "made", 10, hits_of_counter(conforming, "made"));
    if (!due) due = due_of(conforming, "rows of A", 10, hits_of_row(conforming, 0, "A"));
    if (!due) due = due_of(conforming, "rows", 10, hits_of_row(conforming, 0, NULL));
    if (!due) due = due_of(conforming, "taken", 2, hits_of_counter(conforming, "taken"));
    return due ? due : due_of(conforming, "never", 0, hits_of_counter(conforming, "never"));
}

const char *check_a_rule_that_names_nothing_is_told(struct conforming *conforming) {
    if (lacks(conforming, "rules")) return NULL;
    const char *due = define_with(
        conforming, TWO_CASES, "A.foo(Z)V",
        "{\"rules\": [{\"point\": \"new\", \"anchor\": \"HERE\", \"in\": \"A.foo\", \"keys\": [],"
        " \"hit\": \"a\"}, {\"point\": \"new\", \"anchor\": \"HERE\", \"in\": \"A.*\", \"of\":"
        " \"B\", \"keys\": [], \"hit\": \"b\"}]}");
    if (!due) due = conforming_warm_up(conforming, "[[100020, [true]]]");
    if (!due) due = conforming_run(conforming, "[[3, [true]]]");
    if (due) return due;
    conforming_ask(conforming, json_pack("{s:s}", "ask", "decisions"));
    return conforming_said(conforming, "unmet", "{\"rule\": 1, \"filter\": \"of\"}")
               ? NULL
               : "unmet, rule 1 by its filter 'of'";
}

const char *check_kinds_add_up(struct conforming *conforming) {
    if (lacks(conforming, "rules")) return NULL;
    const char *due = define_with(conforming, TWO_CASES, "A.foo(Z)V",
                                  "{\"rules\": [{\"point\": \"new\", \"anchor\": \"HERE\", \"in\":"
                                  " \"A.foo\", \"keys\": [\"kind\"]}]}");
    if (!due) due = conforming_warm_up(conforming, "[[100020, [true]]]");
    if (!due) due = conforming_run(conforming, "[[800, [true]], [200, [false]]]");
    if (!due) due = due_of(conforming, "rows", 1000, hits_of_row(conforming, 0, NULL));
    int64_t eliminated = hits_of_row(conforming, 0, "ELIMINATED");
    if (due || eliminated == 0 || eliminated == 200) return due;
    return arena_format(conforming->arena,
                        "ELIMINATED for the 200 that do not escape, or for none, not for %lld",
                        (long long)eliminated);
}
