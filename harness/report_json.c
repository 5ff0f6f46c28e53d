/* JSON: one document, described in docs/reports.md. */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>

#include "harness/report_format.h"

enum { FORMAT_VERSION = 1 };

static json_t *text_or_null(const char *text) {
    if (!text) return json_null();
    struct strbuf clean = STRBUF_INIT;
    report_add_clean(&clean, text);
    json_t *value = json_string(strbuf_text(&clean));
    strbuf_release(&clean);
    return value;
}

/* Seeds have 64 bits, more than a JSON reader's numbers. */
static json_t *seed_text(const struct spec_result *result) {
    char text[24];
    if (result->never_ran) return json_null();
    snprintf(text, sizeof text, "%" PRIu64, result->seed);
    return json_string(text);
}

static json_t *count_or_null(int64_t count) {
    return count < 0 ? json_null() : json_integer(count);
}

static json_t *risk_or_null(const struct verdict *verdict, double risk) {
    return verdict->unknown_risk ? json_null() : json_real(risk);
}

/* Always four keys. */
static json_t *split_json(const struct hit_split *split) {
    static const struct hit_split nobody = {-1, -1, -1, -1};
    const struct hit_split *hits = split ? split : &nobody;
    return json_pack("{s:o, s:o, s:o, s:o}", "compiled", count_or_null(hits->compiled), "on_stack",
                     count_or_null(hits->on_stack), "interpreted", count_or_null(hits->interpreted),
                     "other_threads", count_or_null(hits->elsewhere));
}

static json_t *expectation_json(const struct expectation_result *expectation) {
    const struct verdict *verdict = &expectation->verdict;
    return json_pack(
        "{s:s, s:i, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, "
        "s:o}",
        "verdict", verdict_text(verdict->kind), "line", expectation->line, "column",
        expectation->column, "text", text_or_null(expectation->text), "summary",
        text_or_null(verdict->summary), "expected", text_or_null(verdict->expected), "observed",
        text_or_null(verdict->observed), "because", text_or_null(verdict->because), "where",
        text_or_null(verdict->where), "probes", text_or_null(expectation->probes), "held_until",
        text_or_null(expectation->held_until), "hits", count_or_null(verdict->hits), "trials",
        count_or_null(verdict->trials), "hits_by", split_json(verdict->split), "iterations_needed",
        verdict->iterations_needed ? json_integer(verdict->iterations_needed) : json_null(),
        "false_alarm", risk_or_null(verdict, verdict->false_alarm), "miss",
        risk_or_null(verdict, verdict->miss), "risk_not_known",
        text_or_null(verdict->unknown_risk));
}

static json_t *result_json(const struct spec_result *result) {
    json_t *expectations = json_array(), *explanation = json_array();
    for (uint32_t i = 0; i < result->expectation_count; i++)
        json_array_append_new(expectations, expectation_json(&result->expectations[i]));
    for (uint32_t i = 0; i < result->explanation_count; i++)
        json_array_append_new(explanation, text_or_null(result->explanation[i]));
    return json_pack(
        "{s:o, s:s, s:b, s:o, s:i, s:o, s:o, s:i, s:o, s:o, s:f, s:o, s:o, s:o, s:o, s:o, s:o, "
        "s:o}",
        "name", text_or_null(result->name), "verdict", verdict_text(result->verdict), "red",
        verdict_is_red(result->verdict), "file", text_or_null(result->file), "line", result->line,
        "why", text_or_null(result->why), "target", text_or_null(result->target), "target_line",
        result->target_line, "seed", seed_text(result), "chosen_compile_threshold",
        result->chosen_threshold ? json_integer(result->chosen_threshold) : json_null(), "seconds",
        result->seconds, "expectations", expectations, "crash", text_or_null(result->crash),
        "stack", text_or_null(result->stack), "output", text_or_null(result->output), "reproduce",
        text_or_null(result->reproduce), "explanation", explanation, "profile",
        text_or_null(result->tables));
}

static json_t *summary_json(const struct report_summary *summary) {
    json_t *verdicts = json_object();
    for (int kind = 0; kind < VERDICT_KIND_COUNT; kind++)
        json_object_set_new(verdicts, verdict_text((enum verdict_kind)kind),
                            json_integer(summary->counts[kind]));
    return json_pack("{s:i, s:i, s:i, s:i, s:o, s:i, s:f, s:f, s:i, s:f}", "total",
                     (int)summary->total, "passed", (int)report_summary_passed(summary), "failed",
                     (int)report_summary_failed(summary), "skipped",
                     (int)report_summary_skipped(summary), "verdicts", verdicts, "expectations",
                     (int)summary->expectations, "false_alarm", summary->false_alarm, "miss",
                     summary->miss, "risk_not_known", (int)summary->unknown_risks, "seconds",
                     summary->seconds);
}

static void begin(struct report *report) { report->state = json_array(); }

static void write_result(struct report *report, const struct spec_result *result) {
    json_array_append_new(report->state, result_json(result));
}

static void end(struct report *report, const struct report_summary *summary) {
    json_t *document =
        json_pack("{s:s, s:i, s:o, s:o}", "format", "jittest-report", "version", FORMAT_VERSION,
                  "summary", summary_json(summary), "results", report->state);
    json_dumpf(document, report->options.out, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    fputc('\n', report->options.out);
    json_decref(document);
}

const struct report_format report_json = {begin, write_result, end};
