/* Where the values on the stack come from. */
#include "classfile/producers.h"

#include "base/check_run.h"
#include <stdio.h>
#include <string.h>

#include "base/intern.h"
#include "base/strbuf.h"
#include "classfile/opcodes.h"

enum { INT_FIELD = 1, LONG_FIELD, DOUBLE_FIELD, RUN, COUNT, WIDE, SITE, CONSTANT_COUNT };

static const char *const descriptors[CONSTANT_COUNT] = {
    [INT_FIELD] = "I", [LONG_FIELD] = "J", [DOUBLE_FIELD] = "D", [RUN] = "()V",
    [COUNT] = "(I)I",  [WIDE] = "(JID)J",  [SITE] = "(I)I",
};

static void make_constants(struct constant *constants) {
    for (int i = 1; i < CONSTANT_COUNT; i++) {
        const char *descriptor = intern(descriptors[i]);
        if (i == SITE)
            constants[i].dynamic.descriptor = descriptor;
        else
            constants[i].member.descriptor = descriptor;
    }
}

/* "4" of what the instruction at 4 made, "l2" of the local 2. */
static void add_producer(struct strbuf *text, int32_t producer) {
    strbuf_add_text(text, text->length ? " " : "");
    if (producer_local(producer) >= 0)
        strbuf_addf(text, "l%d", producer_local(producer));
    else if (producer >= 0)
        strbuf_addf(text, "%d", producer);
    else
        strbuf_add_text(text, producer == PRODUCER_CONSTANT      ? "constant"
                              : producer == PRODUCER_COMPUTATION ? "computed"
                              : producer == PRODUCER_SEVERAL     ? "several"
                                                                 : "caught");
}

/* Of an operand: a constant, the length of a branch. */
#define AT(low) 0, low

static const struct {
    uint8_t bytes[24]; /* the last instruction is a return */
    uint32_t length;
    const char *stack; /* in front of the last */
} rows[] = {
#define ROW(stack, ...) {{__VA_ARGS__, OP_return}, sizeof((uint8_t[]){__VA_ARGS__}) + 1, stack},
    ROW("l0 l0", OP_iload_0, OP_dup) ROW("l1 l0 l1", OP_iload_0, OP_iload_1, OP_dup_x1) ROW(
        "l2 l0 l1 l2", OP_iload_0, OP_iload_1, OP_iload_2,
        OP_dup_x2) ROW("l0 l1 l0 l1", OP_iload_0, OP_iload_1,
                       OP_dup2) ROW("l1 l2 l0 l1 l2", OP_iload_0, OP_iload_1, OP_iload_2,
                                    OP_dup2_x1) ROW("l2 l3 l0 l1 l2 l3", OP_iload_0, OP_iload_1,
                                                    OP_iload_2, OP_iload_3, OP_dup2_x2)
        ROW("l1 l0", OP_iload_0, OP_iload_1,
            OP_swap) ROW("l0 l0", OP_iload_0, OP_i2l) ROW("l3 l0", OP_iload_3, OP_dload_0, OP_d2i)
            ROW("l0", OP_iload_0, OP_i2s) ROW("l0", OP_aload_0, OP_checkcast, AT(RUN)) ROW(
                "l3 constant", OP_iload_3, OP_aconst_null) ROW("constant constant", OP_lconst_0)
                ROW("constant", OP_sipush, 1, 0) ROW("constant", OP_ldc, INT_FIELD) ROW(
                    "l3 constant constant", OP_iload_3,
                    OP_ldc2_w, AT(LONG_FIELD)) ROW("l3", OP_iload_3, OP_lload_0,
                                                   OP_lstore_1) ROW("l3", OP_iload_3, OP_iinc, 1, 1)
                    ROW("l3 computed", OP_iload_3, OP_iload_1, OP_iload_2,
                        OP_iadd) ROW("l3 computed computed", OP_iload_3, OP_dload_0, OP_dload_1,
                                     OP_dadd) ROW("l3 computed", OP_iload_3, OP_dload_0, OP_dload_1,
                                                  OP_dcmpl)
                        ROW("l3 computed", OP_iload_3, OP_aload_0, OP_arraylength) ROW(
                            "l3", OP_iload_3, OP_lload_0,
                            OP_pop2) ROW("l3 3", OP_iload_3, OP_aload_0, OP_iload_1, OP_iaload)
                            ROW("l3 3 3", OP_iload_3, OP_aload_0, OP_iload_1, OP_laload) ROW(
                                "l3", OP_iload_3, OP_aload_0, OP_iload_1, OP_dload_2, OP_dastore)
                                ROW("l3 2", OP_iload_3, OP_aload_0, OP_getfield, AT(INT_FIELD)) ROW(
                                    "l3 2 2", OP_iload_3, OP_aload_0, OP_getfield, AT(LONG_FIELD))
                                    ROW("l3 1 1", OP_iload_3, OP_getstatic, AT(DOUBLE_FIELD)) ROW(
                                        "l3 1", OP_iload_3,
                                        OP_getstatic,
                                        AT(INT_FIELD)) ROW("l3", OP_iload_3, OP_aload_0, OP_lload_1,
                                                           OP_putfield, AT(LONG_FIELD))
                                        ROW("l3", OP_iload_3, OP_aload_0, OP_iload_1, OP_putfield,
                                            AT(INT_FIELD)) ROW("l3", OP_iload_3, OP_dload_1,
                                                               OP_putstatic, AT(DOUBLE_FIELD))
                                            ROW("l3", OP_iload_3, OP_invokestatic, AT(RUN)) ROW(
                                                "l3", OP_iload_3, OP_aload_0, OP_invokevirtual,
                                                AT(RUN)) ROW("l3 3", OP_iload_3, OP_aload_0,
                                                             OP_iload_1, OP_invokevirtual,
                                                             AT(COUNT))
                                                ROW("l3 3", OP_iload_3, OP_aload_0, OP_iload_1,
                                                    OP_invokespecial, AT(COUNT))
                                                    ROW("l3 3", OP_iload_3, OP_aload_0, OP_iload_1,
                                                        OP_invokeinterface, AT(COUNT), 2,
                                                        0) ROW("l3 4 4", OP_iload_3, OP_lload_0,
                                                               OP_iload_1, OP_dload_2,
                                                               OP_invokestatic, AT(WIDE))
                                                        ROW("l3 2", OP_iload_3, OP_iload_1,
                                                            OP_invokedynamic, AT(SITE),
                                                            0, 0) ROW("l3 1", OP_iload_3, OP_new,
                                                                      AT(RUN)) ROW("l3 2",
                                                                                   OP_iload_3,
                                                                                   OP_iload_1,
                                                                                   OP_newarray,
                                                                                   ARRAY_TYPE_INT)
                                                            ROW("l3 2", OP_iload_3, OP_iload_1,
                                                                OP_anewarray, AT(RUN))
                                                                ROW("l3 4", OP_iload_3, OP_iload_0,
                                                                    OP_iload_1, OP_iload_2,
                                                                    OP_multianewarray, AT(RUN), 3)
                                                                    ROW("several l3", OP_iload_0,
                                                                        OP_ifeq, AT(7), OP_iload_1,
                                                                        OP_goto, AT(4), OP_iload_2,
                                                                        OP_iload_3)
                                                                        ROW("l1 l3", OP_iload_0,
                                                                            OP_ifeq, AT(7),
                                                                            OP_iload_1, OP_goto,
                                                                            AT(4), OP_iload_1,
                                                                            OP_iload_3)
                                                                            ROW("several",
                                                                                OP_iload_0, OP_ifeq,
                                                                                AT(7), OP_iload_1,
                                                                                OP_goto, AT(4),
                                                                                OP_iload_2, OP_i2b)
#undef ROW
};

static const struct instruction_origin *producers_of(struct arena *arena, const struct code *code) {
    static struct constant constants[CONSTANT_COUNT];
    make_constants(constants);
    return code_producers(arena, constants, code);
}

static void assert_stack(const struct instruction_origin *origin, const char *expected) {
    struct strbuf text = STRBUF_INIT;
    for (int i = 0; i < origin->depth; i++) add_producer(&text, origin->values[i]);
    ck_assert(origin->is_reached);
    ck_assert_str_eq(strbuf_text(&text), expected);
    strbuf_release(&text);
}

START_TEST(the_producers_on_the_stack_are_those_of_the_instruction_set) {
    struct arena arena;
    arena_init(&arena);
    struct code code = {
        .max_stack = 8, .max_locals = 8, .length = rows[_i].length, .bytes = rows[_i].bytes};
    assert_stack(&producers_of(&arena, &code)[code.length - 1], rows[_i].stack);
    arena_release(&arena);
}
END_TEST

START_TEST(a_handler_starts_with_what_was_caught) {
    static const uint8_t bytes[] = {OP_iload_0, OP_ifeq, AT(3),  OP_iload_1, OP_pop,
                                    OP_return,  OP_nop,  OP_pop, OP_return};
    static const struct handler handler = {4, 6, 7, NULL};
    struct arena arena;
    arena_init(&arena);
    struct code code = {.max_stack = 2,
                        .max_locals = 2,
                        .length = sizeof bytes,
                        .bytes = bytes,
                        .handler_count = 1,
                        .handlers = &handler};
    const struct instruction_origin *origins = producers_of(&arena, &code);
    ck_assert(origins[7].is_handler);
    ck_assert_uint_eq(origins[7].entries, 0);
    ck_assert(!origins[6].is_handler);
    assert_stack(&origins[8], "caught");
    assert_stack(&origins[9], "");
    arena_release(&arena);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("producers");
    TCase *tcase = tcase_create("producers");
    tcase_add_loop_test(tcase, the_producers_on_the_stack_are_those_of_the_instruction_set, 0,
                        sizeof rows / sizeof *rows);
    tcase_add_test(tcase, a_handler_starts_with_what_was_caught);
    suite_add_tcase(suite, tcase);
    return check_run(suite);
}
