/* What instructions compute, on hand-made code. */
#include <math.h>

#include "interp/testing.h"

#define ROWS(table) (int)(sizeof table / sizeof *table)

struct int_row {
    uint8_t opcode;
    int32_t a, b, expected;
};
static const struct int_row int_rows[] = {
    {OP_iadd, INT32_MAX, 1, INT32_MIN},
    {OP_isub, INT32_MIN, 1, INT32_MAX},
    {OP_imul, 0x10000, 0x10000, 0},
    {OP_imul, 46341, 46341, -2147479015},
    {OP_idiv, INT32_MIN, -1, INT32_MIN},
    {OP_idiv, -7, 2, -3},
    {OP_irem, INT32_MIN, -1, 0},
    {OP_irem, -7, 2, -1},
    {OP_irem, 7, -2, 1},
    {OP_ishl, 1, 33, 2},
    {OP_ishl, -1, -1, INT32_MIN},
    {OP_ishr, INT32_MIN, 35, -268435456},
    {OP_iushr, -1, 28, 15},
    {OP_iushr, -1, 32, -1},
    {OP_iand, 12, 10, 8},
    {OP_ior, 12, 10, 14},
    {OP_ixor, 12, 10, 6},
};

START_TEST(int_arithmetic_is_javas) {
    const struct int_row *row = &int_rows[_i];
    add("f", "(II)I", CODE(OP_iload_0, OP_iload_1, row->opcode, OP_ireturn));
    done();
    ck_assert_int_eq(call(method("f"), row->a, row->b).i, row->expected);
}
END_TEST

struct long_row {
    uint8_t opcode;
    int64_t a, b, expected;
};
static const struct long_row long_rows[] = {
    {OP_ladd, INT64_MAX, 1, INT64_MIN},
    {OP_lsub, INT64_MIN, 1, INT64_MAX},
    {OP_lmul, INT64_MIN, -1, INT64_MIN},
    {OP_ldiv, INT64_MIN, -1, INT64_MIN},
    {OP_lrem, INT64_MIN, -1, 0},
    {OP_lrem, -7, 4, -3},
    {OP_land, 12, 10, 8},
    {OP_lor, 1LL << 40, 1, (1LL << 40) + 1},
    {OP_lxor, -1, 1, -2},
};

START_TEST(long_arithmetic_is_javas) {
    const struct long_row *row = &long_rows[_i];
    add("f", "(JJ)J", CODE(OP_lload_0, OP_lload_2, row->opcode, OP_lreturn));
    done();
    ck_assert_int_eq(call(method("f"), row->a, row->b).j, row->expected);
}
END_TEST

START_TEST(long_shifts_take_six_bits_of_an_int) {
    add("l", "(JI)J", CODE(OP_lload_0, OP_iload_2, OP_lshl, OP_lreturn));
    add("r", "(JI)J", CODE(OP_lload_0, OP_iload_2, OP_lshr, OP_lreturn));
    add("u", "(JI)J", CODE(OP_lload_0, OP_iload_2, OP_lushr, OP_lreturn));
    done();
    ck_assert_int_eq(call(method("l"), INT64_C(3), 65).j, 6);
    ck_assert_int_eq(call(method("r"), INT64_MIN, -1).j, -1);
    ck_assert_int_eq(call(method("u"), INT64_C(-1), 63).j, 1);
}
END_TEST

START_TEST(negation_wraps_and_keeps_the_sign_of_zero) {
    add("i", "(I)I", CODE(OP_iload_0, OP_ineg, OP_ireturn));
    add("d", "(D)D", CODE(OP_dload_0, OP_dneg, OP_dreturn));
    done();
    ck_assert_int_eq(call(method("i"), INT32_MIN).i, INT32_MIN);
    ck_assert(signbit(call(method("d"), 0.0).d));
}
END_TEST

START_TEST(remainders_of_doubles_are_fmods) {
    add("d", "(DD)D", CODE(OP_dload_0, OP_dload_2, OP_drem, OP_dreturn));
    add("f", "(FF)F", CODE(OP_fload_0, OP_fload_1, OP_frem, OP_freturn));
    done();
    ck_assert(call(method("d"), -5.5, 2.0).d == -1.5);
    ck_assert(isnan(call(method("d"), 1.0, 0.0).d));
    ck_assert(call(method("d"), 3.0, INFINITY).d == 3.0);
    ck_assert(call(method("f"), 5.5, -2.0).f == 1.5f);
}
END_TEST

static const struct {
    double value;
    int32_t as_int;
    int64_t as_long;
} conversions[] = {
    {NAN, 0, 0},
    {1e30, INT32_MAX, INT64_MAX},
    {-1e30, INT32_MIN, INT64_MIN},
    {-1.9, -1, -1},
    {2147483647.0, INT32_MAX, INT32_MAX},
    {-0.0, 0, 0},
    {9.3e18, INT32_MAX, INT64_MAX},
    {-INFINITY, INT32_MIN, INT64_MIN},
};

START_TEST(conversions_from_floating_point_saturate) {
    add("i", "(D)I", CODE(OP_dload_0, OP_d2i, OP_ireturn));
    add("l", "(D)J", CODE(OP_dload_0, OP_d2l, OP_lreturn));
    add("f", "(F)I", CODE(OP_fload_0, OP_f2i, OP_ireturn));
    done();
    ck_assert_int_eq(call(method("i"), conversions[_i].value).i, conversions[_i].as_int);
    ck_assert_int_eq(call(method("l"), conversions[_i].value).j, conversions[_i].as_long);
    if (conversions[_i].as_int != INT32_MAX)
        ck_assert_int_eq(call(method("f"), conversions[_i].value).i, conversions[_i].as_int);
}
END_TEST

START_TEST(narrow_ints_are_cut_and_extended) {
    add("b", "(I)I", CODE(OP_iload_0, OP_i2b, OP_ireturn));
    add("c", "(I)I", CODE(OP_iload_0, OP_i2c, OP_ireturn));
    add("s", "(I)I", CODE(OP_iload_0, OP_i2s, OP_ireturn));
    add("l", "(J)I", CODE(OP_lload_0, OP_l2i, OP_ireturn));
    done();
    ck_assert_int_eq(call(method("b"), 0x1ff).i, -1);
    ck_assert_int_eq(call(method("c"), -1).i, 0xffff);
    ck_assert_int_eq(call(method("s"), 0x18000).i, -32768);
    ck_assert_int_eq(call(method("l"), INT64_C(0x1ffffffff)).i, -1);
}
END_TEST

START_TEST(results_and_booleans_in_arrays_keep_what_their_type_holds) {
    static const struct {
        const char *name, *descriptor;
        int32_t expected;
    } rows[] = {{"z", "(I)Z", 1}, {"b", "(I)B", -1}, {"c", "(I)C", 0xffff}, {"s", "(I)S", -1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        add(rows[i].name, rows[i].descriptor, CODE(OP_iload_0, OP_ireturn));
    add("array", "(I)I",
        CODE(OP_iconst_1, OP_newarray, ARRAY_TYPE_BOOLEAN, OP_dup, OP_iconst_0, OP_iload_0,
             OP_bastore, OP_iconst_0, OP_baload, OP_ireturn));
    done();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_int_eq(call(method(rows[i].name), 0x1ffff).i, rows[i].expected);
    ck_assert_int_eq(call(method("array"), 3).i, 1);
    ck_assert_int_eq(call(method("array"), 2).i, 0);
}
END_TEST

START_TEST(comparisons_say_what_nan_is) {
    add("l", "(DD)I", CODE(OP_dload_0, OP_dload_2, OP_dcmpl, OP_ireturn));
    add("g", "(DD)I", CODE(OP_dload_0, OP_dload_2, OP_dcmpg, OP_ireturn));
    add("j", "(JJ)I", CODE(OP_lload_0, OP_lload_2, OP_lcmp, OP_ireturn));
    done();
    ck_assert_int_eq(call(method("l"), NAN, 1.0).i, -1);
    ck_assert_int_eq(call(method("g"), NAN, 1.0).i, 1);
    ck_assert_int_eq(call(method("l"), 0.0, -0.0).i, 0);
    ck_assert_int_eq(call(method("g"), 2.0, 1.0).i, 1);
    ck_assert_int_eq(call(method("j"), INT64_MIN, INT64_MAX).i, -1);
}
END_TEST

static const struct {
    uint8_t opcode;
    int depth;    /* of the stack afterwards, from 1 2 3 4 */
    int expected; /* its digits, the top first */
} shuffles[] = {
    {OP_nop, 4, 4321},    {OP_dup, 5, 44321},      {OP_dup_x1, 5, 43421},   {OP_dup_x2, 5, 43241},
    {OP_dup2, 6, 434321}, {OP_dup2_x1, 6, 432431}, {OP_dup2_x2, 6, 432143}, {OP_swap, 4, 3421},
    {OP_pop, 3, 321},     {OP_pop2, 2, 21},
};

START_TEST(the_stack_is_shuffled_by_slots) {
    uint8_t code[64] = {OP_iconst_1, OP_iconst_2, OP_iconst_3, OP_iconst_4, shuffles[_i].opcode};
    size_t length = 5;
    for (int i = 1; i < shuffles[_i].depth; i++) { /* x y: x + 10 * y */
        memcpy(code + length, (uint8_t[]){OP_bipush, 10, OP_imul, OP_iadd}, 4);
        length += 4;
    }
    code[length++] = OP_ireturn;
    add("f", "()I", code, length);
    done();
    ck_assert_int_eq(call(method("f")).i, shuffles[_i].expected);
}
END_TEST

START_TEST(wide_reaches_far_locals) {
    struct code code = {.max_stack = 4, .max_locals = 302};
    const uint8_t bytes[] = {OP_lload_0, OP_wide,  OP_lstore, U16(300), OP_iload_2, OP_wide,
                             OP_istore,  U16(299), OP_wide,   OP_iinc,  U16(299),   U16(-1000),
                             OP_wide,    OP_lload, U16(300),  OP_wide,  OP_iload,   U16(299),
                             OP_i2l,     OP_ladd,  OP_lreturn};
    code.bytes = bytes;
    code.length = sizeof bytes;
    class_writer_add_method(
        &writer, &(struct member_info){
                     .access = ACC_STATIC, .name = "f", .descriptor = "(JI)J", .code = &code});
    done();
    ck_assert_int_eq(call(method("f"), INT64_C(1) << 40, 7).j, (INT64_C(1) << 40) - 993);
}
END_TEST

START_TEST(a_frame_is_as_large_as_a_class_file_can_ask_for) {
    uint16_t g = class_writer_member(&writer, CONSTANT_METHOD, "T", "g", "(I)I");
    add("g", "(I)I",
        CODE(OP_iload_0, OP_istore, 10, OP_iconst_2, OP_iload, 10, OP_imul, OP_ireturn));
    const uint8_t bytes[] = {OP_iload_0, OP_iload_0, OP_iload_0, OP_invokestatic,
                             U16(g),     OP_isub,    OP_isub,    OP_ireturn};
    struct code code = {
        .max_stack = 65535, .max_locals = 65535, .length = sizeof bytes, .bytes = bytes};
    class_writer_add_method(
        &writer, &(struct member_info){
                     .access = ACC_STATIC, .name = "f", .descriptor = "(I)I", .code = &code});
    done();
    ck_assert_int_eq(call(method("f"), 5).i, 10);
}
END_TEST

START_TEST(arguments_of_all_sizes_arrive_in_their_slots) {
    uint16_t g = class_writer_member(&writer, CONSTANT_METHOD, "T", "g", "(IJDFJ)D");
    add("g", "(IJDFJ)D",
        CODE(OP_iload_0, OP_i2d, OP_lload_1, OP_l2d, OP_dadd, OP_dload_3, OP_dadd, OP_fload, 5,
             OP_f2d, OP_dadd, OP_lload, 6, OP_l2d, OP_dadd, OP_dreturn));
    add("f", "(IJDFJ)D",
        CODE(OP_dconst_1, OP_iload_0, OP_lload_1, OP_dload_3, OP_fload, 5, OP_lload, 6,
             OP_invokestatic, U16(g), OP_dadd, OP_dreturn));
    done();
    double sum = call(method("f"), 1, INT64_C(20), 300.5, 4000.0, INT64_C(50000)).d;
    ck_assert(sum == 54322.5);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("values");
    TCase *cases = tcase_create("values");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_set_timeout(cases, 60);
    tcase_add_loop_test(cases, int_arithmetic_is_javas, 0, ROWS(int_rows));
    tcase_add_loop_test(cases, long_arithmetic_is_javas, 0, ROWS(long_rows));
    tcase_add_test(cases, long_shifts_take_six_bits_of_an_int);
    tcase_add_test(cases, negation_wraps_and_keeps_the_sign_of_zero);
    tcase_add_test(cases, remainders_of_doubles_are_fmods);
    tcase_add_loop_test(cases, conversions_from_floating_point_saturate, 0, ROWS(conversions));
    tcase_add_test(cases, narrow_ints_are_cut_and_extended);
    tcase_add_test(cases, results_and_booleans_in_arrays_keep_what_their_type_holds);
    tcase_add_test(cases, comparisons_say_what_nan_is);
    tcase_add_loop_test(cases, the_stack_is_shuffled_by_slots, 0, ROWS(shuffles));
    tcase_add_test(cases, wide_reaches_far_locals);
    tcase_add_test(cases, a_frame_is_as_large_as_a_class_file_can_ask_for);
    tcase_add_test(cases, arguments_of_all_sizes_arrive_in_their_slots);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
