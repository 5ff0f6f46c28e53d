/* REFERENCE: java.lang.ref. A reference's referent is no traced field. References that tracing
 * reaches are processed when all else is marked: one whose referent is not marked is cleared and
 * put into its queue. The queue's links are changed only here, where no collection comes in
 * between. */
#include <string.h>

#include "base/intern.h"
#include "runtime/internal.h"
#include "runtime/natives.h"
#include "runtime/wait.h"

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

/* Each waiting thread looks into its own queue. */
void references_tell(struct runtime *runtime) {
    struct world *world = &runtime->world;
    pthread_mutex_lock(&world->lock);
    for (struct thread *thread = world->threads; thread; thread = thread->next) {
        if (!thread->awaits_reference) continue;
        thread->is_notified = true;
        pthread_cond_signal(&thread->wake);
    }
    pthread_mutex_unlock(&world->lock);
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
    if (put_into_queue(fields, reference)) reference->class->runtime->has_enqueued = true;
}

/* --- natives */

union value native_reference_enqueue(struct thread *thread, union value *arguments) {
    struct runtime *runtime = thread->runtime;
    heap_enter(&runtime->heap);
    bool done = put_into_queue(&runtime->fields, arguments[0].r);
    heap_leave(&runtime->heap);
    if (done) references_tell(runtime);
    return (union value){.i = done};
}

static struct object *poll(struct runtime *runtime, struct object *queue) {
    heap_enter(&runtime->heap);
    struct object **head = field_at(queue, runtime->fields.queue_head), *first = *head;
    if (first) {
        struct object **next = field_at(first, runtime->fields.next);
        *head = *next == first ? NULL : *next;
        *next = NULL;
    }
    heap_leave(&runtime->heap);
    return first;
}

union value native_queue_poll(struct thread *thread, union value *arguments) {
    return (union value){.r = poll(thread->runtime, arguments[0].r)};
}

/* Announced before it looks: what comes after that wakes it. */
static void announce(struct thread *thread, bool awaits) {
    struct world *world = &thread->runtime->world;
    pthread_mutex_lock(&world->lock);
    thread->awaits_reference = awaits;
    thread->is_notified = false;
    pthread_mutex_unlock(&world->lock);
}

/* May come back without one before the time is over. */
union value native_queue_await(struct thread *thread, union value *arguments) {
    announce(thread, true);
    struct object *found = poll(thread->runtime, arguments[0].r);
    bool done = found || thread_wait(thread, arguments[1].j, &thread->is_notified, NULL);
    announce(thread, false);
    if (!found && done) found = poll(thread->runtime, arguments[0].r);
    return (union value){.r = found};
}

union value native_reachability_fence(struct thread *thread, union value *arguments) {
    return (union value){.j = 0};
}
