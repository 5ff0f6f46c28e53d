/* The VM and the assertions behind Check's interface. One VM a process, as vm.h has it. */
#include "harness/jittest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "assertions/expectation.h"
#include "base/rng.h"
#include "base/vec.h"
#include "harness/spec.h"
#include "vm.h"

static struct {
    struct vm *vm;
    struct arena arena; /* of this test */
    struct rng rng;
    int64_t calls; /* since jittest_measure */
    struct method *last_method;
    bool was_valid;      /* every call since then ran in compiled code */
    VEC(int64_t) before; /* counters at jittest_measure */
} test;

static void fail_if_set(const struct diag *diag) {
    char text[2048];
    if (diag->is_set) ck_abort_msg("%s", diag_format(diag, text, sizeof text));
}

void jittest_start(void) {
    struct vm_options options = vm_options_default();
    struct diag diag = DIAG_INIT;
    options.out = stdout;
    options.err = stderr;
    test.vm = vm_create(&options, &diag);
    vm_load_code_generator(&diag);
    fail_if_set(&diag);
    arena_init(&test.arena);
    jittest_seed(1);
}

void jittest_stop(void) {
    vm_destroy(test.vm);
    arena_release(&test.arena);
    vec_release(&test.before);
    test.vm = NULL;
}

void jittest_source(const char *java) {
    struct java_source source = {"source", java, strlen(java), 1, 1, NULL};
    struct diag diag = DIAG_INIT;
    vm_define_sources(test.vm, &source, 1, &diag);
    fail_if_set(&diag);
}

static struct method *find(const char *name) {
    struct diag diag = DIAG_INIT;
    struct method *method = vm_find_method(test.vm, name, &diag);
    fail_if_set(&diag);
    return method;
}

void jittest_never_inline(const char *method) { vm_direct(test.vm, find(method), VM_NEVER_INLINE); }

void jittest_without(const char *phase_or_rule) {
    struct diag diag = DIAG_INIT;
    vm_disable(test.vm, phase_or_rule, &diag);
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

static union value value_of(struct jittest_value given) {
    union value value = {0};
    switch (given.kind) {
    case JITTEST_INT: value.i = (int32_t)given.integer; break;
    case JITTEST_LONG: value.j = given.integer; break;
    case JITTEST_FLOAT: value.f = (float)given.real; break;
    case JITTEST_DOUBLE: value.d = given.real; break;
    }
    return value;
}

static struct jittest_value result_of(enum java_type type, union value value) {
    int kind = kind_of(type);
    if (kind == JITTEST_INT) return jittest_int(value.i);
    if (kind == JITTEST_LONG) return jittest_long(value.j);
    if (kind == JITTEST_FLOAT) return jittest_float(value.f);
    return kind == JITTEST_DOUBLE ? jittest_double(value.d) : jittest_int(0);
}

static void check_call(const char *name, struct method *method, const struct method_shape *shape,
                       const struct jittest_value *values, int count) {
    ck_assert_msg(vm_method_is_static(method), "%s is not static", name);
    ck_assert_msg(count == shape->parameter_count, "%s takes %d arguments, not %d", name,
                  shape->parameter_count, count);
    for (int i = 0; i < count; i++)
        ck_assert_msg(kind_of(shape->parameters[i]) == (int)values[i].kind,
                      "%s: argument %d has another type", name, i);
}

struct jittest_value jittest_call_values(const char *name, const struct jittest_value *values,
                                         int count) {
    struct method *method = find(name);
    const struct method_shape *shape = vm_method_shape(method);
    union value arguments[255];
    check_call(name, method, shape, values, count);
    for (int i = 0; i < count; i++) arguments[i] = value_of(values[i]);
    bool was_compiled = vm_is_compiled(method);
    struct vm_result result = vm_call(test.vm, method, arguments);
    if (result.threw)
        ck_abort_msg("%s threw %s", name, vm_class_name(vm_object_class(result.value.r)));
    test.calls++;
    test.last_method = method;
    test.was_valid = test.was_valid && was_compiled && vm_is_compiled(method);
    return result_of(shape->return_type, result.value);
}

void jittest_seed(uint64_t seed) { rng_init(&test.rng, seed); }

bool jittest_likely(double probability) { return rng_likely(&test.rng, probability); }

bool jittest_is_compiled(const char *method) { return vm_is_compiled(find(method)); }

void jittest_measure(void) {
    const char *name;
    int64_t value;
    vec_clear(&test.before);
    for (size_t i = 0; vm_list_counters(test.vm, i, &name, &value); i++)
        vec_push(&test.before, value);
    test.calls = 0;
    test.was_valid = true;
}

int64_t jittest_count(const char *counter) {
    const char *name;
    int64_t value;
    for (size_t i = 0; vm_list_counters(test.vm, i, &name, &value); i++)
        if (strcmp(name, counter) == 0)
            return value - (i < test.before.count ? test.before.items[i] : 0);
    return 0;
}

const char *jittest_rate_problem(const char *counter, double is, double epsilon) {
    struct expectation expectation = {.kind = ASSERTION_rate,
                                      .subject = counter,
                                      .rate = {is, epsilon, NAN, NAN},
                                      .predicted = BOUND_NONE,
                                      .bytes = BOUND_NONE};
    struct counter_observation counted = {.name = counter, .total = jittest_count(counter)};
    struct argument_observation drawn = {.generator = "likely", .odds = is, .is_drawn = true};
    struct observation observation = {
        .target = test.last_method ? vm_method_name(test.last_method) : "nothing",
        .was_compiled = test.last_method && vm_is_compiled(test.last_method),
        .executions = test.was_valid ? test.calls : 0,
        .executions_asked = test.calls,
        .counter_count = 1,
        .counters = &counted,
        .argument_count = 1,
        .arguments = &drawn};
    struct false_alarm alarm =
        expectation_false_alarm(&expectation, test.calls, SPEC_FALSE_ALARM_LIMIT);
    if (alarm.probability > SPEC_FALSE_ALARM_LIMIT)
        return arena_format(&test.arena,
                            "a correct compiler would fail this with probability %.2g: use %lld "
                            "calls, or an epsilon of %.3g",
                            alarm.probability, (long long)alarm.iterations_needed,
                            alarm.epsilon_needed);
    struct verdict verdict = expectation_check(&expectation, &observation, &test.arena);
    return verdict.kind == VERDICT_PASS
               ? NULL
               : arena_format(&test.arena, "%s: %s; observed %s", verdict_text(verdict.kind),
                              verdict.summary, verdict.observed);
}
