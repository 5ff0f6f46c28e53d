/* Giving up, and telling decisions. */
#include "ir/compilation.h"

_Noreturn void compilation_bail_out(struct compilation *compilation, enum reason reason,
                                    const struct position *position) {
    compilation->bailout = reason;
    compilation->bailout_position = position;
    longjmp(compilation->give_up, 1);
}

void compilation_report(struct compilation *compilation, enum event_kind kind,
                        const struct node *node, const char *subject, enum reason reason) {
    struct event event = {
        .kind = kind,
        .reason = reason,
        .root = compilation->root,
        .compilation = compilation->number,
        .phase = compilation->phase,
        .position = node ? node->position : NULL,
        .subject = subject,
        .frequency = node && node->block ? node->block->frequency : -1,
    };
    event_send(compilation->sink, &event);
}
