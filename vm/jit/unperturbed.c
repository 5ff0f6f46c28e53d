/* Does inserted code change what the compiler does? Compiles a method with it and without it, and
 * compares the decisions and the optimised graphs, text for text. */
#include "jit/internal.h"

struct record {
    struct strbuf decisions, graph;
    const char *outcome; /* "compiled", or why not */
};

static void remember(void *context, const struct event *event) {
    struct record *record = context;
    event_format_json(event, &record->decisions);
    strbuf_add_char(&record->decisions, '\n');
}

static void compile(struct jit *jit, struct method *method, bool discard_inserted,
                    struct record *record) {
    struct event_sink sink = {remember, record};
    struct job *job = memory_allocate(sizeof *job);
    job_init(job, jit, method, &sink);
    job->discard_inserted = discard_inserted;
    job->base_graph = &record->graph;
    record->outcome = job_run(job) ? "compiled" : reason_text(job->compilation.bailout);
    job_release(job);
    memory_free(job);
}

static size_t line_length(const char *text) { return strcspn(text, "\n"); }

/* True when equal; else adds the first line that differs, as it is with and without. */
static bool compare(const char *what, const char *with, const char *without,
                    struct strbuf *difference) {
    for (;;) {
        size_t a = line_length(with), b = line_length(without);
        if (a != b || memcmp(with, without, a) != 0) {
            strbuf_addf(difference, "%s: with inserted code '%.*s', without '%.*s'", what, (int)a,
                        with, (int)b, without);
            return false;
        }
        with += a;
        without += b;
        if (!*with || !*without) break;
        with++;
        without++;
    }
    if (*with == *without) return true;
    strbuf_addf(difference, "%s: one goes on where the other ends", what);
    return false;
}

bool jit_is_unperturbed(struct jit *jit, struct method *method, struct strbuf *difference) {
    struct record with = {0}, without = {0};
    struct thread *thread = thread_current();
    lock_enter(thread, &jit->lock);
    compile(jit, method, false, &with);
    compile(jit, method, true, &without);
    lock_leave(thread, &jit->lock);
    bool equal =
        compare("outcome", with.outcome, without.outcome, difference) &&
        compare("decisions", strbuf_text(&with.decisions), strbuf_text(&without.decisions),
                difference) &&
        compare("graph", strbuf_text(&with.graph), strbuf_text(&without.graph), difference);
    strbuf_release(&with.decisions);
    strbuf_release(&with.graph);
    strbuf_release(&without.decisions);
    strbuf_release(&without.graph);
    return equal;
}
