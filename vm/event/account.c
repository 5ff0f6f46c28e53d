/* ACCOUNT: one line per event, and one for each line of a graph. */
#include "event/account.h"

#include <string.h>

/* A run that never stops to deoptimise must not fill the memory: both runs stop here. */
enum { LONGEST_ACCOUNT = 64 << 20 };

static void begin_line(struct account *account, const char *what, const char *of) {
    strbuf_addf(&account->text, "%lld\t%s%s\t", (long long)account->call, what, of);
}

static void add_place(struct strbuf *out, const struct position *position) {
    for (; position; position = position->caller) {
        strbuf_addf(out, "%s (line %d)", position->method, position->line);
        if (position->caller) strbuf_add_text(out, " < ");
    }
}

static void add_fact(struct strbuf *out, const char *name, const char *value) {
    if (value) strbuf_addf(out, ", %s %s", name, value);
}

void account_add_event(struct account *account, const struct event *event) {
    struct strbuf *out = &account->text;
    if (event->kind == EVENT_collected || out->length > LONGEST_ACCOUNT) return;
    begin_line(account, "event", "");
    strbuf_add_text(out, event_kind_text(event->kind));
    if (event->subject) strbuf_addf(out, " %s", event->subject);
    if (event->position) strbuf_add_text(out, " in ");
    add_place(out, event->position);
    if (event->origin) strbuf_add_text(out, ", made in ");
    add_place(out, event->origin);
    add_fact(out, "calls", event->callee);
    if (event->reason != REASON_none) add_fact(out, "because", reason_name(event->reason));
    add_fact(out, "root", event->root);
    add_fact(out, "phase", event->phase);
    if (event->kind != EVENT_compiled && event->amount)
        strbuf_addf(out, ", amount %lld", (long long)event->amount);
    if (event->frequency >= 0) strbuf_addf(out, ", frequency %.17g", event->frequency);
    if (event->compilation) strbuf_addf(out, ", compilation %d", event->compilation);
    strbuf_add_char(out, '\n');
}

void account_add_graph(struct account *account, const char *root, const char *step,
                       const char *graph) {
    struct strbuf *out = &account->text;
    while (*graph && out->length <= LONGEST_ACCOUNT) {
        size_t length = strcspn(graph, "\n");
        begin_line(account, "graph of ", root);
        strbuf_addf(out, "%s: %.*s\n", step, (int)length, graph);
        graph += length + (graph[length] == '\n');
    }
}

void account_release(struct account *account) { strbuf_release(&account->text); }

/* --- two of them --- */

struct line {
    int call, call_length, what_length, text_length;
    const char *start, *what, *text, *next;
};

static struct line line_at(const char *at) {
    struct line line = {.start = at};
    line.call_length = (int)strcspn(at, "\t");
    line.what = at + line.call_length + 1;
    line.what_length = (int)strcspn(line.what, "\t");
    line.text = line.what + line.what_length + 1;
    line.text_length = (int)strcspn(line.text, "\n");
    line.next = line.text + line.text_length + 1;
    return line;
}

static bool is_same(const char *a, int a_length, const char *b, int b_length) {
    return a_length == b_length && memcmp(a, b, (size_t)a_length) == 0;
}

static void add_line(struct strbuf *out, const struct line *line) {
    strbuf_addf(out, "%.*s '%.*s'", line->what_length, line->what, line->text_length, line->text);
}

static void tell_difference(const struct line *with, const struct line *without,
                            struct strbuf *out) {
    bool is_same_call =
        is_same(with->start, with->call_length, without->start, without->call_length);
    bool is_same_what = is_same(with->what, with->what_length, without->what, without->what_length);
    bool is_same_text = is_same(with->text, with->text_length, without->text, without->text_length);
    strbuf_addf(out, "in call %.*s ", with->call_length, with->start);
    add_line(out, with);
    strbuf_add_text(out, ", without inserted code ");
    if (!is_same_call) strbuf_addf(out, "in call %.*s", without->call_length, without->start);
    if (is_same_what && is_same_text) return;
    if (!is_same_call) strbuf_add_char(out, ' ');
    add_line(out, without);
}

static void tell_rest(const char *rest, bool is_with, struct strbuf *out) {
    struct line line = line_at(rest);
    strbuf_addf(out, "in call %.*s ", line.call_length, line.start);
    add_line(out, &line);
    strbuf_add_text(out, is_with ? ", without inserted code nothing more"
                                 : " without inserted code, with it nothing more");
}

bool account_compare(const char *with, const char *without, struct strbuf *difference) {
    while (*with && *without) {
        struct line a = line_at(with), b = line_at(without);
        if (!is_same(with, (int)(a.next - with), without, (int)(b.next - without))) {
            tell_difference(&a, &b, difference);
            return false;
        }
        with = a.next;
        without = b.next;
    }
    if (*with || *without) tell_rest(*with ? with : without, *with != '\0', difference);
    return *with == *without;
}
