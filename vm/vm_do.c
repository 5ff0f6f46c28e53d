/* The statements that a rule runs: a method of a class of their own, called for each execution that the rule names. It is
 * inserted code: it enters no profile, is no event itself, and what goes wrong in it ends it and nothing else. Perturbed, it is
 * ordinary code but for the last. */
#include "base/intern.h"
#include "frontend/frontend.h"
#include "tally/context_path.h"
#include "vm_internal.h"

/* Primitives come as their bits, and are boxed in Java. */
static const char head[] =
    "final class %s { static Object box(int type, long bits, Object reference) { switch (type) {"
    " case %d: return Integer.valueOf((int) bits); case %d: return Long.valueOf(bits);"
    " case %d: return Float.valueOf(Float.intBitsToFloat((int) bits));"
    " case %d: return Double.valueOf(Double.longBitsToDouble(bits));"
    " case %d: return Boolean.valueOf((bits & 1) != 0); case %d: return Byte.valueOf((byte) bits);"
    " case %d: return Character.valueOf((char) bits); case %d: return Short.valueOf((short) bits);"
    " default: return reference; } }"
    " static void run(Object object, int type, long value, Object reference, Object old,"
    " String site, String context) {"
    " run(object, object, box(type, value, reference), old, site, context); }"
    " static void run(Object object, Object receiver, Object value, Object old, String site,"
    " String context) {\n";
static const char descriptor[] = "(Ljava/lang/Object;IJLjava/lang/Object;Ljava/lang/Object;Ljava/"
                                 "lang/String;Ljava/lang/String;)V";

struct rule_code {
    struct vm *vm;
    struct method *method;
};

static int line_count(const char *text, size_t length) {
    int lines = 1;
    for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
    return lines;
}

/* Where each line comes from: the head has the first one's, and the end the last one's. */
static const int *lines_of(struct arena *arena, const struct java_source *java) {
    int count = line_count(java->text, java->length);
    int *lines = ARENA_ARRAY(arena, int, count + 3);
    for (int i = 0; i < count; i++)
        lines[i + 1] = java->lines ? java->lines[i] : java->first_line + i;
    lines[0] = lines[1];
    lines[count + 1] = lines[count + 2] = lines[count];
    return lines;
}

static bool define(struct vm *vm, const struct java_source *java, const char *name,
                   struct diag *diag) {
    struct strbuf text = STRBUF_INIT;
    if (!java_closes_own_braces(&vm->arena, java, diag)) return false;
    strbuf_addf(&text, head, name, JAVA_INT, JAVA_LONG, JAVA_FLOAT, JAVA_DOUBLE, JAVA_BOOLEAN,
                JAVA_BYTE, JAVA_CHAR, JAVA_SHORT);
    strbuf_add(&text, java->text, java->length);
    strbuf_add_text(&text, "\n} }\n");
    struct java_source source = *java;
    source.text = arena_copy_text(&vm->arena, strbuf_text(&text), text.length);
    source.length = text.length;
    source.lines = lines_of(&vm->arena, java);
    strbuf_release(&text);
    return vm_define_sources(vm, &source, 1, diag);
}

/* --- running --- */

/* Nothing is null. */
static struct object *string_of(struct thread *thread, struct strbuf *text) {
    size_t length = text->length;
    struct object *object = length ? string_new_utf8(thread, strbuf_text(text), length) : NULL;
    strbuf_release(text);
    return object;
}

static struct object *site_text(struct thread *thread, const struct vm_happening *happening) {
    struct strbuf text = STRBUF_INIT;
    position_format(happening->position, &text);
    return string_of(thread, &text);
}

static struct object *context_text(struct thread *thread, const struct vm_happening *happening) {
    struct strbuf text = STRBUF_INIT;
    if (happening->context) context_format(happening->context, happening->rule->levels, &text);
    return string_of(thread, &text);
}

/* Where there is no value, it is a reference that is null. */
static bool has_value(const struct vm_happening *happening) {
    return point_offers(happening->rule->point, 'v');
}

static bool is_primitive(const struct vm_happening *happening) {
    return has_value(happening) && happening->value_type != JAVA_REFERENCE;
}

static int64_t bits_of_value(const struct vm_happening *happening) {
    bool is_long = java_type_slots(happening->value_type) == 2;
    return is_long ? happening->value.j : happening->value.i;
}

static void call(struct thread *thread, struct method *method,
                 const struct vm_happening *happening) {
    bool is_bits = is_primitive(happening);
    union value arguments[] = {
        {.r = happening->object},
        {.i = is_bits ? happening->value_type : JAVA_REFERENCE},
        {.j = is_bits ? bits_of_value(happening) : 0},
        {.r = has_value(happening) && !is_bits ? happening->value.r : NULL},
        {.r = happening->old.r},
        {.r = site_text(thread, happening)},
        {.r = thread->exception ? NULL : context_text(thread, happening)},
    };
    if (!thread->exception && class_initialize(thread, method->class))
        thread_call(thread, method, arguments);
}

/* As the program's own, that gets hot and is compiled. What it executes are events, but nothing is run for these, and none of the polls
 * that the program passes are its. */
static void call_naively(struct thread *thread, struct method *method,
                         const struct vm_happening *happening) {
    if (thread->runs_naive_code) return;
    int32_t passes = thread->windows.passes;
    thread->interpret_only -= INSERTED_CODE;
    thread->windows.passes = 0;
    thread->runs_naive_code = true;
    call(thread, method, happening);
    thread->runs_naive_code = false;
    thread->windows.passes = passes;
    thread->interpret_only += INSERTED_CODE;
}

/* An exception that is on its way stays on it. */
static void run(void *context, const struct vm_happening *happening) {
    const struct rule_code *code = context;
    struct thread *thread = thread_current();
    struct object *pending = thread->exception;
    thread->exception = NULL;
    if (code->vm->runtime.naive_probe)
        call_naively(thread, code->method, happening);
    else
        call(thread, code->method, happening);
    if (thread->exception) {
        count_add(&thread->cells, &code->vm->runtime.failed_probes, COUNT_INTERPRETED, 1);
        stack_forget(thread);
    }
    thread->exception = pending;
}

bool vm_prepare_rule(struct vm *vm, struct vm_rule *rule, size_t number, struct diag *diag) {
    if (!rule->java) return true;
    const char *name = intern_format("ProfileRule%zu", number + 1);
    if (!define(vm, rule->java, name, diag)) return false;
    struct class *class = class_loaded(&vm->runtime, name);
    struct rule_code *code = ARENA_NEW(&vm->arena, struct rule_code);
    code->vm = vm;
    code->method = class_declared_method(class, intern("run"), intern(descriptor));
    rule->tell = run;
    rule->tell_context = code;
    return true;
}
