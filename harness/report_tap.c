/* TAP 14: one test point per spec, a YAML block for what is not simply green. A known failure is a
 * TODO; one that passed unexpectedly is a plain "not ok", because TAP counts a TODO that passes as
 * fine. */
#include <inttypes.h>

#include "harness/report_format.h"

static void begin(struct report *report) {
    fprintf(report->options.out, "TAP version 14\n1..%u%s\n", report->total,
            report->total ? "" : " # no spec was selected");
}

/* A description or reason: one line, with the two characters escaped that mean something to TAP. */
static void add_escaped(struct strbuf *out, const char *text) {
    struct strbuf line = STRBUF_INIT;
    report_add_line(&line, text);
    for (const char *c = strbuf_text(&line); *c; c++) {
        if (*c == '#' || *c == '\\') strbuf_add_char(out, '\\');
        strbuf_add_char(out, *c);
    }
    strbuf_release(&line);
}

/* A double-quoted YAML scalar. */
static void add_quoted(struct strbuf *out, const char *text) {
    struct strbuf clean = STRBUF_INIT;
    report_add_clean(&clean, text);
    strbuf_add_char(out, '"');
    for (const char *c = strbuf_text(&clean); *c; c++) {
        if (*c == '"' || *c == '\\')
            strbuf_addf(out, "\\%c", *c);
        else if (*c == '\n')
            strbuf_add_text(out, "\\n");
        else if (*c == '\t')
            strbuf_add_text(out, "\\t");
        else
            strbuf_add_char(out, *c);
    }
    strbuf_add_char(out, '"');
    strbuf_release(&clean);
}

static void add_pair(struct strbuf *out, const char *indent, const char *key, const char *text) {
    if (!text || !*text) return;
    strbuf_addf(out, "%s%s: ", indent, key);
    add_quoted(out, text);
    strbuf_add_char(out, '\n');
}

static void add_expectation(struct strbuf *out, const struct expectation_result *expectation) {
    const struct verdict *verdict = &expectation->verdict;
    strbuf_addf(out, "    - verdict: \"%s\"\n", verdict_text(verdict->kind));
    strbuf_addf(out, "      line: %d\n      column: %d\n", expectation->line, expectation->column);
    add_pair(out, "      ", "text", expectation->text);
    add_pair(out, "      ", "where", verdict->where);
    add_pair(out, "      ", "expected", verdict->expected);
    add_pair(out, "      ", "observed", verdict->observed);
    add_pair(out, "      ", "because", verdict->because);
    add_pair(out, "      ", "probes", expectation->probes);
    add_pair(out, "      ", "phases", expectation->held_until);
    add_pair(out, "      ", "risk_not_known", verdict->unknown_risk);
    if (!verdict->unknown_risk)
        strbuf_addf(out, "      false_alarm: %.3g\n      miss: %.3g\n", verdict->false_alarm,
                    verdict->miss);
}

static void add_details(struct strbuf *out, const struct spec_result *result) {
    struct strbuf headline = STRBUF_INIT;
    report_add_headline(&headline, result);
    strbuf_add_text(out, "  ---\n");
    add_pair(out, "  ", "message", strbuf_text(&headline));
    add_pair(out, "  ", "verdict", verdict_text(result->verdict));
    strbuf_add_text(out, "  at:\n");
    add_pair(out, "    ", "file", result->file);
    strbuf_addf(out, "    line: %d\n", result->line);
    add_pair(out, "  ", "target", result->target);
    if (result->explanation_count) strbuf_add_text(out, "  explanation:\n");
    for (uint32_t i = 0; i < result->explanation_count; i++) {
        strbuf_add_text(out, "    - ");
        add_quoted(out, result->explanation[i]);
        strbuf_add_char(out, '\n');
    }
    if (result->chosen_threshold)
        strbuf_addf(out, "  chosen_compile_threshold: %" PRId64 "\n", result->chosen_threshold);
    if (!result->never_ran) strbuf_addf(out, "  seed: \"%" PRIu64 "\"\n", result->seed);
    strbuf_addf(out, "  duration_ms: %.3f\n", result->seconds * 1000);
    if (result->expectation_count) strbuf_add_text(out, "  expectations:\n");
    for (uint32_t i = 0; i < result->expectation_count; i++)
        add_expectation(out, &result->expectations[i]);
    add_pair(out, "  ", "crash", result->crash);
    add_pair(out, "  ", "stack", result->stack);
    add_pair(out, "  ", "output", result->output);
    add_pair(out, "  ", "reproduce", result->reproduce);
    strbuf_add_text(out, "  ...\n");
    strbuf_release(&headline);
}

static const char *directive_of(enum verdict_kind kind) {
    if (kind == VERDICT_SKIP) return " # SKIP ";
    return kind == VERDICT_KNOWN_FAILURE ? " # TODO " : NULL;
}

static void write_result(struct report *report, const struct spec_result *result) {
    struct strbuf text = STRBUF_INIT;
    bool is_ok = result->verdict == VERDICT_PASS || result->verdict == VERDICT_SKIP;
    const char *directive = directive_of(result->verdict);
    strbuf_addf(&text, "%s %u - ", is_ok ? "ok" : "not ok", report->position);
    add_escaped(&text, result->name);
    if (directive) {
        strbuf_add_text(&text, directive);
        add_escaped(&text, result->why);
    }
    strbuf_add_char(&text, '\n');
    if (!is_ok) add_details(&text, result);
    fputs(strbuf_text(&text), report->options.out);
    fflush(report->options.out);
    strbuf_release(&text);
}

static void end(struct report *report, const struct report_summary *summary) {
    struct strbuf closing = STRBUF_INIT;
    report_add_closing(&closing, summary);
    fprintf(report->options.out, "# %s\n", strbuf_text(&closing));
    if (report->position < report->total)
        fprintf(report->options.out, "Bail out! interrupted after %u of %u specs\n",
                report->position, report->total);
    strbuf_release(&closing);
}

const struct report_format report_tap = {begin, write_result, end};
