/* VERIFICATION: type-checks the code of a class before it is initialised (JVMS 4.10, 5.4.1). The
 * class hierarchy that typeflow asks about is that of the loaded classes; what is not loaded yet
 * and decides the answer is loaded, as java does. */
#include "base/diag.h"
#include "base/intern.h"
#include "classfile/typeflow.h"
#include "runtime/internal.h"

struct verification {
    struct thread *thread;
    struct class *class;
};

static enum hierarchy_answer is_assignable(void *context, const char *from, const char *to) {
    struct thread *thread = ((struct verification *)context)->thread;
    struct class *target = class_load(thread, to);
    if (!target) return ANSWER_FAILED;
    if (class_is_interface(target)) return ANSWER_YES;
    struct class *source = class_load(thread, from);
    if (!source) return ANSWER_FAILED;
    return class_is_subtype(source, target) ? ANSWER_YES : ANSWER_NO;
}

static const char *common_superclass(void *context, const char *a, const char *b) {
    struct thread *thread = ((struct verification *)context)->thread;
    struct class *first = class_load(thread, a);
    struct class *second = first ? class_load(thread, b) : NULL;
    if (!second) return NULL;
    if (class_is_interface(first) || class_is_interface(second))
        return thread->runtime->known.object->name;
    while (!class_is_subtype(second, first)) first = first->super;
    return first->name;
}

static enum hierarchy_answer is_foreign_protected(void *context, const struct constant *member) {
    const struct class *class = ((struct verification *)context)->class;
    struct class *holder = class->super;
    while (holder && holder->name != member->member.class_name) holder = holder->super;
    if (!holder) return ANSWER_NO;
    const char *name = member->member.name, *descriptor = member->member.descriptor;
    const struct class *declaring = NULL;
    uint16_t access = 0;
    if (member->tag == CONSTANT_FIELD) {
        const struct field *field = class_find_field(holder, name, descriptor);
        if (field) declaring = field->class, access = field->access;
    } else {
        const struct method *method = class_find_method(holder, name, descriptor);
        if (method) declaring = method->class, access = method->access;
    }
    bool is_foreign = declaring && access & ACC_PROTECTED && !class_same_package(declaring, class);
    return is_foreign ? ANSWER_YES : ANSWER_NO;
}

static struct class_hierarchy hierarchy_of(struct verification *verification) {
    return (struct class_hierarchy){verification, is_assignable, common_superclass,
                                    is_foreign_protected};
}

static bool verify_method(struct verification *verification, const struct member_info *method) {
    struct thread *thread = verification->thread;
    const struct class_hierarchy hierarchy = hierarchy_of(verification);
    struct arena arena;
    struct diag diag = DIAG_INIT;
    struct typeflow *flow;
    arena_init(&arena);
    enum typeflow_verdict verdict =
        typeflow_analyze(&arena, verification->class->file, method, &hierarchy, &diag, &flow);
    arena_release(&arena);
    if (verdict == TYPEFLOW_WRONG) throw_new(thread, ERROR_verify, "%s", diag.message);
    return verdict == TYPEFLOW_RIGHT;
}

bool class_make_frames(struct thread *thread, struct class *class, const struct member_info *method,
                       struct code *code, struct diag *diag) {
    struct verification verification = {thread, class};
    const struct class_hierarchy hierarchy = hierarchy_of(&verification);
    enum typeflow_verdict verdict =
        typeflow_frames(&thread->runtime->arena, class->file, method, &hierarchy, diag, code);
    if (verdict == TYPEFLOW_STOPPED)
        diag_error(diag, (struct place){0}, "a class that %s mentions cannot be loaded",
                   class->name);
    return verdict == TYPEFLOW_RIGHT;
}

bool class_verify(struct thread *thread, struct class *class) {
    if (__atomic_load_n(&class->is_verified, __ATOMIC_RELAXED) || !class->file) return true;
    if (class->super && !class_verify(thread, class->super)) return false;
    for (int i = 0; i < class->interface_count; i++)
        if (!class_verify(thread, class->interfaces[i])) return false;
    struct verification verification = {thread, class};
    bool is_checked = !class->is_trusted || thread->runtime->options->verify_all;
    for (int i = 0; i < class->file->method_count; i++) {
        const struct code *code = class->file->methods[i].code;
        bool is_suspect = code && (is_checked || code->fault);
        if (is_suspect && !verify_method(&verification, &class->file->methods[i])) return false;
    }
    __atomic_store_n(&class->is_verified, true, __ATOMIC_RELAXED);
    return true;
}
