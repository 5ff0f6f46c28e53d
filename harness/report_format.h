/* What the report formats share, inside the reports only. */
#ifndef HARNESS_REPORT_FORMAT_H
#define HARNESS_REPORT_FORMAT_H

#include "base/strbuf.h"
#include "harness/report.h"

struct report {
    const struct report_format *format;
    struct report_options options;
    uint32_t total, position; /* selected; results so far, the current one included */
    void *state;              /* the format's own; made by begin, freed by end */
};

struct report_format {
    void (*begin)(struct report *report);
    void (*result)(struct report *report, const struct spec_result *result);
    void (*end)(struct report *report, const struct report_summary *summary);
};

#define REPORT(name, option, meaning) extern const struct report_format report_##name;
#include "harness/reports.def"
#undef REPORT

/* Adds text that any reader takes: valid UTF-8 without control characters, except newline and tab.
 * Every other byte is written as \xNN. NULL adds nothing. */
void report_add_clean(struct strbuf *out, const char *text);
/* The same on one line: newlines become spaces. */
void report_add_line(struct strbuf *out, const char *text);

/* The first thing to say about a result that is not simply green: the summary of its worst
 * expectation, or why it was skipped, timed out, crashed, or passed against expectation. Clean, one
 * line. */
void report_add_headline(struct strbuf *out, const struct spec_result *result);
/* The line about a threshold that the harness chose, if it did. */
void report_add_choice(struct strbuf *out, const struct spec_result *result);
/* The failure block, lines without indentation, the last with its newline: each red expectation
 * with its place, the target's, expected, observed, the compiler's reason, the risks; then crash,
 * output and how to reproduce it. */
void report_add_details(struct strbuf *out, const struct spec_result *result);
/* "specs/a.yaml:17:5: rate: allocated", then expected to risks, each line indented by two: one
 * expectation of it. */
void report_add_expectation(struct strbuf *out, const struct spec_result *result,
                            const struct expectation_result *expectation);
/* "39 passed, 2 failed", ", 1 skipped". */
void report_add_closing(struct strbuf *out, const struct report_summary *summary);

#endif
