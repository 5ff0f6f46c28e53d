/* EVENT: names and texts of the rows of events.def and reasons.def, and the two written forms of an
 * event: one line for people, one JSON object for machines. */
#include "event/event.h"

#include <string.h>

#include "base/die.h"
#include "base/hash.h"
#include "base/json_text.h"

static const struct {
    const char *name, *text, *subject, *amount, *frequency, *origin;
} kinds[EVENT_KIND_COUNT] = {
#define EVENT(name, text, subject, amount, frequency, origin)                                      \
    [EVENT_##name] = {#name, text, subject, amount, frequency, origin},
#include "event/events.def"
#undef EVENT
};

#define OF(kind) (1u << EVENT_##kind)
#define KEPT     (OF(allocation_kept) | OF(lock_kept))
#define ESCAPED  (OF(materialized) | KEPT)
#define CALLED   (OF(not_inlined) | OF(virtual))
#define LEFT     (OF(deoptimized) | OF(rematerialized))

static const struct {
    const char *name, *text;
    unsigned of;
} reasons[REASON_COUNT] = {
#define REASON(name, text, of) [REASON_##name] = {#name, text, of},
#include "event/reasons.def"
#undef REASON
};

const char *event_kind_text(enum event_kind kind) { return kinds[kind].text; }
const char *event_kind_name(enum event_kind kind) { return kinds[kind].name; }
bool event_kind_has_origin(enum event_kind kind) { return strcmp(kinds[kind].origin, "-") != 0; }
bool event_kind_has_amount(enum event_kind kind) { return strcmp(kinds[kind].amount, "-") != 0; }
const char *reason_text(enum reason reason) { return reasons[reason].text; }
const char *reason_name(enum reason reason) { return reasons[reason].name; }

bool reason_is_of(enum reason reason, enum event_kind kind) {
    return reason == REASON_none || reasons[reason].of >> kind & 1;
}

void event_verify(const struct event *event) {
    ASSERT(reason_is_of(event->reason, event->kind), "'%s' is not a reason for '%s'",
           reasons[event->reason].name, kinds[event->kind].name);
    ASSERT(event->amount == 0 || event_kind_has_amount(event->kind), "'%s' has no amount",
           kinds[event->kind].name);
}

bool event_kind_of_name(const char *name, enum event_kind *kind) {
    for (int i = 0; i < EVENT_KIND_COUNT; i++)
        if (strcmp(kinds[i].name, name) == 0) return *kind = (enum event_kind)i, true;
    return false;
}

bool reason_of_name(const char *name, enum reason *reason) {
    for (int i = 0; i < REASON_COUNT; i++)
        if (strcmp(reasons[i].name, name) == 0) return *reason = (enum reason)i, true;
    return false;
}

bool position_equal(const struct position *a, const struct position *b) {
    for (; a && b && a != b; a = a->caller, b = b->caller) {
        if (a->method != b->method || a->bci != b->bci || a->is_below_hidden != b->is_below_hidden)
            return false;
    }
    return a == b;
}

uint64_t position_hash(uint64_t hash, const struct position *position) {
    for (; position; position = position->caller)
        hash = hash_mix(hash_mix_pointer(hash, position->method), (uint64_t)position->bci);
    return hash;
}

const struct position *position_copy(struct arena *arena, const struct position *position) {
    const struct position *first = NULL, **link = &first;
    for (; position; position = position->caller) {
        struct position *copy = ARENA_NEW(arena, struct position);
        *copy = *position;
        copy->hidden = NULL;
        *link = copy;
        link = &copy->caller;
    }
    return first;
}

const char *method_without_class(const char *method) {
    const char *end = strchr(method, '('), *name = end;
    while (name > method && name[-1] != '.') name--;
    return name;
}

void position_format(const struct position *position, struct strbuf *out) {
    for (; position; position = position->caller) {
        strbuf_add_text(out, position->method);
        if (position->bci >= 0) strbuf_addf(out, ":%d", position->bci);
        if (position->line > 0) strbuf_addf(out, " (line %d)", position->line);
        if (position->caller) strbuf_add_text(out, " < ");
    }
}

/* A JSON string (RFC 8259): the text is UTF-8 already. */
static void add_json_member(struct strbuf *out, const char *key, const char *text) {
    if (!text) return;
    strbuf_addf(out, ",\"%s\":", key);
    json_add_text(out, text);
}

static void add_json_place(struct strbuf *out, const struct position *position) {
    strbuf_add_text(out, "\"method\":");
    json_add_text(out, position->method);
    strbuf_addf(out, ",\"bci\":%d,\"line\":%d", position->bci, position->line);
}

static void add_json_position(struct strbuf *out, const struct position *position) {
    add_json_place(out, position);
    if (!position->caller) return;
    strbuf_add_text(out, ",\"callers\":[");
    for (const struct position *caller = position->caller; caller; caller = caller->caller) {
        strbuf_add_text(out, caller == position->caller ? "{" : ",{");
        add_json_place(out, caller);
        strbuf_add_char(out, '}');
    }
    strbuf_add_char(out, ']');
}

static void add_json_where(struct strbuf *out, const struct event *event) {
    if (event->position) {
        strbuf_add_char(out, ',');
        add_json_position(out, event->position);
    }
    if (!event->origin || position_equal(event->origin, event->position)) return;
    strbuf_add_text(out, ",\"origin\":{");
    add_json_position(out, event->origin);
    strbuf_add_char(out, '}');
}

void event_format_json(const struct event *event, struct strbuf *out) {
    strbuf_add_text(out, "{\"event\":");
    json_add_text(out, event_kind_name(event->kind));
    if (event->reason != REASON_none) add_json_member(out, "reason", reason_name(event->reason));
    add_json_member(out, "root", event->root);
    if (event->compilation) strbuf_addf(out, ",\"compilation\":%d", event->compilation);
    add_json_member(out, "phase", event->phase);
    add_json_where(out, event);
    add_json_member(out, "subject", event->subject);
    add_json_member(out, "callee", event->callee);
    if (strcmp(kinds[event->kind].amount, "-") != 0)
        strbuf_addf(out, ",\"amount\":%lld", (long long)event->amount);
    if (strcmp(kinds[event->kind].frequency, "-") != 0 && event->frequency >= 0)
        strbuf_addf(out, ",\"frequency\":%.17g", event->frequency);
    strbuf_add_char(out, '}');
}
