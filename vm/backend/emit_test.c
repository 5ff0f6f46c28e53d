/* Java's semantics, opcode by opcode: compiled code against a second definition of each operation,
 * on all pairs of values where machines and languages differ. */
#include "backend/testing.h"

/* --- values --- */

static const int32_t ints[] = {0,
                               1,
                               -1,
                               2,
                               -2,
                               7,
                               -7,
                               31,
                               32,
                               33,
                               63,
                               64,
                               255,
                               256,
                               -128,
                               65535,
                               65536,
                               0x12345678,
                               INT32_MAX,
                               INT32_MIN,
                               INT32_MAX - 1,
                               INT32_MIN + 1};
static const int64_t longs[] = {0,
                                1,
                                -1,
                                2,
                                -2,
                                7,
                                -7,
                                63,
                                64,
                                65,
                                INT32_MAX,
                                INT32_MIN,
                                (int64_t)INT32_MAX + 1,
                                (int64_t)INT32_MIN - 1,
                                INT64_C(0x123456789abcdef0),
                                INT64_MAX,
                                INT64_MIN,
                                INT64_MAX - 1,
                                INT64_MIN + 1};
static const double reals[] = {0.0,
                               -0.0,
                               1.0,
                               -1.0,
                               0.5,
                               -0.5,
                               1.5,
                               3.0,
                               -7.25,
                               1e10,
                               -1e10,
                               1e20,
                               -1e20,
                               1e308,
                               -1e308,
                               5e-324,
                               2147483647.0,
                               2147483648.0,
                               -2147483648.0,
                               -2147483649.0,
                               2147483647.5,
                               9223372036854775807.0,
                               -9223372036854775808.0,
                               1e300 * 1e10,
                               -1e300 * 1e10,
                               NAN};
enum {
    INTS = sizeof ints / sizeof *ints,
    LONGS = sizeof longs / sizeof *longs,
    REALS = sizeof reals / sizeof *reals
};

static int count_of(enum node_type type) {
    return type == TYPE_INT ? INTS : type == TYPE_LONG ? LONGS : REALS;
}

static union value value_of(enum node_type type, int i) {
    union value value = {.bits = 0};
    if (type == TYPE_INT) value.i = ints[i];
    if (type == TYPE_LONG) value.j = longs[i];
    if (type == TYPE_FLOAT) value.f = (float)reals[i];
    if (type == TYPE_DOUBLE) value.d = reals[i];
    return value;
}

/* Bits of the result; NaNs are all the same. */
static uint64_t bits_of(enum node_type type, union value value) {
    if (type == TYPE_INT) return (uint32_t)value.i;
    if (type == TYPE_FLOAT && value.f != value.f) return UINT64_C(0x7fc00000);
    if (type == TYPE_FLOAT) return (uint32_t)value.i;
    if (type == TYPE_DOUBLE && value.d != value.d) return UINT64_C(0x7ff8000000000000);
    return value.bits;
}

/* --- the second definition --- */

static int64_t sign_extended(uint64_t bits, bool is_int) {
    return is_int ? (int32_t)(uint32_t)bits : (int64_t)bits;
}

static uint64_t quotient(uint64_t a, uint64_t b, bool is_int) {
    uint64_t min = is_int ? UINT64_C(0xffffffff80000000) : UINT64_C(0x8000000000000000);
    if (a == min && b == UINT64_MAX) return min;
    return (uint64_t)((int64_t)a / (int64_t)b);
}

/* Integers, on 64 unsigned bits, cut afterwards. */
static int64_t reference_integer(enum node_kind kind, int64_t x, int64_t y, bool is_int) {
    uint64_t a = (uint64_t)x, b = (uint64_t)y, width = is_int ? 32 : 64, count = b % width;
    if (kind == NODE_add) return sign_extended(a + b, is_int);
    if (kind == NODE_sub) return sign_extended(a - b, is_int);
    if (kind == NODE_mul) return sign_extended(a * b, is_int);
    if (kind == NODE_and) return x & y;
    if (kind == NODE_or) return x | y;
    if (kind == NODE_xor) return x ^ y;
    if (kind == NODE_div) return sign_extended(quotient(a, b, is_int), is_int);
    if (kind == NODE_rem) return sign_extended(a - quotient(a, b, is_int) * b, is_int);
    if (kind == NODE_shl) return sign_extended(a << count, is_int);
    if (kind == NODE_ushr) return sign_extended((is_int ? (uint32_t)a : a) >> count, is_int);
    ck_assert_int_eq(kind, NODE_shr);
    int64_t result = x;
    for (uint64_t i = 0; i < count; i++) result = (result - (result & 1)) / 2; /* rounds down */
    return result;
}

static double reference_double(enum node_kind kind, double a, double b) {
    volatile double x = a, y = b;
    if (kind == NODE_add) return x + y;
    if (kind == NODE_sub) return x - y;
    if (kind == NODE_mul) return x * y;
    if (kind == NODE_div) return x / y;
    return fmod(x, y);
}

static float reference_float(enum node_kind kind, float a, float b) {
    volatile float x = a, y = b;
    if (kind == NODE_add) return x + y;
    if (kind == NODE_sub) return x - y;
    if (kind == NODE_mul) return x * y;
    if (kind == NODE_div) return x / y;
    return fmodf(x, y);
}

static union value reference(enum node_kind kind, enum node_type type, union value a,
                             union value b) {
    union value result = {.bits = 0};
    if (type == TYPE_INT) result.i = (int32_t)reference_integer(kind, a.i, b.i, true);
    if (type == TYPE_LONG) result.j = reference_integer(kind, a.j, b.j, false);
    if (type == TYPE_FLOAT) result.f = reference_float(kind, a.f, b.f);
    if (type == TYPE_DOUBLE) result.d = reference_double(kind, a.d, b.d);
    return result;
}

/* --- operations of two operands --- */

static bool is_integer_type(enum node_type type) { return type == TYPE_INT || type == TYPE_LONG; }

static void check_pair(struct fixture *f, enum node_kind kind, enum node_type type, union value a,
                       union value b) {
    bool is_division = (kind == NODE_div || kind == NODE_rem) && is_integer_type(type);
    if (is_division && bits_of(type, b) == 0) return; /* a guard was there */
    union value expected = reference(kind, type, a, b), got = run(f, a, b);
    ck_assert_msg(bits_of(type, expected) == bits_of(type, got),
                  "%s of type %d: %llx, %llx gave %llx, not %llx", node_kind_text(kind), (int)type,
                  (long long)a.bits, (long long)b.bits, (long long)got.bits,
                  (long long)expected.bits);
}

static void check_binary(enum node_kind kind, enum node_type type) {
    bool is_shift = kind == NODE_shl || kind == NODE_shr || kind == NODE_ushr;
    enum node_type second = is_shift ? TYPE_INT : type;
    struct fixture f;
    fixture_begin(&f);
    struct node *inputs[] = {parameter(&f, type, 0), parameter(&f, second, 1)};
    end_return(f.graph->entry, append(f.graph->entry, kind, type, 2, inputs));
    generate(&f);
    for (int i = 0; i < count_of(type); i++)
        for (int k = 0; k < count_of(second); k++) {
            union value b = value_of(second, k);
            if (is_shift && type == TYPE_LONG) b.j = b.i;
            check_pair(&f, kind, type, value_of(type, i), b);
        }
    fixture_end(&f);
}

static const enum node_kind integer_operations[] = {NODE_add, NODE_sub, NODE_mul, NODE_div,
                                                    NODE_rem, NODE_and, NODE_or,  NODE_xor,
                                                    NODE_shl, NODE_shr, NODE_ushr};
static const enum node_kind real_operations[] = {NODE_add, NODE_sub, NODE_mul, NODE_div, NODE_rem};

START_TEST(int_operations_are_java_s) { check_binary(integer_operations[_i], TYPE_INT); }
END_TEST
START_TEST(long_operations_are_java_s) { check_binary(integer_operations[_i], TYPE_LONG); }
END_TEST
START_TEST(float_operations_are_java_s) { check_binary(real_operations[_i], TYPE_FLOAT); }
END_TEST
START_TEST(double_operations_are_java_s) { check_binary(real_operations[_i], TYPE_DOUBLE); }
END_TEST

/* --- comparisons --- */

static double as_real(enum node_type type, union value value) {
    return type == TYPE_FLOAT ? (double)value.f : value.d;
}

/* -1, 0, 1, or 2 when unordered. */
static int order_of(enum node_type type, union value a, union value b) {
    if (type == TYPE_INT) return a.i < b.i ? -1 : a.i != b.i;
    if (type == TYPE_LONG) return a.j < b.j ? -1 : a.j != b.j;
    double x = as_real(type, a), y = as_real(type, b);
    if (isnan(x) || isnan(y)) return 2;
    return x < y ? -1 : x != y;
}

static int reference_compare(enum condition condition, int order) {
    if (condition == COND_EQ) return order == 0;
    if (condition == COND_NE) return order != 0;
    if (condition == COND_LT) return order == -1;
    if (condition == COND_GE) return order == 0 || order == 1;
    if (condition == COND_GT) return order == 1;
    return order == -1 || order == 0;
}

static void compile_comparison(struct fixture *f, enum node_kind kind, enum node_type type) {
    struct node *inputs[] = {parameter(f, type, 0), parameter(f, type, 1)};
    struct node *node = append(f->graph->entry, kind, TYPE_INT, 2, inputs);
    end_return(f->graph->entry, node);
}

static void check_compare(enum condition condition, enum node_type type) {
    struct fixture f;
    fixture_begin(&f);
    compile_comparison(&f, NODE_compare, type);
    f.graph->entry->first->extra.condition = condition;
    generate(&f);
    for (int i = 0; i < count_of(type); i++)
        for (int k = 0; k < count_of(type); k++) {
            union value a = value_of(type, i), b = value_of(type, k);
            ck_assert_int_eq(run(&f, a, b).i, reference_compare(condition, order_of(type, a, b)));
        }
    fixture_end(&f);
}

START_TEST(conditions_on_ints) { check_compare((enum condition)_i, TYPE_INT); }
END_TEST
START_TEST(conditions_on_longs) { check_compare((enum condition)_i, TYPE_LONG); }
END_TEST
START_TEST(conditions_on_floats_are_false_when_unordered_but_ne) {
    check_compare((enum condition)_i, TYPE_FLOAT);
}
END_TEST
START_TEST(conditions_on_doubles_are_false_when_unordered_but_ne) {
    check_compare((enum condition)_i, TYPE_DOUBLE);
}
END_TEST

START_TEST(below_compares_without_signs) {
    struct fixture f;
    fixture_begin(&f);
    compile_comparison(&f, NODE_compare, TYPE_INT);
    f.graph->entry->first->extra.condition = _i ? COND_NOT_BELOW : COND_BELOW;
    generate(&f);
    for (int i = 0; i < INTS; i++)
        for (int k = 0; k < INTS; k++)
            ck_assert_int_eq(run(&f, value_of(TYPE_INT, i), value_of(TYPE_INT, k)).i,
                             ((uint32_t)ints[i] < (uint32_t)ints[k]) != _i);
    fixture_end(&f);
}
END_TEST

static void check_compare_three(enum node_type type, int unordered) {
    struct fixture f;
    fixture_begin(&f);
    compile_comparison(&f, NODE_compare_three, type);
    f.graph->entry->first->extra.integer = unordered;
    generate(&f);
    for (int i = 0; i < count_of(type); i++)
        for (int k = 0; k < count_of(type); k++) {
            union value a = value_of(type, i), b = value_of(type, k);
            int order = order_of(type, a, b);
            ck_assert_int_eq(run(&f, a, b).i, order == 2 ? unordered : order);
        }
    fixture_end(&f);
}

START_TEST(three_way_comparison_of_longs) { check_compare_three(TYPE_LONG, 0); }
END_TEST
START_TEST(three_way_comparison_of_floats) { check_compare_three(TYPE_FLOAT, _i ? 1 : -1); }
END_TEST
START_TEST(three_way_comparison_of_doubles) { check_compare_three(TYPE_DOUBLE, _i ? 1 : -1); }
END_TEST

/* --- conversions --- */

static int64_t saturated(double value, int64_t min, int64_t max) {
    if (isnan(value)) return 0;
    if (value >= (double)max) return max;
    if (value <= (double)min) return min;
    return (int64_t)value;
}

static union value reference_convert(enum node_type from, enum node_type to, union value value) {
    union value result = {.bits = 0};
    if (is_integer_type(from)) {
        int64_t x = from == TYPE_INT ? value.i : value.j;
        if (to == TYPE_INT) result.i = (int32_t)(uint32_t)(uint64_t)x;
        if (to == TYPE_LONG) result.j = x;
        if (to == TYPE_FLOAT) result.f = (float)x;
        if (to == TYPE_DOUBLE) result.d = (double)x;
        return result;
    }
    double x = as_real(from, value);
    if (to == TYPE_INT) result.i = (int32_t)saturated(x, INT32_MIN, INT32_MAX);
    if (to == TYPE_LONG) result.j = saturated(x, INT64_MIN, INT64_MAX);
    if (to == TYPE_FLOAT) result.f = (float)x;
    if (to == TYPE_DOUBLE) result.d = x;
    return result;
}

START_TEST(conversions_saturate_and_round_as_java_s) {
    enum node_type from = (enum node_type)(TYPE_INT + _i / 4),
                   to = (enum node_type)(TYPE_INT + _i % 4);
    if (from == to) return;
    struct fixture f;
    fixture_begin(&f);
    end_return(f.graph->entry, append(f.graph->entry, NODE_convert, to, 1,
                                      (struct node *[]){parameter(&f, from, 0)}));
    generate(&f);
    for (int i = 0; i < count_of(from); i++) {
        union value a = value_of(from, i), expected = reference_convert(from, to, a),
                    got = run(&f, a, a);
        ck_assert_msg(bits_of(to, expected) == bits_of(to, got),
                      "type %d to %d: %llx gave %llx, not %llx", (int)from, (int)to,
                      (long long)a.bits, (long long)got.bits, (long long)expected.bits);
    }
    fixture_end(&f);
}
END_TEST

static const struct narrowing {
    enum java_type type;
    int bits;
    bool has_sign;
} narrowings[] = {
    {JAVA_BOOLEAN, 1, false}, {JAVA_BYTE, 8, true}, {JAVA_CHAR, 16, false}, {JAVA_SHORT, 16, true}};

START_TEST(narrowing_keeps_the_low_bits) {
    struct narrowing n = narrowings[_i];
    struct fixture f;
    fixture_begin(&f);
    struct node *node = append(f.graph->entry, NODE_narrow, TYPE_INT, 1,
                               (struct node *[]){parameter(&f, TYPE_INT, 0)});
    node->extra.type = n.type;
    end_return(f.graph->entry, node);
    generate(&f);
    for (int i = 0; i < INTS; i++) {
        int64_t expected = (uint32_t)ints[i] & ((1u << n.bits) - 1);
        if (n.has_sign && expected >> (n.bits - 1)) expected -= INT64_C(1) << n.bits;
        ck_assert_int_eq(run(&f, value_of(TYPE_INT, i), value_of(TYPE_INT, i)).i, expected);
    }
    fixture_end(&f);
}
END_TEST

START_TEST(negation_flips_signs) {
    enum node_type type = (enum node_type)(TYPE_INT + _i);
    struct fixture f;
    fixture_begin(&f);
    end_return(f.graph->entry, append(f.graph->entry, NODE_neg, type, 1,
                                      (struct node *[]){parameter(&f, type, 0)}));
    generate(&f);
    for (int i = 0; i < count_of(type); i++) {
        union value a = value_of(type, i), expected = a;
        if (type == TYPE_INT) expected.i = (int32_t)(0u - (uint32_t)a.i);
        if (type == TYPE_LONG) expected.j = (int64_t)(0u - (uint64_t)a.j);
        if (type == TYPE_FLOAT) expected.bits ^= UINT64_C(0x80000000);
        if (type == TYPE_DOUBLE) expected.bits ^= UINT64_C(0x8000000000000000);
        ck_assert_int_eq((int64_t)bits_of(type, run(&f, a, a)), (int64_t)bits_of(type, expected));
    }
    fixture_end(&f);
}
END_TEST

START_TEST(constants_keep_their_bits) {
    enum node_type type = (enum node_type)(TYPE_INT + _i);
    for (int i = 0; i < count_of(type); i += 5) {
        struct fixture f;
        fixture_begin(&f);
        union value a = value_of(type, i);
        end_return(f.graph->entry, type == TYPE_INT     ? graph_int(f.graph, a.i)
                                   : type == TYPE_LONG  ? graph_long(f.graph, a.j)
                                   : type == TYPE_FLOAT ? graph_float(f.graph, a.f)
                                                        : graph_double(f.graph, a.d));
        generate(&f);
        ck_assert_int_eq((int64_t)bits_of(type, run(&f, a, a)), (int64_t)bits_of(type, a));
        fixture_end(&f);
    }
}
END_TEST

START_TEST(select_takes_the_second_when_the_first_is_not_0) {
    struct fixture f;
    fixture_begin(&f);
    struct node *inputs[] = {parameter(&f, TYPE_INT, 0), graph_int(f.graph, 10),
                             graph_int(f.graph, 20)};
    end_return(f.graph->entry, append(f.graph->entry, NODE_select, TYPE_INT, 3, inputs));
    generate(&f);
    ck_assert_int_eq(run(&f, (union value){.i = 2}, (union value){.i = 0}).i, 10);
    ck_assert_int_eq(run(&f, (union value){.i = 0}, (union value){.i = 0}).i, 20);
    fixture_end(&f);
}
END_TEST

/* [_i]: optimisation level; without it GCC must not call a library. */
START_TEST(the_square_root_is_rounded_correctly) {
    struct fixture f;
    fixture_begin(&f);
    f.vm.optimization_level = _i;
    struct node *x = parameter(&f, TYPE_DOUBLE, 0);
    end_return(f.graph->entry, append(f.graph->entry, NODE_sqrt, TYPE_DOUBLE, 1, &x));
    generate(&f);
    union value none = {.bits = 0};
    ck_assert_double_eq(run(&f, (union value){.d = 2}, none).d, 0x1.6a09e667f3bcdp0);
    ck_assert_double_nan(run(&f, (union value){.d = -1}, none).d);
    ck_assert(signbit(run(&f, (union value){.d = -0.0}, none).d));
    fixture_end(&f);

    fixture_begin(&f);
    f.vm.optimization_level = _i;
    x = graph_double(f.graph, 2);
    end_return(f.graph->entry, append(f.graph->entry, NODE_sqrt, TYPE_DOUBLE, 1, &x));
    generate(&f);
    ck_assert_double_eq(run(&f, none, none).d, 0x1.6a09e667f3bcdp0);
    fixture_end(&f);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("emit");
    TCase *cases = tcase_create("semantics");
    tcase_set_timeout(cases, 60);
    int integers = sizeof integer_operations / sizeof *integer_operations;
    int real = sizeof real_operations / sizeof *real_operations;
    tcase_add_loop_test(cases, int_operations_are_java_s, 0, integers);
    tcase_add_loop_test(cases, long_operations_are_java_s, 0, integers);
    tcase_add_loop_test(cases, float_operations_are_java_s, 0, real);
    tcase_add_loop_test(cases, double_operations_are_java_s, 0, real);
    tcase_add_loop_test(cases, conditions_on_ints, COND_EQ, COND_LE + 1);
    tcase_add_loop_test(cases, conditions_on_longs, COND_EQ, COND_LE + 1);
    tcase_add_loop_test(cases, conditions_on_floats_are_false_when_unordered_but_ne, COND_EQ,
                        COND_LE + 1);
    tcase_add_loop_test(cases, conditions_on_doubles_are_false_when_unordered_but_ne, COND_EQ,
                        COND_LE + 1);
    tcase_add_loop_test(cases, below_compares_without_signs, 0, 2);
    tcase_add_test(cases, three_way_comparison_of_longs);
    tcase_add_loop_test(cases, three_way_comparison_of_floats, 0, 2);
    tcase_add_loop_test(cases, three_way_comparison_of_doubles, 0, 2);
    tcase_add_loop_test(cases, conversions_saturate_and_round_as_java_s, 0, 16);
    tcase_add_loop_test(cases, narrowing_keeps_the_low_bits, 0, 4);
    tcase_add_loop_test(cases, negation_flips_signs, 0, 4);
    tcase_add_loop_test(cases, constants_keep_their_bits, 0, 4);
    tcase_add_test(cases, select_takes_the_second_when_the_first_is_not_0);
    tcase_add_loop_test(cases, the_square_root_is_rounded_correctly, 0, 4);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
