/* EVENT: names and texts of the rows of events.def and reasons.def, and the two written forms of an
 * event: one line for people, one JSON object for machines. */
#include "event/event.h"

#include <math.h>
#include <string.h>

#include "base/csv_text.h"
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
#define NOTICE(name, text, subject, amount)                                                        \
    [EVENT_##name] = {#name, text, subject, amount, "-", "-"},
#include "event/notices.def"
#undef NOTICE
};

/* What kinds have beside, those of a kind together. */
static const struct kind_field {
    enum event_kind kind;
    const char *name, *meaning;
} fields[] = {
#define EVENT_FIELD(kind, name, meaning) {EVENT_##kind, #name, meaning},
#include "event/event_fields.def"
#undef EVENT_FIELD
#define STATISTIC(type, member, meaning) {EVENT_counters, #member, meaning},
#include "statistics.def"
#undef STATISTIC
};
enum { FIELDS = sizeof fields / sizeof *fields };

#define OF(kind) (UINT64_C(1) << EVENT_##kind)
#define KEPT     (OF(allocation_kept) | OF(lock_kept))
#define ESCAPED  (OF(materialized) | KEPT)
#define CALLED   (OF(not_inlined) | OF(virtual))
#define LEFT     (OF(deoptimized) | OF(rematerialized) | OF(invalidated))

static const struct {
    const char *name, *text;
    uint64_t of;
} reasons[REASON_COUNT] = {
#define REASON(name, text, of) [REASON_##name] = {#name, text, of},
#include "event/reasons.def"
#undef REASON
};

_Static_assert(EVENT_KIND_COUNT <= 64, "a reason has a bit for each kind");

const char *event_kind_text(enum event_kind kind) { return kinds[kind].text; }
const char *event_kind_name(enum event_kind kind) { return kinds[kind].name; }
bool event_kind_has_origin(enum event_kind kind) { return strcmp(kinds[kind].origin, "-") != 0; }
bool event_kind_has_amount(enum event_kind kind) { return strcmp(kinds[kind].amount, "-") != 0; }
const char *reason_text(enum reason reason) { return reasons[reason].text; }
const char *reason_name(enum reason reason) { return reasons[reason].name; }

bool reason_is_of(enum reason reason, enum event_kind kind) {
    return reason == REASON_none || reasons[reason].of >> kind & 1;
}

bool event_field(enum event_kind kind, int index, const char **name, const char **meaning) {
    for (int i = 0; i < FIELDS; i++) {
        if (fields[i].kind != kind || index-- > 0) continue;
        *name = fields[i].name;
        *meaning = fields[i].meaning;
        return true;
    }
    return false;
}

static int field_count(enum event_kind kind) {
    const char *name, *meaning;
    int count = 0;
    while (event_field(kind, count, &name, &meaning)) count++;
    return count;
}

void event_verify(const struct event *event) {
    ASSERT(!event->values || event->value_count == field_count(event->kind),
           "'%s' has %d numbers beside its own", kinds[event->kind].name, field_count(event->kind));
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

/* Seconds to the nanosecond, all digits of counts up to a thousand million million. */
static void add_value(struct strbuf *out, const char *name, double value) {
    static const char unit[] = "_seconds";
    size_t length = strlen(name), end = sizeof unit - 1;
    bool is_time = length >= end && strcmp(name + length - end, unit) == 0;
    strbuf_addf(out, is_time ? "%.9f" : "%.15g", value);
}

static void add_json_values(struct strbuf *out, const struct event *event) {
    const char *name, *meaning;
    for (int i = 0; i < event->value_count && event_field(event->kind, i, &name, &meaning); i++) {
        if (isnan(event->values[i])) continue;
        strbuf_addf(out, ",\"%s\":", name);
        add_value(out, name, event->values[i]);
    }
}

static void add_json_stamp(struct strbuf *out, const struct event_stamp *stamp) {
    if (!stamp) return;
    strbuf_addf(out, ",\"time\":%.9f", stamp->time);
    if (stamp->thread >= 0) strbuf_addf(out, ",\"thread\":%lld", (long long)stamp->thread);
}

void event_format_json(const struct event *event, const struct event_stamp *stamp,
                       struct strbuf *out) {
    strbuf_add_text(out, "{\"event\":");
    json_add_text(out, event_kind_name(event->kind));
    add_json_stamp(out, stamp);
    if (event->duration > 0) strbuf_addf(out, ",\"duration\":%.9f", event->duration);
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
    add_json_values(out, event);
    strbuf_add_char(out, '}');
}

/* --- as a line of a table: columns of all kinds, then one for each name of a field --- */

static bool has_name_before(int field) {
    for (int i = 0; i < field; i++)
        if (strcmp(fields[i].name, fields[field].name) == 0) return true;
    return false;
}

void event_csv_header(struct strbuf *out) {
    strbuf_add_text(out, "time,thread,event,duration,reason,root,compilation,phase,method,bci,line,"
                         "callers,origin,subject,callee,amount,frequency");
    for (int i = 0; i < FIELDS; i++)
        if (!has_name_before(i)) strbuf_addf(out, ",%s", fields[i].name);
}

static void add_csv_text(struct strbuf *out, const char *text) {
    strbuf_add_char(out, ',');
    if (text) csv_add_text(out, text);
}

static void add_csv_path(struct strbuf *out, const struct position *position) {
    struct strbuf text = STRBUF_INIT;
    position_format(position, &text);
    add_csv_text(out, position ? strbuf_text(&text) : NULL);
    strbuf_release(&text);
}

static void add_csv_where(struct strbuf *out, const struct event *event) {
    const struct position *at = event->position;
    add_csv_text(out, at ? at->method : NULL);
    if (at)
        strbuf_addf(out, ",%d,%d", at->bci, at->line);
    else
        strbuf_add_text(out, ",,");
    add_csv_path(out, at ? at->caller : NULL);
    add_csv_path(out, position_equal(event->origin, at) ? NULL : event->origin);
}

static void add_csv_values(struct strbuf *out, const struct event *event) {
    const char *name, *meaning;
    for (int i = 0; i < FIELDS; i++) {
        if (has_name_before(i)) continue;
        strbuf_add_char(out, ',');
        for (int k = 0; k < event->value_count && event_field(event->kind, k, &name, &meaning); k++)
            if (strcmp(name, fields[i].name) == 0 && !isnan(event->values[k]))
                add_value(out, name, event->values[k]);
    }
}

void event_format_csv(const struct event *event, const struct event_stamp *stamp,
                      struct strbuf *out) {
    if (stamp) strbuf_addf(out, "%.9f", stamp->time);
    strbuf_add_char(out, ',');
    if (stamp && stamp->thread >= 0) strbuf_addf(out, "%lld", (long long)stamp->thread);
    add_csv_text(out, event_kind_name(event->kind));
    strbuf_add_char(out, ',');
    if (event->duration > 0) strbuf_addf(out, "%.9f", event->duration);
    add_csv_text(out, event->reason != REASON_none ? reason_name(event->reason) : NULL);
    add_csv_text(out, event->root);
    strbuf_add_char(out, ',');
    if (event->compilation) strbuf_addf(out, "%d", event->compilation);
    add_csv_text(out, event->phase);
    add_csv_where(out, event);
    add_csv_text(out, event->subject);
    add_csv_text(out, event->callee);
    strbuf_add_char(out, ',');
    if (event_kind_has_amount(event->kind)) strbuf_addf(out, "%lld", (long long)event->amount);
    strbuf_add_char(out, ',');
    if (strcmp(kinds[event->kind].frequency, "-") != 0 && event->frequency >= 0)
        strbuf_addf(out, "%.17g", event->frequency);
    add_csv_values(out, event);
}
