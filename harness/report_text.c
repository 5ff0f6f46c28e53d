/* What the reports say in words: the failure block that console, TAP and JUnit share, and text made
 * safe for them. */
#include <inttypes.h>
#include <string.h>

#include "harness/report_format.h"

/* Length of the UTF-8 character at [text] when it is one that XML, YAML and terminals take as it
 * is; else 0. */
static size_t clean_length(const char *text) {
    const unsigned char *bytes = (const unsigned char *)text;
    unsigned char first = bytes[0];
    if (first < 0x80) return (first >= 0x20 && first != 0x7f) || first == '\n' || first == '\t';
    size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    uint32_t code = first & (0x7fu >> length);
    if (first < 0xc2 || first > 0xf4) return 0;
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | (bytes[i] & 0x3f);
    }
    static const uint32_t smallest[] = {0, 0, 0xa0, 0x800, 0x10000}; /* C1 controls are not clean */
    bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < smallest[length] || code > 0x10ffff || is_surrogate) return 0;
    return code == 0xfffe || code == 0xffff ? 0 : length;
}

void report_add_clean(struct strbuf *out, const char *text) {
    while (text && *text) {
        size_t length = clean_length(text);
        if (length)
            strbuf_add(out, text, length);
        else
            strbuf_addf(out, "\\x%02x", (unsigned char)*text);
        text += length ? length : 1;
    }
}

void report_add_line(struct strbuf *out, const char *text) {
    size_t begin = out->length;
    report_add_clean(out, text);
    for (size_t i = begin; i < out->length; i++)
        if (out->bytes[i] == '\n') out->bytes[i] = ' ';
}

/* The worst expectation, the first of several; NULL when none is red. */
static const struct expectation_result *worst_expectation(const struct spec_result *result) {
    const struct expectation_result *worst = NULL;
    for (uint32_t i = 0; i < result->expectation_count; i++) {
        const struct expectation_result *one = &result->expectations[i];
        if (!verdict_is_red(one->verdict.kind)) continue;
        if (!worst ||
            (verdict_worse(one->verdict.kind, worst->verdict.kind) != worst->verdict.kind))
            worst = one;
    }
    return worst;
}

void report_add_headline(struct strbuf *out, const struct spec_result *result) {
    const struct expectation_result *worst = worst_expectation(result);
    bool is_unexpected = result->verdict == VERDICT_UNEXPECTED_PASS;
    if (is_unexpected) strbuf_add_text(out, "it passed, but is a known failure");
    if (is_unexpected && result->why) strbuf_add_text(out, ": ");
    if (result->why)
        report_add_line(out, result->why);
    else if (result->crash)
        report_add_line(out, result->crash);
    else if (worst)
        report_add_line(out, worst->verdict.summary);
    else if (result->verdict == VERDICT_NOT_EVALUATED)
        strbuf_add_text(out, "nothing was evaluated");
    else if (!is_unexpected)
        strbuf_add_text(out, verdict_text(result->verdict));
}

static void add_field(struct strbuf *out, const char *name, const char *text) {
    if (!text || !*text) return;
    strbuf_addf(out, "  %-9s ", name);
    report_add_line(out, text);
    strbuf_add_char(out, '\n');
}

static void add_target(struct strbuf *out, const struct spec_result *result, const char *where) {
    struct strbuf target = STRBUF_INIT;
    if (where)
        strbuf_add_text(&target, where);
    else if (result->target)
        strbuf_add_text(&target, result->target);
    if (!where && result->target && result->target_line)
        strbuf_addf(&target, " (line %d)", result->target_line);
    add_field(out, "target", strbuf_text(&target));
    strbuf_release(&target);
}

static void add_risks(struct strbuf *out, const struct verdict *verdict) {
    if (verdict->unknown_risk) {
        strbuf_addf(out, "  %-9s not known: %s\n", "risk", verdict->unknown_risk);
        return;
    }
    if (verdict->false_alarm <= 0 && verdict->miss <= 0) return;
    strbuf_addf(out, "  %-9s false alarm %.2g, miss of twice the epsilon %.2g\n", "risk",
                verdict->false_alarm, verdict->miss);
}

void report_add_expectation(struct strbuf *out, const struct spec_result *result,
                            const struct expectation_result *expectation) {
    const struct verdict *verdict = &expectation->verdict;
    report_add_line(out, result->file);
    strbuf_addf(out, ":%d:%d: ", expectation->line, expectation->column);
    report_add_line(out, expectation->text);
    strbuf_add_char(out, '\n');
    add_target(out, result, verdict->where);
    add_field(out, "expected", verdict->expected);
    add_field(out, "observed", verdict->observed);
    add_field(out, "because", verdict->because);
    add_field(out, "probes", expectation->probes);
    add_field(out, "phases", expectation->held_until);
    add_risks(out, verdict);
}

void report_add_choice(struct strbuf *out, const struct spec_result *result) {
    if (result->chosen_threshold)
        strbuf_addf(out, "compile_threshold %" PRId64 ", chosen for the risk of 'predicted'\n",
                    result->chosen_threshold);
}

static void add_block(struct strbuf *out, const char *title, const char *text) {
    if (!text || !*text) return;
    strbuf_addf(out, "%s:\n", title);
    struct strbuf clean = STRBUF_INIT;
    report_add_clean(&clean, text);
    for (const char *line = strbuf_text(&clean); *line;) {
        size_t length = strcspn(line, "\n");
        strbuf_addf(out, "  | %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
    strbuf_release(&clean);
}

void report_add_details(struct strbuf *out, const struct spec_result *result) {
    bool has_red = false;
    for (uint32_t i = 0; i < result->expectation_count; i++) {
        const struct expectation_result *expectation = &result->expectations[i];
        if (!verdict_is_red(expectation->verdict.kind)) continue;
        strbuf_addf(out, "%s: ", verdict_text(expectation->verdict.kind));
        report_add_expectation(out, result, expectation);
        has_red = true;
    }
    if (!has_red && !result->never_ran) {
        report_add_line(out, result->file);
        strbuf_addf(out, ":%d: ", result->line);
        report_add_headline(out, result);
        strbuf_add_char(out, '\n');
        add_target(out, result, NULL);
    } else if (result->crash) {
        strbuf_add_text(out, "crash: ");
        report_add_line(out, result->crash);
        strbuf_add_char(out, '\n');
    }
    for (uint32_t i = 0; i < result->explanation_count; i++) {
        report_add_line(out, result->explanation[i]);
        strbuf_add_char(out, '\n');
    }
    add_block(out, "stack", result->stack);
    add_block(out, "profile", result->tables);
    add_block(out, "output", result->output);
    report_add_choice(out, result);
    if (!result->never_ran) strbuf_addf(out, "seed %" PRIu64 "\n", result->seed);
    if (result->reproduce) {
        strbuf_add_text(out, "reproduce: ");
        report_add_line(out, result->reproduce);
        strbuf_add_char(out, '\n');
    }
}

void report_add_closing(struct strbuf *out, const struct report_summary *summary) {
    strbuf_addf(out, "%u passed, %u failed", report_summary_passed(summary),
                report_summary_failed(summary));
    uint32_t skipped = report_summary_skipped(summary);
    if (skipped) strbuf_addf(out, ", %u skipped", skipped);
}
