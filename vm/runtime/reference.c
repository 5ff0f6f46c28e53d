/* REFERENCE: java.lang.ref. A reference's referent is no traced field. Those that tracing comes by
 * are judged when all else is marked: one whose referent is not gets cleared and put into its
 * queue. The queue's links are changed only here, where no collection comes in between. */
#include <string.h>

#include "base/intern.h"
#include "runtime/internal.h"
#include "runtime/natives.h"

static struct object **field_at(struct object *object, const struct field *field) {
    return (struct object **)object_at(object, field->offset);
}

static struct field *find_field(const struct class *class, const char *name,
                                const char *descriptor) {
    return class_declared_field(class, intern(name), intern(descriptor));
}

void reference_link(struct class *class) {
    struct runtime *runtime = class->runtime;
    class->referent_kind = class->super ? class->super->referent_kind : REFERENT_STRONG;
    if (!strncmp(class->name, "java/lang/ref/", 14)) {
        const char *name = class->name + 14;
        if (!strcmp(name, "SoftReference")) class->referent_kind = REFERENT_SOFT;
        if (!strcmp(name, "ReferenceQueue"))
            runtime->fields.queue_head = find_field(class, "head", "Ljava/lang/ref/Reference;");
        if (!strcmp(name, "Reference")) {
            struct known_fields *fields = &runtime->fields;
            class->referent_kind = REFERENT_WEAK;
            fields->referent = find_field(class, "referent", "Ljava/lang/Object;");
            fields->queue = find_field(class, "queue", "Ljava/lang/ref/ReferenceQueue;");
            fields->next = find_field(class, "next", "Ljava/lang/ref/Reference;");
        }
    }
}

/* False when it has no queue, or was there. */
static bool put_into_queue(const struct known_fields *fields, struct object *reference) {
    struct object **queue = field_at(reference, fields->queue);
    if (!*queue) return false;
    struct object **head = field_at(*queue, fields->queue_head);
    *field_at(reference, fields->next) = *head ? *head : reference;
    *head = reference;
    *queue = NULL;
    return true;
}

void reference_trace(struct heap *heap, struct object *reference) {
    const struct class *class = reference->class;
    struct object *referent = *field_at(reference, class->runtime->fields.referent);
    if (class->referent_kind == REFERENT_SOFT && !heap->is_last_resort)
        heap_mark(heap, referent);
    else if (referent)
        heap_judge_later(heap, reference);
}

void reference_judge(struct heap *heap, struct object *reference) {
    const struct known_fields *fields = &reference->class->runtime->fields;
    struct object **referent = field_at(reference, fields->referent);
    if (heap_is_marked(heap, *referent)) return;
    *referent = NULL;
    put_into_queue(fields, reference);
}

/* --- natives */

union value native_reference_enqueue(struct thread *thread, union value *arguments) {
    struct runtime *runtime = thread->runtime;
    heap_enter(&runtime->heap);
    bool done = put_into_queue(&runtime->fields, arguments[0].r);
    heap_leave(&runtime->heap);
    return (union value){.i = done};
}

union value native_queue_poll(struct thread *thread, union value *arguments) {
    struct runtime *runtime = thread->runtime;
    heap_enter(&runtime->heap);
    struct object **head = field_at(arguments[0].r, runtime->fields.queue_head), *first = *head;
    if (first) {
        struct object **next = field_at(first, runtime->fields.next);
        *head = *next == first ? NULL : *next;
        *next = NULL;
    }
    heap_leave(&runtime->heap);
    return (union value){.r = first};
}

union value native_reachability_fence(struct thread *thread, union value *arguments) {
    return (union value){.j = 0};
}
