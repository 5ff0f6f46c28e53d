/* What inserted code is anchored to in bytecode that no compiler of Java writes; the rest is
 * tests/anchors.sh. */
#include "classfile/anchors.h"

#include "base/check_run.h"
#include <string.h>

#include "base/intern.h"
#include "classfile/opcodes.h"

enum { BEGIN = 1, END, CONSTRUCTOR, CALL, CLASS, ARRAY, STRING, HIT, CONSTANT_COUNT };

static struct constant method(const char *class_name, const char *name, const char *descriptor) {
    struct constant constant = {.tag = CONSTANT_METHOD};
    constant.member.class_name = intern(class_name);
    constant.member.name = intern(name);
    constant.member.descriptor = intern(descriptor);
    return constant;
}

static void make_constants(struct constant *constants) {
    constants[BEGIN] = method("DelimitationAPI", "instrumentationBegin", "(I)V");
    constants[END] = method("DelimitationAPI", "instrumentationEnd", "()V");
    constants[CONSTRUCTOR] = method("T", "<init>", "()V");
    constants[CALL] = method("T", "run", "()V");
    constants[CLASS] = (struct constant){.tag = CONSTANT_CLASS, .name = intern("T")};
    constants[ARRAY] = (struct constant){.tag = CONSTANT_CLASS, .name = intern("[[La/T;")};
    constants[STRING] = (struct constant){.tag = CONSTANT_STRING, .name = intern("a")};
    constants[HIT] = method("Probe", "hit", "(Ljava/lang/String;)V");
}

/* Of an operand: a constant, the length of a branch. */
#define AT(low) 0, low

#define REGION(place) OP_iconst_0 + place, OP_invokestatic, AT(BEGIN), OP_invokestatic, AT(END)

static const struct {
    uint8_t bytes[32];
    uint32_t length;
    struct handler handler; /* when its end is not 0 */
    const char *text;
} rows[] = {
#define ROW(text, handler, ...) {{__VA_ARGS__}, sizeof((uint8_t[]){__VA_ARGS__}), handler, text},
#define NO_HANDLER                                                                                 \
    { 0 }
    /* Over what does nothing. */
    ROW("the probe is anchored to call of T.run", NO_HANDLER, OP_invokestatic, AT(CALL), OP_nop,
        REGION(REGION_PRED), OP_return)
        ROW("the probe is anchored to call of T.run", NO_HANDLER, OP_invokestatic, AT(CALL),
            OP_goto_w, AT(0), AT(5), REGION(REGION_PRED), OP_return)
            ROW("the probe is anchored to call of T.run", NO_HANDLER, REGION(REGION_SUCC),
                OP_goto_w, AT(0), AT(5), OP_invokestatic, AT(CALL), OP_return)
    /* An object that is made without a copy of its reference; its method by invokespecial. */
    ROW("the probe is anchored to new T", NO_HANDLER, OP_new, AT(CLASS), OP_invokespecial,
        AT(CONSTRUCTOR), REGION(REGION_PRED), OP_return)
        ROW("the probe is anchored to call of T.run", NO_HANDLER, OP_new, AT(CLASS), OP_dup,
            OP_invokespecial, AT(CONSTRUCTOR), OP_invokespecial, AT(CALL), REGION(REGION_PRED),
            OP_return)
    /* A loaded value that stays on the stack. */
    ROW("the probe is anchored to load of an array element", NO_HANDLER, OP_aload_0, OP_iload_1,
        OP_iaload, REGION(REGION_PRED), OP_pop, OP_return)
    /* A handler that control also falls into. */
    ROW("the probe is anchored to nothing: several control-flow paths meet before it",
        ((struct handler){0, 3, 3, NULL}), OP_new, AT(CLASS), OP_nop, REGION(REGION_PRED), OP_pop,
        OP_return) ROW("the probe is anchored to nothing: several control-flow paths meet after it",
                       ((struct handler){0, 1, 8, NULL}), OP_aconst_null, REGION(REGION_SUCC),
                       OP_pop, OP_invokestatic, AT(CALL), OP_return)
    /* Regions of which control does not get to the start, or to the end. */
    ROW("the probe stands HERE", NO_HANDLER, OP_return, REGION(REGION_PRED), OP_return) ROW(
        "the probe is not closed: control never gets to its end", NO_HANDLER, OP_iconst_0,
        OP_invokestatic, AT(BEGIN), OP_goto, AT(0), OP_invokestatic, AT(END),
        OP_return) ROW("the probe is anchored to new a.T[][][]", NO_HANDLER, OP_iconst_1,
                       OP_anewarray, AT(ARRAY), OP_pop, REGION(REGION_PRED), OP_return)
        ROW("probe 'a' stands HERE", NO_HANDLER, OP_iconst_2, OP_invokestatic, AT(BEGIN), OP_ldc,
            STRING, OP_invokestatic, AT(HIT), OP_invokestatic, AT(END), OP_return)
            ROW("probe 'a' stands HERE", NO_HANDLER, OP_iconst_2, OP_invokestatic, AT(BEGIN),
                OP_ldc_w, AT(STRING), OP_invokestatic, AT(HIT), OP_invokestatic, AT(END), OP_return)
                ROW("the probe stands HERE", NO_HANDLER, OP_iconst_2, OP_invokestatic, AT(BEGIN),
                    OP_ldc, CLASS, OP_invokestatic, AT(HIT), OP_invokestatic, AT(END), OP_return)
#undef NO_HANDLER
#undef ROW
};

START_TEST(the_anchor_is_told_by_the_bytecode_alone) {
    static struct constant constants[CONSTANT_COUNT];
    struct arena arena;
    arena_init(&arena);
    make_constants(constants);
    struct classfile file = {.constants = constants, .constant_count = CONSTANT_COUNT};
    struct code code = {.max_stack = 4,
                        .max_locals = 2,
                        .length = rows[_i].length,
                        .bytes = rows[_i].bytes,
                        .handler_count = rows[_i].handler.end != 0,
                        .handlers = &rows[_i].handler};
    code.regions = code_regions_find(&arena, constants, &code, 2);
    ck_assert_ptr_nonnull(code.regions);
    ck_assert_ptr_null(code.regions->fault);
    const struct region_anchor *anchors = code_anchors(&arena, &file, &code);
    const char *counter = code_region_hit(&file, &code, &code.regions->items[0], 0);
    ck_assert_str_eq(region_anchor_text(&arena, &anchors[0], counter), rows[_i].text);
    arena_release(&arena);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("anchors");
    TCase *tcase = tcase_create("anchors");
    tcase_add_loop_test(tcase, the_anchor_is_told_by_the_bytecode_alone, 0,
                        sizeof rows / sizeof *rows);
    suite_add_tcase(suite, tcase);
    return check_run(suite);
}
