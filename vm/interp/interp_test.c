/* The interpreter on hand-made code: what calls and exceptions do, what the profile says
 * afterwards, and how frames are resumed. */
#include "interp/testing.h"

static const struct known_classes *known = &testing.runtime.known;

/* --- switches, branches, and what the profile keeps */

START_TEST(a_tableswitch_counts_its_cases) {
    add("f", "(I)I",
        CODE(OP_iload_0, OP_tableswitch, 0, 0, U32(27), U32(-1), U32(1), U32(31), U32(33), U32(35),
             OP_nop, OP_nop, OP_iconst_0, OP_ireturn, OP_iconst_1, OP_ireturn, OP_iconst_2,
             OP_ireturn, OP_iconst_3, OP_ireturn));
    done();
    struct method *f = method("f");
    ck_assert_int_eq(call(f, -1).i, 1);
    ck_assert_int_eq(call(f, 0).i, 2);
    ck_assert_int_eq(call(f, 1).i, 3);
    ck_assert_int_eq(call(f, 1).i, 3);
    ck_assert_int_eq(call(f, INT32_MIN).i, 0);
    ck_assert_int_eq(call(f, INT32_MAX).i, 0);
    ck_assert_int_eq(call(f, 2).i, 0);
    const struct profile_row *row = profile_row(f->profile, 1);
    ck_assert_int_eq(row->case_count, 4);
    const int32_t expected[] = {1, 1, 2, 3};
    ck_assert_mem_eq(row->cases, expected, sizeof expected);
}
END_TEST

START_TEST(a_lookupswitch_finds_its_keys) {
    add("f", "(I)I",
        CODE(OP_iload_0, OP_lookupswitch, 0, 0, U32(35), U32(3), U32(INT32_MIN), U32(39), U32(0),
             U32(41), U32(70000), U32(43), OP_nop, OP_nop, OP_iconst_0, OP_ireturn, OP_iconst_1,
             OP_ireturn, OP_iconst_2, OP_ireturn, OP_iconst_3, OP_ireturn));
    done();
    struct method *f = method("f");
    ck_assert_int_eq(call(f, INT32_MIN).i, 1);
    ck_assert_int_eq(call(f, 0).i, 2);
    ck_assert_int_eq(call(f, 70000).i, 3);
    ck_assert_int_eq(call(f, 1).i, 0);
    ck_assert_int_eq(profile_row(f->profile, 1)->cases[3], 1);
}
END_TEST

/* while (0 < n) n--; */
static void add_loop(void) {
    add("f", "(I)V",
        CODE(OP_goto, U16(6), OP_iinc, 0, 0xff, OP_iload_0, OP_ifgt, U16(-4), OP_return));
    done();
}

START_TEST(branches_and_back_edges_are_counted) {
    add_loop();
    struct method *f = method("f");
    call(f, 30);
    call(f, 0);
    ck_assert_int_eq(f->profile->invocations, 2);
    ck_assert_int_eq(f->profile->back_edges, 30);
    const struct profile_row *row = profile_row(f->profile, 7);
    ck_assert_int_eq(row->taken, 30);
    ck_assert_int_eq(row->not_taken, 2);
    ck_assert(profile_taken(f->profile, 7) == 30.0 / 32);
    ck_assert(profile_taken(f->profile, 0) == -1);
    ck_assert_ptr_null(profile_row(f->profile, 3));
}
END_TEST

static int hot_calls;

static union value answer(struct thread *of, struct method *of_method, union value *arguments) {
    return (union value){.i = 77};
}

static void install_answer(struct thread *of, struct method *hot) {
    hot_calls++;
    hot->entry = answer;
}

START_TEST(a_method_is_hot_after_invocations_and_a_tenth_of_its_back_edges) {
    testing.options.small_threshold = 10;
    testing.runtime.on_hot = install_answer;
    hot_calls = 0;
    add("g", "()I", CODE(OP_iconst_0, OP_ireturn));
    add_loop();
    struct method *f = method("f"), *g = method("g");
    for (int i = 1; i <= 9; i++) ck_assert_int_eq(call(g).i, 0);
    ck_assert_int_eq(hot_calls, 0);
    ck_assert_int_eq(call(g).i, 77);
    ck_assert_int_eq(call(g).i, 77);
    ck_assert_int_eq(hot_calls, 1);
    call(f, 79);
    call(f, 0);
    ck_assert_int_eq(hot_calls, 1);
    call(f, 0);
    ck_assert_int_eq(hot_calls, 2);
}
END_TEST

START_TEST(when_only_interpreting_profiles_and_heat_are_left_alone) {
    testing.options.small_threshold = 2;
    testing.runtime.on_hot = install_answer;
    add("g", "()I", CODE(OP_iconst_0, OP_ireturn));
    uint16_t index = class_writer_member(&writer, CONSTANT_METHOD, "T", "g", "()I");
    add("f", "()I", CODE(OP_invokestatic, U16(index), OP_ireturn));
    done();
    method("g")->entry = answer;
    ck_assert_int_eq(call(method("f")).i, 77);
    thread->interpret_only++;
    for (int i = 0; i < 5; i++) ck_assert_int_eq(call(method("f")).i, 0);
    thread->interpret_only--;
    ck_assert_ptr_null(method("g")->profile);
    ck_assert_int_eq(method("f")->profile->invocations, 1);
    ck_assert_int_eq(method("f")->heat, 1);
}
END_TEST

/* --- calls */

/* Class [name] extends [super] with int f() returning [result]. */
static void add_class(const char *name, const char *super, int result) {
    struct class_writer other;
    class_writer_init(&other, 52, ACC_PUBLIC | ACC_SUPER, name, super);
    testing_add_code(&other, ACC_PUBLIC, "f", "()I", CODE(OP_bipush, (uint8_t)result, OP_ireturn));
    testing_add(&testing, name, &other);
}

START_TEST(a_virtual_call_dispatches_and_counts_receiver_classes) {
    static const char *const names[] = {"A", "B", "C", "D", "E", "F"};
    for (int i = 0; i < 6; i++) add_class(names[i], i ? "A" : "java/lang/Object", i + 1);
    uint16_t index = class_writer_member(&writer, CONSTANT_METHOD, "A", "f", "()I");
    add("f", "(LA;)I", CODE(OP_aload_0, OP_invokevirtual, U16(index), OP_ireturn));
    done();
    struct method *f = method("f");
    for (int i = 0; i < 6; i++)
        for (int times = 0; times < (i == 1 ? 3 : 1); times++)
            ck_assert_int_eq(call(f, object_new(thread, testing_load(&testing, names[i]))).i,
                             i + 1);
    const struct profile_row *row = profile_row(f->profile, 1);
    struct class *most;
    ck_assert_int_eq(row->taken, 8);
    ck_assert_int_eq(profile_receiver_count(row), 5);
    ck_assert(profile_receiver(row, &most) == 3.0 / 8);
    ck_assert_ptr_eq(most, testing_load(&testing, "B"));
    ck_assert_int_eq(row->other_receivers, 2);
    ck_assert_ptr_null(profile_throws(f->profile, 1));
    call(f, NULL);
    ck_assert_str_eq(testing_exception(&testing), "java.lang.NullPointerException");
    ck_assert_int_eq(profile_throws(f->profile, 1)->thrown, 1);
    ck_assert_int_eq(profile_throws(f->profile, 1)->null, 1);
}
END_TEST

START_TEST(an_interface_call_needs_an_object_of_the_interface) {
    struct class_writer other;
    class_writer_init(&other, 52, ACC_PUBLIC | ACC_INTERFACE | ACC_ABSTRACT, "I",
                      "java/lang/Object");
    class_writer_add_method(&other, &(struct member_info){.access = ACC_PUBLIC | ACC_ABSTRACT,
                                                          .name = "f",
                                                          .descriptor = "()I"});
    testing_add(&testing, "I", &other);
    class_writer_init(&other, 52, ACC_PUBLIC | ACC_SUPER, "G", "java/lang/Object");
    class_writer_add_interface(&other, "I");
    testing_add(&testing, "G", &other);
    class_writer_init(&other, 52, ACC_PUBLIC | ACC_SUPER, "H", "G");
    testing_add_code(&other, ACC_PUBLIC, "f", "()I", CODE(OP_iconst_5, OP_ireturn));
    testing_add(&testing, "H", &other);
    uint16_t index = class_writer_member(&writer, CONSTANT_INTERFACE_METHOD, "I", "f", "()I");
    add("f", "(LI;)I", CODE(OP_aload_0, OP_invokeinterface, U16(index), 1, 0, OP_ireturn));
    done();
    ck_assert_int_eq(call(method("f"), object_new(thread, testing_load(&testing, "H"))).i, 5);
    call(method("f"), object_new(thread, testing_load(&testing, "G")));
    ck_assert_str_eq(
        testing_exception(&testing),
        "java.lang.AbstractMethodError: Receiver class G does not define or inherit an "
        "implementation of the resolved method 'abstract int f()' of interface I.");
    call(method("f"), object_new(thread, known->object));
    ck_assert_str_eq(
        testing_exception(&testing),
        "java.lang.IncompatibleClassChangeError: Class java.lang.Object does not implement "
        "the requested interface I");
    add_class("Alike", "java/lang/Object", 7);
    for (int i = 0; i < 3; i++) {
        call(method("f"), object_new(thread, testing_load(&testing, "Alike")));
        ck_assert_str_eq(testing_exception(&testing),
                         "java.lang.IncompatibleClassChangeError: Class Alike does not implement "
                         "the requested interface I");
    }
}
END_TEST

START_TEST(a_native_method_that_nobody_implements_cannot_be_called) {
    class_writer_add_method(&writer, &(struct member_info){.access = ACC_STATIC | ACC_NATIVE,
                                                           .name = "n",
                                                           .descriptor = "(J[I)V"});
    done();
    call(method("n"), INT64_C(0), NULL);
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.UnsatisfiedLinkError: 'void T.n(long, int[])'");
}
END_TEST

/* --- exceptions */

START_TEST(the_first_handler_that_covers_and_fits_catches) {
    const struct handler handlers[] = {
        {0, 1, 5, NULL}, /* does not cover */
        {1, 4, 6, "java/lang/NullPointerException"},
        {1, 4, 8, "java/lang/ArithmeticException"},
        {1, 4, 5, NULL},
    };
    add_handled("f", "(II)I", handlers, 4,
                CODE(OP_nop, OP_iload_0, OP_iload_1, OP_idiv, OP_ireturn, OP_athrow, OP_iconst_1,
                     OP_ireturn, OP_pop, OP_iconst_2, OP_ireturn));
    done();
    ck_assert_int_eq(call(method("f"), 6, 3).i, 2);
    ck_assert_int_eq(call(method("f"), 6, 0).i, 2);
    ck_assert_ptr_null(thread->exception);
}
END_TEST

START_TEST(an_exception_leaves_frames_that_do_not_catch_it) {
    uint16_t thrower = class_writer_member(&writer, CONSTANT_METHOD, "T", "t", "(I)I");
    add("t", "(I)I", CODE(OP_iconst_1, OP_iload_0, OP_irem, OP_ireturn));
    add("m", "(I)I", CODE(OP_iload_0, OP_invokestatic, U16(thrower), OP_ireturn));
    uint16_t middle = class_writer_member(&writer, CONSTANT_METHOD, "T", "m", "(I)I");
    const struct handler handler = {0, 6, 6, "java/lang/Exception"};
    add_handled("f", "(I)I", &handler, 1,
                CODE(OP_iconst_5, OP_iload_0, OP_invokestatic, U16(middle), OP_ireturn, OP_astore_1,
                     OP_bipush, 9, OP_ireturn));
    done();
    ck_assert_int_eq(call(method("f"), 0).i, 9);
    const struct profile_throws *in_f = profile_throws(method("f")->profile, 2);
    ck_assert_int_eq(in_f->thrown, 1);
    ck_assert_int_eq(in_f->unwound, 0);
    ck_assert_int_eq(profile_throws(method("f")->profile, 6)->caught, 1);
    const struct profile_throws *in_m = profile_throws(method("m")->profile, 1);
    ck_assert_int_eq(in_m->thrown, 1);
    ck_assert_int_eq(in_m->unwound, 1);
    ck_assert_int_eq(in_m->null, 0);
    ck_assert_int_eq(call(method("f"), 2).i, 1);
    ck_assert_ptr_null(thread->frame);
    ck_assert_ptr_eq(thread->stack_top, thread->stack);
    call(method("m"), 0);
    ck_assert_str_eq(testing_exception(&testing), "java.lang.ArithmeticException: / by zero");
}
END_TEST

START_TEST(array_accesses_are_checked) {
    add("l", "([JI)J", CODE(OP_aload_0, OP_iload_1, OP_laload, OP_lreturn));
    add("s", "([BII)V", CODE(OP_aload_0, OP_iload_1, OP_iload_2, OP_bastore, OP_return));
    add("b", "([BI)I", CODE(OP_aload_0, OP_iload_1, OP_baload, OP_ireturn));
    add("n", "([B)I", CODE(OP_aload_0, OP_arraylength, OP_ireturn));
    add("a", "([Ljava/lang/Object;Ljava/lang/Object;)V",
        CODE(OP_aload_0, OP_iconst_0, OP_aload_1, OP_aastore, OP_return));
    done();
    struct array *bytes = array_new(thread, testing_load(&testing, "[B"), 3);
    call(method("s"), bytes, 2, 0x1ff);
    ck_assert_int_eq(call(method("b"), bytes, 2).i, -1);
    ck_assert_int_eq(call(method("n"), bytes).i, 3);
    call(method("b"), bytes, 3);
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.ArrayIndexOutOfBoundsException: Index 3 "
                     "out of bounds for length 3");
    call(method("s"), bytes, -1, 0);
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.ArrayIndexOutOfBoundsException: Index -1 "
                     "out of bounds for length 3");
    call(method("l"), NULL, 0);
    ck_assert_str_eq(testing_exception(&testing), "java.lang.NullPointerException");
    call(method("n"), NULL);
    ck_assert_str_eq(testing_exception(&testing), "java.lang.NullPointerException");
    struct array *strings = array_new(thread, class_array_of(known->string), 1);
    call(method("a"), strings, object_new(thread, known->object));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.ArrayStoreException: java.lang.Object");
    call(method("a"), strings, string_new_utf8(thread, "x", 1));
    ck_assert_str_eq(testing_exception(&testing), "");
}
END_TEST

START_TEST(casts_and_type_tests_see_classes_and_null) {
    uint16_t class = class_writer_class(&writer, "java/lang/Throwable");
    add("c", "(Ljava/lang/Object;)V",
        CODE(OP_aload_0, OP_checkcast, U16(class), OP_pop, OP_return));
    add("i", "(Ljava/lang/Object;)I", CODE(OP_aload_0, OP_instanceof, U16(class), OP_ireturn));
    done();
    struct object *error = object_new(thread, known->error),
                  *other = object_new(thread, known->object);
    ck_assert_int_eq(call(method("i"), error).i, 1);
    ck_assert_int_eq(call(method("i"), other).i, 0);
    ck_assert_int_eq(call(method("i"), NULL).i, 0);
    const struct profile_row *row = profile_row(method("i")->profile, 1);
    ck_assert(row->null_seen);
    ck_assert_int_eq(row->receivers[0].count, 1);
    ck_assert_ptr_eq(row->receivers[1].class, known->object);
    call(method("c"), error);
    call(method("c"), NULL);
    ck_assert_str_eq(testing_exception(&testing), "");
    call(method("c"), other);
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.ClassCastException: class java.lang.Object cannot be cast to class "
                     "java.lang.Throwable (java.lang.Object and java.lang.Throwable are in module "
                     "java.base of loader 'bootstrap')");
}
END_TEST

START_TEST(endless_recursion_overflows_and_the_thread_goes_on) {
    uint16_t index = class_writer_member(&writer, CONSTANT_METHOD, "T", "f", "()V");
    const struct handler handler = {0, 3, 5, "java/lang/StackOverflowError"};
    add("f", "()V", CODE(OP_invokestatic, U16(index), OP_return));
    add_handled("g", "()I", &handler, 1,
                CODE(OP_invokestatic, U16(index), OP_iconst_0, OP_ireturn, OP_pop, OP_iconst_1,
                     OP_ireturn));
    done();
    ck_assert_int_eq(call(method("g")).i, 1);
    ck_assert_int_eq(call(method("g")).i, 1);
    ck_assert_ptr_eq(thread->stack_top, thread->stack);
}
END_TEST

START_TEST(what_is_not_supported_says_so) {
    add("r", "()V", CODE(OP_jsr, U16(3), OP_return));
    done();
    ck_assert(!class_initialize(thread, testing_load(&testing, "T")));
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.VerifyError: jsr and ret are not supported in T.r()V at bci 0 "
                     "(jsr)");
}
END_TEST

/* --- monitors */

START_TEST(a_synchronized_method_holds_its_receiver_until_it_ends) {
    uint16_t field = class_writer_member(&writer, CONSTANT_FIELD, "T", "seen", "I");
    class_writer_add_field(&writer, ACC_STATIC, "seen", "I", 0);
    testing_add_code(&writer, ACC_SYNCHRONIZED, "f", "(I)I",
                     CODE(OP_aconst_null, OP_astore_0, OP_iconst_1, OP_iload_1, OP_idiv, OP_dup,
                          OP_putstatic, U16(field), OP_ireturn));
    done();
    struct object *object = object_new(thread, testing_load(&testing, "T"));
    ck_assert_int_eq(call(method("f"), object, 1).i, 1);
    ck_assert(!monitor_is_owner(thread, object));
    monitor_enter(thread, object);
    call(method("f"), object, 0);
    ck_assert_str_eq(testing_exception(&testing), "java.lang.ArithmeticException: / by zero");
    ck_assert(monitor_is_owner(thread, object));
}
END_TEST

START_TEST(monitors_of_null_and_of_nobody_throw) {
    add("e", "(Ljava/lang/Object;)V", CODE(OP_aload_0, OP_monitorenter, OP_return));
    add("x", "(Ljava/lang/Object;)V", CODE(OP_aload_0, OP_monitorexit, OP_return));
    done();
    struct object *object = object_new(thread, known->object);
    call(method("e"), object);
    ck_assert(monitor_is_owner(thread, object));
    call(method("x"), object);
    call(method("x"), object);
    ck_assert_str_eq(testing_exception(&testing),
                     "java.lang.IllegalMonitorStateException: current thread is not owner");
    call(method("e"), NULL);
    ck_assert_str_eq(testing_exception(&testing), "java.lang.NullPointerException");
}
END_TEST

/* --- resumption */

/* inner: local 1 / local 0; outer: 1000 + inner(...) with [caught] as the result when it throws. */
static void add_resumable(void) {
    uint16_t index = class_writer_member(&writer, CONSTANT_METHOD, "T", "inner", "(IJ)J");
    add("inner", "(IJ)J", CODE(OP_lload_1, OP_iload_0, OP_i2l, OP_ldiv, OP_lreturn));
    const struct handler handler = {3, 6, 10, "java/lang/ArithmeticException"};
    add_handled("outer", "(J)J", &handler, 1,
                CODE(OP_lload_0, OP_iconst_1, OP_lconst_1, OP_invokestatic, U16(index), OP_ladd,
                     OP_lreturn, OP_nop, OP_nop, OP_pop, OP_iconst_m1, OP_i2l, OP_lreturn));
    done();
}

static void fill_resumable(struct resume_frame *frames, int divisor) {
    static union value inner_locals[3], inner_stack[2], outer_locals[2], outer_stack[2];
    inner_locals[0].i = divisor;
    inner_locals[1].j = 60;
    inner_stack[0].j = 42;
    outer_locals[0].j = 7;
    outer_stack[0].j = 1000;
    frames[0] = (struct resume_frame){.method = method("inner"),
                                      .bci = 1,
                                      .local_count = 3,
                                      .stack_count = 2,
                                      .locals = inner_locals,
                                      .stack = inner_stack};
    frames[1] = (struct resume_frame){.method = method("outer"),
                                      .bci = 3,
                                      .after_call = true,
                                      .local_count = 2,
                                      .stack_count = 2,
                                      .locals = outer_locals,
                                      .stack = outer_stack};
}

START_TEST(frames_resume_from_the_inside_out) {
    add_resumable();
    struct resume_frame frames[2];
    fill_resumable(frames, 2);
    ck_assert_int_eq(interpret_resume(thread, frames, 2).j, 1021);
    ck_assert_int_eq(frames[0].stack[0].j, 0); /* taken, and no root any more */
    fill_resumable(frames, 2);
    ck_assert_int_eq(interpret_resume(thread, frames, 1).j, 21);
    ck_assert_ptr_eq(thread->stack_top, thread->stack);
    ck_assert_ptr_null(thread->frame);
}
END_TEST

START_TEST(an_exception_in_a_resumed_frame_is_caught_at_the_callers_call) {
    add_resumable();
    struct resume_frame frames[2];
    fill_resumable(frames, 0);
    ck_assert_int_eq(interpret_resume(thread, frames, 2).j, -1);
    ck_assert_ptr_null(thread->exception);
}
END_TEST

START_TEST(a_pending_exception_is_thrown_where_the_innermost_frame_stands) {
    add_resumable();
    struct resume_frame frames[2];
    fill_resumable(frames, 2);
    throw_division_by_zero(thread);
    ck_assert_int_eq(interpret_resume(thread, frames, 2).j, -1);
    fill_resumable(frames, 2);
    throw_null_pointer(thread);
    interpret_resume(thread, frames, 2);
    ck_assert_str_eq(testing_exception(&testing), "java.lang.NullPointerException");
}
END_TEST

START_TEST(a_resumed_synchronized_method_releases_its_lock) {
    testing_add_code(&writer, ACC_SYNCHRONIZED, "f", "(I)I",
                     CODE(OP_iconst_1, OP_iload_1, OP_idiv, OP_ireturn));
    done();
    struct object *object = object_new(thread, testing_load(&testing, "T")), *locks[] = {object};
    for (int divisor = 0; divisor < 2; divisor++) {
        union value locals[] = {{.r = object}, {.i = divisor}};
        struct resume_frame frame = {.method = method("f"),
                                     .local_count = 2,
                                     .locals = locals,
                                     .lock_count = 1,
                                     .locks = locks};
        monitor_enter(thread, object);
        interpret_resume(thread, &frame, 1);
        ck_assert(!monitor_is_owner(thread, object));
        ck_assert_int_eq(divisor, strlen(testing_exception(&testing)) == 0);
    }
}
END_TEST

/* --- memory */

START_TEST(objects_that_only_frames_hold_survive_collections) {
    class_writer_add_field(&writer, 0, "next", "LT;", 0);
    uint16_t self = class_writer_class(&writer, "T");
    uint16_t next = class_writer_member(&writer, CONSTANT_FIELD, "T", "next", "LT;");
    uint16_t object =
        class_writer_member(&writer, CONSTANT_METHOD, "java/lang/Object", "<init>", "()V");
    uint16_t make = class_writer_member(&writer, CONSTANT_METHOD, "T", "<init>", "()V");
    testing_add_code(&writer, ACC_PUBLIC, "<init>", "()V",
                     CODE(OP_aload_0, OP_invokespecial, U16(object), OP_return));
    /* list(n): T head = null; do { T t = new T(); t.next = head; head = t; } while (--n > 0);
     * return head; */
    add("list", "(I)LT;",
        CODE(OP_aconst_null, OP_astore_1, OP_new, U16(self), OP_dup, OP_invokespecial, U16(make),
             OP_dup, OP_aload_1, OP_putfield, U16(next), OP_astore_1, OP_iinc, 0, 0xff, OP_iload_0,
             OP_ifgt, U16(-17), OP_aload_1, OP_areturn));
    done();
    struct method *list = method("list");
    testing.options.collect_always = true;
    heap_collect(&testing.runtime.heap, &thread->tlab);
    int64_t before = heap_allocated_bytes(&testing.runtime.heap, &thread->tlab);
    struct object *head = call(list, 500).r;
    ck_assert_int_eq(heap_allocated_bytes(&testing.runtime.heap, &thread->tlab) - before,
                     500 * (int64_t)list->class->instance_size);
    int length = 0;
    uint32_t offset = list->class->fields[0].offset;
    for (; head; head = *(struct object **)object_at(head, offset)) {
        if (head->class != list->class) ck_abort_msg("object %d is lost", length);
        length++;
    }
    ck_assert_int_eq(length, 500);
    ck_assert_int_ge(testing.runtime.heap.statistics.collections, 500);
}
END_TEST

/* --- the stack */

static int walked;
static struct stack_entry entries[4];

static union value walk_stack(struct thread *walking, union value *arguments) {
    struct stack_walk walk;
    stack_walk_begin(&walk, walking);
    for (walked = 0; walked < 4 && stack_walk_next(&walk, &entries[walked]);) walked++;
    return (union value){.j = 0};
}

START_TEST(the_stack_is_walked_from_the_inside_out) {
    uint16_t probe = class_writer_member(&writer, CONSTANT_METHOD, "T", "probe", "()V");
    uint16_t inner = class_writer_member(&writer, CONSTANT_METHOD, "T", "inner", "()V");
    add("probe", "()V", CODE(OP_return));
    add("inner", "()V", CODE(OP_nop, OP_invokestatic, U16(probe), OP_return));
    add("outer", "()V", CODE(OP_nop, OP_nop, OP_invokestatic, U16(inner), OP_return));
    done();
    method("probe")->native = walk_stack;
    call(method("outer"));
    ck_assert_int_eq(walked, 3);
    ck_assert_ptr_eq(entries[0].method, method("probe"));
    ck_assert_ptr_eq(entries[1].method, method("inner"));
    ck_assert_int_eq(entries[1].bci, 1);
    ck_assert_ptr_eq(entries[2].method, method("outer"));
    ck_assert_int_eq(entries[2].bci, 2);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("interp");
    TCase *cases = tcase_create("interp");
    tcase_add_checked_fixture(cases, setup, teardown);
    tcase_set_timeout(cases, 60);
    tcase_add_test(cases, a_tableswitch_counts_its_cases);
    tcase_add_test(cases, a_lookupswitch_finds_its_keys);
    tcase_add_test(cases, branches_and_back_edges_are_counted);
    tcase_add_test(cases, a_method_is_hot_after_invocations_and_a_tenth_of_its_back_edges);
    tcase_add_test(cases, when_only_interpreting_profiles_and_heat_are_left_alone);
    tcase_add_test(cases, a_virtual_call_dispatches_and_counts_receiver_classes);
    tcase_add_test(cases, an_interface_call_needs_an_object_of_the_interface);
    tcase_add_test(cases, a_native_method_that_nobody_implements_cannot_be_called);
    tcase_add_test(cases, the_first_handler_that_covers_and_fits_catches);
    tcase_add_test(cases, an_exception_leaves_frames_that_do_not_catch_it);
    tcase_add_test(cases, array_accesses_are_checked);
    tcase_add_test(cases, casts_and_type_tests_see_classes_and_null);
    tcase_add_test(cases, endless_recursion_overflows_and_the_thread_goes_on);
    tcase_add_test(cases, what_is_not_supported_says_so);
    tcase_add_test(cases, a_synchronized_method_holds_its_receiver_until_it_ends);
    tcase_add_test(cases, monitors_of_null_and_of_nobody_throw);
    tcase_add_test(cases, frames_resume_from_the_inside_out);
    tcase_add_test(cases, an_exception_in_a_resumed_frame_is_caught_at_the_callers_call);
    tcase_add_test(cases, a_pending_exception_is_thrown_where_the_innermost_frame_stands);
    tcase_add_test(cases, a_resumed_synchronized_method_releases_its_lock);
    tcase_add_test(cases, the_stack_is_walked_from_the_inside_out);
    tcase_add_test(cases, objects_that_only_frames_hold_survive_collections);
    suite_add_tcase(suite, cases);
    return check_run(suite);
}
