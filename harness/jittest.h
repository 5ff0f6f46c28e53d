/* Tests of compiler decisions in C, with Check: what a spec says in YAML, as a test case beside
 * others.
 *
 *     START_TEST(an_object_is_allocated_only_where_it_escapes) {
 *         jittest_source("class A { static void foo(boolean b) { ... Probe.hit(\"allocated\"); ... "
 *                        "} void bar() {} }");
 *         jittest_never_inline("A.bar");
 *         while (!jittest_is_compiled("A.foo"))
 *             jittest_call("A.foo", jittest_boolean(jittest_likely(0.8)));
 *         jittest_measure();
 *         for (int i = 0; i < 10000; i++)
 *             jittest_call("A.foo", jittest_boolean(jittest_likely(0.8)));
 *         ck_assert_rate("allocated", 0.8, 0.02);
 *     }
 *     END_TEST
 *
 * The VM is started once, by the unchecked fixture; with Check's fork mode each test has its own
 * copy. A mistake, an exception that the target throws and an assertion that does not hold end the
 * test as Check's own assertions do. */
#ifndef HARNESS_JITTEST_H
#define HARNESS_JITTEST_H

#include <check.h>
#include <stdbool.h>
#include <stdint.h>

/* tcase_add_unchecked_fixture(test_case, jittest_start, jittest_stop) */
void jittest_start(void);
void jittest_stop(void);

/* Defines the classes of Java source, by the built-in compiler. */
void jittest_source(const char *java);
void jittest_never_inline(const char *method);
/* Disables a phase or rule of the compiler. */
void jittest_without(const char *phase_or_rule);

struct jittest_value {
    enum { JITTEST_INT, JITTEST_LONG, JITTEST_FLOAT, JITTEST_DOUBLE } kind;
    int64_t integer;
    double real;
};

static inline struct jittest_value jittest_int(int32_t value) {
    return (struct jittest_value){.kind = JITTEST_INT, .integer = value};
}
static inline struct jittest_value jittest_boolean(bool value) { return jittest_int(value); }
static inline struct jittest_value jittest_long(int64_t value) {
    return (struct jittest_value){.kind = JITTEST_LONG, .integer = value};
}
static inline struct jittest_value jittest_float(float value) {
    return (struct jittest_value){.kind = JITTEST_FLOAT, .real = value};
}
static inline struct jittest_value jittest_double(double value) {
    return (struct jittest_value){.kind = JITTEST_DOUBLE, .real = value};
}

/* Calls a static method with values of its parameters' types. The result is an int for all integral
 * types but long, and jittest_int(0) for void and references. */
struct jittest_value jittest_call_values(const char *method, const struct jittest_value *values,
                                         int count);
#define jittest_call(method, ...)                                                                  \
    jittest_call_values(                                                                           \
        method, (const struct jittest_value[]){__VA_ARGS__},                                       \
        (int)(sizeof((const struct jittest_value[]){__VA_ARGS__}) / sizeof(struct jittest_value)))

/* True with this probability; seeded with [seed], 1 at the start of each test. */
bool jittest_likely(double probability);
void jittest_seed(uint64_t seed);

bool jittest_is_compiled(const char *method);

/* Executions and hits count from here. */
void jittest_measure(void);
int64_t jittest_count(const char *counter);

/* Hits of the counter per call since jittest_measure; fails also when a correct compiler would fail
 * it by chance with a probability of more than 1e-6. */
#define ck_assert_rate(counter, is, epsilon)                                                       \
    do {                                                                                           \
        const char *problem = jittest_rate_problem(counter, is, epsilon);                          \
        ck_assert_msg(!problem, "%s", problem);                                                    \
    } while (0)
#define ck_assert_hits(counter, hits) ck_assert_int_eq(jittest_count(counter), hits)

const char *jittest_rate_problem(const char *counter, double is, double epsilon);

#endif
