/* HELLO: what the VM can tell (evidence.def) and what of its compiler can be switched. */
#include "serve/state.h"

static json_t *json_of_evidence(void) {
    static const struct {
        const char *clause, *kind, *how;
    } clauses[] = {
#define CLAUSE(clause, kind, how) {clause, kind, how},
#include "serve/evidence.def"
#undef CLAUSE
    };
    json_t *evidence = json_object();
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
        json_object_set_new(evidence, clauses[i].clause,
                            json_pack("{s:s}", clauses[i].kind, clauses[i].how));
    return evidence;
}

/* Ours are the harness's. */
static json_t *json_of_reasons(void) {
    json_t *reasons = json_object();
    for (int i = REASON_none + 1; i < REASON_COUNT; i++)
        json_object_set_new(reasons, reason_text((enum reason)i),
                            json_string(reason_name((enum reason)i)));
    return reasons;
}

static void add_switches(json_t *list,
                         bool (*each)(size_t index, const char **name, const char **meaning),
                         bool is) {
    const char *name, *meaning;
    for (size_t i = 0; each(i, &name, &meaning); i++)
        json_array_append_new(
            list, json_pack("{s:s,s:b,s:s}", "name", name, "is", is, "meaning", meaning));
}

/* Phases and rules are on, known performance bugs are off, limits are numbers. */
static json_t *json_of_switches(void) {
    json_t *list = json_array();
    const char *name, *meaning;
    double value;
    add_switches(list, vm_list_disableable, true);
    add_switches(list, vm_list_sabotages, false);
    for (size_t i = 0; vm_list_limits(i, &name, &value, &meaning); i++)
        json_array_append_new(
            list, json_pack("{s:s,s:f,s:s}", "name", name, "is", value, "meaning", meaning));
    return list;
}

static json_t *json_of_options(void) {
    json_t *list = json_array();
    for (int i = 0; i < VM_OPTION_COUNT; i++)
        if (vm_option_is_number((enum vm_option)i))
            json_array_append_new(list, json_string(vm_option_rows[i].name));
    return list;
}

json_t *hello_answer(const json_t *question) {
    bool is_asked = json_is_true(json_object_get(question, "switches"));
    return json_pack("{s:s,s:i,s:s,s:s,s:s,s:[s],s:s,s:b,s:[s,s,s],s:s,s:o,s:o,s:o,s:o}", "tell",
                     "hello", "protocol", SPOKEN_VERSION, "adapter", "jitvm", "vm", "jitvm",
                     "version", JITTEST_VERSION, "tags", "own", "language", "class files",
                     "inserted_code", 1, "takes", "rules", "threads", "inline_by", "runs", "many",
                     "evidence", json_of_evidence(), "reasons", json_of_reasons(), "options",
                     json_of_options(), "switches", is_asked ? json_of_switches() : json_array());
}
