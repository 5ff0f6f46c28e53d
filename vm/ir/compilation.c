/* Giving up, and reporting decisions. */
#include "ir/compilation.h"

void compilation_listen(struct compilation *compilation, struct edit_listener *listener) {
    struct edit_listener **end = &compilation->listeners;
    while (*end) end = &(*end)->next;
    listener->next = NULL;
    *end = listener;
}

uint32_t compilation_add_frame(struct compilation *compilation, const struct meta_method *method) {
    arena_vec_push(compilation->arena, &compilation->frames,
                   (struct compiled_frame){.method = method});
    return compilation->frames.count;
}

_Noreturn void compilation_bail_out(struct compilation *compilation, enum reason reason,
                                    const struct position *position) {
    compilation->bailout = reason;
    compilation->bailout_position = position;
    longjmp(compilation->give_up, 1);
}

void compilation_tell(struct compilation *compilation, struct event event) {
    event.root = compilation->root;
    event.compilation = compilation->number;
    event.phase = phase_name(compilation->phase);
    event_send(compilation->sink, &event);
}

void compilation_report(struct compilation *compilation, enum event_kind kind,
                        const struct node *node, const char *subject, int64_t amount,
                        enum reason reason) {
    const struct position *position = node ? node->position : NULL;
    compilation_tell(compilation,
                     (struct event){
                         .kind = kind,
                         .reason = reason,
                         .position = position,
                         .origin = event_kind_has_origin(kind) ? position : NULL,
                         .subject = subject,
                         .amount = amount,
                         .frequency = node && node->block ? node->block->frequency : -1,
                     });
}

void compilation_report_loop(struct compilation *compilation, enum event_kind kind,
                             const struct position *start, double frequency, int64_t amount,
                             enum reason reason) {
    compilation_tell(compilation, (struct event){.kind = kind,
                                                 .reason = reason,
                                                 .position = start,
                                                 .origin = start,
                                                 .amount = amount,
                                                 .frequency = frequency});
}
