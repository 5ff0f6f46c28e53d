/* Programs are compiled here; what is asked and told is docs/protocol.md. */
#include "harness/conformance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "harness/base64.h"
#include "harness/exchange.h"

/* --- questions --- */

json_t *conforming_ask(struct conforming *conforming, json_t *question) {
    json_t *answer = adapter_ask(&conforming->adapter, question);
    json_decref(conforming->said);
    return conforming->said = answer;
}

static json_t *json_of(const char *text) {
    json_error_t error;
    json_t *json = json_loads(text, JSON_DECODE_ANY, &error);
    if (!json) BUG("%s: %s", error.text, text);
    return json;
}

/* iload_0, ireturn; the second becomes areturn. */
static const uint8_t *spoilt(struct arena *arena, const struct target_class_file *file) {
    uint8_t *bytes = arena_allocate(arena, file->size);
    memcpy(bytes, file->bytes, file->size);
    for (size_t i = 0; i + 1 < file->size; i++)
        if (bytes[i] == 0x1a && bytes[i + 1] == 0xac) bytes[i + 1] = 0xb0;
    return bytes;
}

static json_t *classes_of(struct conforming *conforming, const char *java) {
    struct target *target = conforming->target;
    struct target_settings settings = {.out = stdout, .err = stderr};
    struct target_source source = {"Conformance.java", java, strlen(java), 1, 1};
    const struct target_class_file *files;
    struct diag diag = DIAG_INIT;
    size_t count = 0;
    json_t *classes = json_array();
    target->end(target);
    if (!target->start(target, &settings, NULL, &diag) ||
        !target->define_sources(target, &source, 1, &diag) ||
        !target->class_files(target, false, conforming->arena, &files, &count, &diag))
        BUG("%s", diag.message);
    for (size_t i = 0; i < count; i++) {
        const char *bytes =
            base64_text(conforming->arena,
                        conforming->spoils ? spoilt(conforming->arena, &files[i]) : files[i].bytes,
                        files[i].size);
        json_array_append_new(classes,
                              json_pack("{s:s,s:s}", "name", files[i].name, "bytes", bytes));
    }
    return classes;
}

/* All evidence that there is: what is not needed need not be told. */
static json_t *json_of_clauses(const struct conforming *conforming) {
    json_t *clauses = json_array(), *evidence;
    const char *clause;
    json_object_foreach(json_object_get(conforming->hello, "evidence"), clause,
                        evidence) if (!json_object_get(evidence, "none"))
        json_array_append_new(clauses, json_string(clause));
    return clauses;
}

json_t *conforming_definition(struct conforming *conforming, const char *java, const char *call,
                              bool is_static) {
    const char *descriptor = strchr(call, '('), *dot = strchr(call, '.');
    json_t *called =
        json_pack("{s:s%,s:s%,s:s,s:b}", "class", call, (size_t)(dot - call), "method", dot + 1,
                  (size_t)(descriptor - dot - 1), "descriptor", descriptor, "static", is_static);
    return json_pack("{s:s,s:o,s:o,s:[],s:[],s:[],s:[],s:{},s:[],s:n,s:b,s:o}", "ask", "define",
                     "call", called, "classes", classes_of(conforming, java), "class_path",
                     "never_inline", "always_inline", "never_compile", "switches", "vm_options",
                     "tier", "background", 0, "clauses", json_of_clauses(conforming));
}

static const struct {
    const char *java, *javascript, *lua;
} programs[] = {
#define PROGRAM(name, java, javascript, lua) {java, javascript, lua},
#include "harness/conformance_programs.def"
};

static bool is_in_language(const struct conforming *conforming, const char *language) {
    const char *told = json_string_value(json_object_get(conforming->hello, "language"));
    return told && !strcmp(told, language);
}

bool conforming_takes_classes(const struct conforming *conforming) {
    return is_in_language(conforming, "class files");
}

bool conforming_takes_scripts(const struct conforming *conforming) {
    return is_in_language(conforming, "javascript") || is_in_language(conforming, "lua");
}

json_t *conforming_program(struct conforming *conforming, enum conformance_program program,
                           const char *call) {
    if (conforming_takes_classes(conforming))
        return conforming_definition(conforming, programs[program].java, call, true);
    const char *source =
        is_in_language(conforming, "lua") ? programs[program].lua : programs[program].javascript;
    return json_pack("{s:s,s:{s:s},s:s,s:s,s:{s:s,s:s},s:[],s:[],s:[],s:{},s:[],s:n,s:b,s:o}",
                     "ask", "define", "call", "function", "A.foo", "source", source, "file",
                     "conformance.yaml", "calibrate", "function", "twin", "subject", "A",
                     "never_inline", "always_inline", "never_compile", "switches", "vm_options",
                     "tier", "background", 0, "clauses", json_of_clauses(conforming));
}

static bool has_told(const struct conforming *conforming, const char *word) {
    return !strcmp(adapter_told(&conforming->adapter, conforming->said), word);
}

const char *conforming_define_program(struct conforming *conforming,
                                      enum conformance_program program, const char *call) {
    conforming_ask(conforming, conforming_program(conforming, program, call));
    return has_told(conforming, "defined") ? NULL : "defined";
}

const char *conforming_define(struct conforming *conforming, const char *java, const char *call) {
    conforming_ask(conforming, conforming_definition(conforming, java, call, true));
    return has_told(conforming, "defined") ? NULL : "defined";
}

static json_t *warm_up_question(const char *rows, const char *until, int64_t at_most,
                                int64_t after) {
    return json_pack("{s:s,s:o,s:s,s:I,s:I}", "ask", "warm_up", "rows", json_of(rows), "until",
                     until, "at_most", (json_int_t)at_most, "after", (json_int_t)after);
}

const char *conforming_warm_up(struct conforming *conforming, const char *rows) {
    conforming_ask(conforming, warm_up_question(rows, "compiled", 100000, 20));
    if (has_told(conforming, "compiled")) return NULL;
    return arena_format(conforming->arena, "compiled, with the rows %s", rows);
}

const char *conforming_calls(struct conforming *conforming, const char *rows, int64_t calls) {
    conforming_ask(conforming, warm_up_question(rows, "calls", calls, 0));
    if (has_told(conforming, "compiled") &&
        json_integer_value(json_object_get(conforming->said, "calls")) == calls)
        return NULL;
    return arena_format(conforming->arena, "compiled, with %lld calls", (long long)calls);
}

const char *conforming_run(struct conforming *conforming, const char *rows) {
    conforming_ask(conforming, json_pack("{s:s,s:o}", "ask", "run", "rows", json_of(rows)));
    return has_told(conforming, "observed") ? NULL : "observed";
}

/* --- answers --- */

static bool is_same(const json_t *a, const json_t *b) {
    if (json_is_number(a) && json_is_number(b) && (json_is_real(a) || json_is_real(b)))
        return json_number_value(a) == json_number_value(b) &&
               (!json_is_real(a) || !json_is_real(b) ||
                !signbit(json_real_value(a)) == !signbit(json_real_value(b)));
    if (!json_is_array(a)) return json_equal(a, b);
    bool is_equal = json_array_size(a) == json_array_size(b);
    for (size_t i = 0; is_equal && i < json_array_size(a); i++)
        is_equal = is_same(json_array_get(a, i), json_array_get(b, i));
    return is_equal;
}

static bool add_run(void *runs, int64_t times, const json_t *value) {
    json_t *last = json_array_get(runs, json_array_size(runs) - 1);
    if (last && is_same(json_array_get(last, 1), value))
        json_array_set_new(
            last, 0, json_integer(json_integer_value(json_array_get(last, 0)) + (json_int_t)times));
    else if (times)
        json_array_append_new(runs, json_pack("[I,O]", (json_int_t)times, value));
    return true;
}

/* The runs that say the same with the fewest runs. NULL: they are no runs. */
static json_t *shortest(const json_t *runs) {
    json_t *out = json_array();
    if (runs_each(runs, add_run, out)) return out;
    json_decref(out);
    return NULL;
}

static bool are_same_runs(const json_t *a, const json_t *b) {
    json_t *short_a = shortest(a), *short_b = shortest(b);
    bool are_same = short_a && short_b && is_same(short_a, short_b);
    json_decref(short_a);
    json_decref(short_b);
    return are_same;
}

bool conforming_said(const struct conforming *conforming, const char *key, const char *json) {
    json_t *due = json_of(json), *said = json_object_get(conforming->said, key);
    bool is_so = json_is_array(due) ? are_same_runs(said, due) : is_same(said, due);
    json_decref(due);
    return is_so;
}

static bool add_value(void *context, int64_t times, const json_t *value) {
    *(int64_t *)context += times * json_integer_value(value);
    return json_is_integer(value);
}

static const char *text_in(const json_t *object, const char *key) {
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* The innermost bytecode that is not the library's: that of the site, or of a call that it was inlined through. */
static const json_t *place_of(const json_t *site) {
    const json_t *callers = json_object_get(site, "callers"), *at = json_object_get(site, "at");
    for (size_t i = 0; i < json_array_size(callers) && !strncmp(text_in(at, "method"), "java.", 5);
         i++)
        at = json_array_get(callers, i);
    return at;
}

static bool is_in(const json_t *place, const char *method) {
    size_t length = strcspn(method, ":"), all = strlen(text_in(place, "method"));
    if (strncmp(text_in(place, "method"), method, length) != 0) return false;
    return !method[length] || (all == length && json_integer_value(json_object_get(place, "bci")) ==
                                                    strtol(method + length + 1, NULL, 10));
}

/* Other languages than class files have no places. */
static bool is_of(const struct conforming *conforming, const json_t *site, const char *subject,
                  const char *method) {
    return !strcmp(text_in(site, "kind"), "allocation") &&
           strcmp(text_in(site, "maker"), "deoptimization") &&
           (!subject || !strcmp(text_in(site, "subject"), subject)) &&
           (!conforming_takes_classes(conforming) || is_in(place_of(site), method));
}

int64_t conforming_objects(const struct conforming *conforming, const char *subject,
                           const char *method) {
    const json_t *sites = json_object_get(conforming->said, "sites"), *site;
    int64_t objects = 0;
    for (size_t i = 0; (site = json_array_get(sites, i)); i++)
        if (is_of(conforming, site, subject, method) &&
            !runs_each(json_object_get(site, "effective"), add_value, &objects))
            return -1;
    return objects;
}

bool conforming_allocated(const struct conforming *conforming, const char *method,
                          const char *json) {
    const json_t *sites = json_object_get(conforming->said, "sites"), *site;
    json_t *due = json_of(json);
    bool is_so = false;
    for (size_t i = 0; (site = json_array_get(sites, i)); i++)
        is_so |= is_of(conforming, site, NULL, method) &&
                 are_same_runs(json_object_get(site, "effective"), due);
    json_decref(due);
    return is_so;
}

int64_t conforming_bytes(const struct conforming *conforming) {
    const json_t *sites = json_object_get(conforming->said, "sites"), *site;
    int64_t bytes = 0;
    for (size_t i = 0; (site = json_array_get(sites, i)); i++)
        if (is_of(conforming, site, NULL, ""))
            bytes += json_integer_value(json_object_get(site, "bytes"));
    return bytes;
}
