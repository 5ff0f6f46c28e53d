/* The target and the assertions behind Check's interface. */
#include "harness/jittest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assertions/expectation.h"
#include "base/rng.h"
#include "base/vec.h"
#include "harness/spec.h"
#include "harness/target.h"

static struct {
    struct target *target;
    struct arena arena; /* of this test */
    struct rng rng;
    int64_t calls; /* since jittest_measure */
    const struct target_method *last_method;
    bool was_valid;      /* every call since then ran in compiled code */
    VEC(int64_t) before; /* counters at jittest_measure */
} test;

static void fail_if_set(const struct diag *diag) {
    char text[2048];
    if (diag->is_set) ck_abort_msg("%s", diag_format(diag, text, sizeof text));
}

void jittest_start(void) {
    struct target_settings settings = {.out = stdout, .err = stderr};
    struct diag diag = DIAG_INIT;
    test.target = the_target();
    if (test.target->start(test.target, &settings, NULL, &diag))
        test.target->load_compiler(test.target, &diag);
    fail_if_set(&diag);
    arena_init(&test.arena);
    jittest_seed(1);
}

void jittest_stop(void) {
    test.target->end(test.target);
    arena_release(&test.arena);
    vec_release(&test.before);
}

void jittest_source(const char *java) {
    struct target_source source = {"source", java, strlen(java), 1, 1};
    struct diag diag = DIAG_INIT;
    test.target->define_sources(test.target, &source, 1, &diag);
    fail_if_set(&diag);
}

static struct target_method *find(const char *name) {
    struct diag diag = DIAG_INIT;
    struct target_method *method = test.target->find_method(test.target, name, &diag);
    fail_if_set(&diag);
    return method;
}

void jittest_never_inline(const char *method) {
    test.target->direct(test.target, find(method), TARGET_NEVER_INLINE);
}

void jittest_without(const char *phase_or_rule) {
    struct diag diag = DIAG_INIT;
    test.target->disable(test.target, phase_or_rule, &diag);
    fail_if_set(&diag);
}

static int kind_of(enum java_type type) {
    switch (type) {
    case JAVA_INT:
    case JAVA_BOOLEAN:
    case JAVA_BYTE:
    case JAVA_CHAR:
    case JAVA_SHORT: return JITTEST_INT;
    case JAVA_LONG: return JITTEST_LONG;
    case JAVA_FLOAT: return JITTEST_FLOAT;
    case JAVA_DOUBLE: return JITTEST_DOUBLE;
    case JAVA_REFERENCE:
    case JAVA_VOID:
    case JAVA_TYPE_COUNT: break;
    }
    return -1;
}

static union target_value value_of(struct jittest_value given) {
    union target_value value = {0};
    switch (given.kind) {
    case JITTEST_INT: value.i = (int32_t)given.integer; break;
    case JITTEST_LONG: value.j = given.integer; break;
    case JITTEST_FLOAT: value.f = (float)given.real; break;
    case JITTEST_DOUBLE: value.d = given.real; break;
    }
    return value;
}

static struct jittest_value result_of(enum java_type type, union target_value value) {
    int kind = kind_of(type);
    if (kind == JITTEST_INT) return jittest_int(value.i);
    if (kind == JITTEST_LONG) return jittest_long(value.j);
    if (kind == JITTEST_FLOAT) return jittest_float(value.f);
    return kind == JITTEST_DOUBLE ? jittest_double(value.d) : jittest_int(0);
}

static void check_call(const char *name, const struct target_method *method,
                       const struct jittest_value *values, int count) {
    const struct method_shape *shape = method->shape;
    ck_assert_msg(method->is_static, "%s is not static", name);
    ck_assert_msg(count == shape->parameter_count, "%s takes %d arguments, not %d", name,
                  shape->parameter_count, count);
    for (int i = 0; i < count; i++)
        ck_assert_msg(kind_of(shape->parameters[i]) == (int)values[i].kind,
                      "%s: argument %d has another type", name, i);
}

struct jittest_value jittest_call_values(const char *name, const struct jittest_value *values,
                                         int count) {
    struct target *target = test.target;
    struct target_method *method = find(name);
    union target_value arguments[TARGET_MOST_ARGUMENTS];
    check_call(name, method, values, count);
    for (int i = 0; i < count; i++) arguments[i] = value_of(values[i]);
    bool was_compiled = target->is_compiled(target, method);
    struct target_result result = target->call(target, method, arguments);
    enum java_type type = method->shape->return_type;
    if (result.threw)
        ck_abort_msg("%s threw %s", name, target->outcome(target, type, result, &test.arena).text);
    test.calls++;
    test.last_method = method;
    test.was_valid = test.was_valid && was_compiled && target->is_compiled(target, method);
    return result_of(type, result.value);
}

void jittest_seed(uint64_t seed) { rng_init(&test.rng, seed); }

bool jittest_likely(double probability) { return rng_likely(&test.rng, probability); }

bool jittest_is_compiled(const char *method) {
    return test.target->is_compiled(test.target, find(method));
}

void jittest_measure(void) {
    const char *name;
    const struct count *hits;
    vec_clear(&test.before);
    for (size_t i = 0; test.target->list_counters(test.target, i, &name, &hits); i++)
        vec_push(&test.before, count_value(hits));
    test.calls = 0;
    test.was_valid = true;
}

int64_t jittest_count(const char *counter) {
    const char *name;
    const struct count *hits;
    for (size_t i = 0; test.target->list_counters(test.target, i, &name, &hits); i++)
        if (strcmp(name, counter) == 0)
            return count_value(hits) - (i < test.before.count ? test.before.items[i] : 0);
    return 0;
}

const char *jittest_rate_problem(const char *counter, double is, double epsilon) {
    struct counter_expectation expectation = {{&assertion_rate}, counter, {is, epsilon, NAN, NAN}};
    struct counter_observation counted = {.name = counter, .total = jittest_count(counter)};
    struct argument_observation drawn = {.generator = "likely", .odds = is, .is_drawn = true};
    struct observation observation = {
        .target = test.last_method ? test.last_method->name : "nothing",
        .was_compiled = test.last_method && jittest_is_compiled(test.last_method->name),
        .executions = test.was_valid ? test.calls : 0,
        .executions_asked = test.calls,
        .counter_count = 1,
        .counters = &counted,
        .argument_count = 1,
        .arguments = &drawn};
    struct false_alarm alarm =
        expectation_false_alarm(&expectation.base, test.calls, SPEC_FALSE_ALARM_LIMIT);
    if (alarm.probability > SPEC_FALSE_ALARM_LIMIT)
        return arena_format(&test.arena,
                            "a correct compiler would fail this with probability %.2g: use %lld "
                            "calls, or an epsilon of %.3g",
                            alarm.probability, (long long)alarm.iterations_needed,
                            alarm.epsilon_needed);
    struct verdict verdict = expectation_check(&expectation.base, &observation, &test.arena);
    return verdict.kind == VERDICT_PASS
               ? NULL
               : arena_format(&test.arena, "%s: %s; observed %s", verdict_text(verdict.kind),
                              verdict.summary, verdict.observed);
}
