/* The reports' common part: the table, the verdict of a whole spec, the summary. */
#include "harness/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "harness/report_format.h"

static const struct {
    const char *option, *meaning;
    const struct report_format *format;
} rows[] = {
#define REPORT(name, option, meaning) {option, meaning, &report_##name},
#include "harness/reports.def"
#undef REPORT
};

const char *report_option(enum report_kind kind) { return rows[kind].option; }
const char *report_meaning(enum report_kind kind) { return rows[kind].meaning; }

bool spec_result_has_failed(const struct spec_result *result) {
    bool has_any = result->verdict == VERDICT_FAIL;
    for (uint32_t i = 0; i < result->expectation_count; i++)
        has_any |= result->expectations[i].verdict.has_failed ||
                   result->expectations[i].verdict.kind == VERDICT_FAIL;
    return has_any;
}

enum verdict_kind spec_result_judge(const struct spec_result *result, enum verdict_kind ended,
                                    enum verdict_kind known) {
    bool says_nothing = ended == VERDICT_PASS && result->expectation_count == 0;
    enum verdict_kind worst = says_nothing ? VERDICT_NOT_EVALUATED : ended;
    for (uint32_t i = 0; i < result->expectation_count; i++)
        worst = verdict_worse(worst, result->expectations[i].verdict.kind);
    if (known == VERDICT_PASS) return worst;
    if (worst == VERDICT_PASS) return VERDICT_UNEXPECTED_PASS;
    return worst == known ? VERDICT_KNOWN_FAILURE : worst;
}

void report_summary_add(struct report_summary *summary, const struct spec_result *result) {
    summary->counts[result->verdict]++;
    summary->expectations += result->expectation_count;
    for (uint32_t i = 0; i < result->expectation_count; i++) {
        const struct verdict *verdict = &result->expectations[i].verdict;
        summary->unknown_risks += verdict->unknown_risk != NULL;
        if (verdict->unknown_risk) continue;
        summary->false_alarm = fmin(summary->false_alarm + verdict->false_alarm, 1);
        summary->miss = fmin(summary->miss + verdict->miss, 1);
    }
}

uint32_t report_summary_skipped(const struct report_summary *summary) {
    return summary->counts[VERDICT_SKIP];
}

uint32_t report_summary_failed(const struct report_summary *summary) {
    uint32_t failed = 0;
    for (int kind = 0; kind < VERDICT_KIND_COUNT; kind++)
        if (verdict_is_red((enum verdict_kind)kind)) failed += summary->counts[kind];
    return failed;
}

uint32_t report_summary_passed(const struct report_summary *summary) {
    uint32_t results = 0;
    for (int kind = 0; kind < VERDICT_KIND_COUNT; kind++) results += summary->counts[kind];
    return results - report_summary_failed(summary) - report_summary_skipped(summary);
}

bool report_is_terminal(FILE *out) {
    const char *term = getenv("TERM");
    return isatty(fileno(out)) && term && strcmp(term, "dumb") != 0;
}

bool report_wants_color(enum report_color color, FILE *out) {
    if (color != REPORT_COLOR_AUTO) return color == REPORT_COLOR_ALWAYS;
    const char *no_color = getenv("NO_COLOR");
    return !(no_color && *no_color) && report_is_terminal(out);
}

struct report *report_open(enum report_kind kind, const struct report_options *options) {
    struct report *report = memory_allocate(sizeof *report);
    *report = (struct report){.format = rows[kind].format, .options = *options};
    return report;
}

void report_begin(struct report *report, uint32_t total) {
    report->total = total;
    report->format->begin(report);
}

void report_result(struct report *report, const struct spec_result *result) {
    report->position++;
    report->format->result(report, result);
}

bool report_end(struct report *report, const struct report_summary *summary, struct diag *diag) {
    FILE *out = report->options.out;
    const char *name = report->format == &report_console ? "the console" : "the report";
    report->format->end(report, summary);
    memory_free(report);
    errno = 0;
    if (fflush(out) == 0 && !ferror(out)) return true;
    return diag_error(diag, (struct place){0}, "cannot write %s: %s", name,
                      errno ? strerror(errno) : "an earlier write failed");
}
