/* The console: one line per spec, a block for what is red, a closing line. On a terminal a pass
 * rewrites one line in place and only what needs a reader stays; elsewhere every line is written
 * and stays. */
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "harness/report_format.h"

static void begin(struct report *report) {}

static const char *color_of(enum verdict_kind kind) {
    if (verdict_is_red(kind)) return "\033[31m";
    return kind == VERDICT_PASS ? "\033[32m" : "\033[33m";
}

static void add_verdict(struct strbuf *out, const struct report *report, enum verdict_kind kind) {
    bool is_colored = report->options.is_colored;
    strbuf_addf(out, "%s%s%s: ", is_colored ? color_of(kind) : "", verdict_text(kind),
                is_colored ? "\033[0m" : "");
}

/* Every expectation, for -v: red ones are in the block already. */
static void add_green_expectations(struct strbuf *out, const struct spec_result *result) {
    for (uint32_t i = 0; i < result->expectation_count; i++) {
        const struct expectation_result *expectation = &result->expectations[i];
        if (verdict_is_red(expectation->verdict.kind)) continue;
        strbuf_addf(out, "%s: ", verdict_text(expectation->verdict.kind));
        report_add_expectation(out, result, expectation);
    }
}

static void add_indented(struct strbuf *out, const char *text) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        strbuf_addf(out, "  %.*s\n", (int)length, text);
        text += length + (text[length] == '\n');
    }
}

static void add_block(struct strbuf *out, const struct report *report,
                      const struct spec_result *result) {
    struct strbuf block = STRBUF_INIT;
    if (report->options.verbosity > 0) add_green_expectations(&block, result);
    if (verdict_is_red(result->verdict))
        report_add_details(&block, result);
    else if (report->options.verbosity > 0)
        report_add_choice(&block, result);
    add_indented(out, strbuf_text(&block));
    strbuf_release(&block);
}

/* Leaves no more than fits in a line of the terminal, so that it can be rewritten. */
static void cut_to_width(struct strbuf *line, FILE *out) {
    struct winsize size = {0};
    size_t width =
        ioctl(fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col - 1u : 79;
    size_t characters = 0;
    for (size_t i = 0; i < line->length; i++) {
        if ((line->bytes[i] & 0xc0) != 0x80) characters++;
        if (characters <= width) continue;
        line->bytes[i] = '\0';
        line->length = i;
    }
}

/* A line that the next result rewrites. */
static void show_progress(const struct report *report, const struct spec_result *result) {
    struct strbuf line = STRBUF_INIT;
    strbuf_addf(&line, "%s: ", verdict_text(result->verdict));
    report_add_line(&line, result->name);
    strbuf_addf(&line, " (%u of %u)", report->position, report->total);
    cut_to_width(&line, report->options.out);
    fprintf(report->options.out, "\r\033[K%s", strbuf_text(&line));
    strbuf_release(&line);
}

static void write_result(struct report *report, const struct spec_result *result) {
    const struct report_options *options = &report->options;
    bool is_plain_pass = result->verdict == VERDICT_PASS && options->verbosity <= 0;
    if (options->verbosity < 0 && !verdict_is_red(result->verdict)) return;
    if (is_plain_pass && options->is_terminal) {
        show_progress(report, result);
        fflush(options->out);
        return;
    }
    struct strbuf text = STRBUF_INIT;
    if (options->is_terminal) strbuf_add_text(&text, "\r\033[K");
    add_verdict(&text, report, result->verdict);
    report_add_line(&text, result->name);
    strbuf_addf(&text, " (%u of %u)", report->position, report->total);
    if (result->verdict != VERDICT_PASS && result->why) {
        strbuf_add_text(&text, ": ");
        report_add_line(&text, result->why);
    }
    strbuf_add_char(&text, '\n');
    add_block(&text, report, result);
    fputs(strbuf_text(&text), options->out);
    fflush(options->out);
    strbuf_release(&text);
}

static void add_summary(struct strbuf *out, const struct report_summary *summary) {
    const char *separator = "";
    for (int kind = 0; kind < VERDICT_KIND_COUNT; kind++) {
        if (!summary->counts[kind]) continue;
        strbuf_addf(out, "%s%u %s", separator, summary->counts[kind],
                    verdict_text((enum verdict_kind)kind));
        separator = ", ";
    }
    strbuf_addf(out, "%s of %u specs, %u expectations, in %.1f s\n", *separator ? "" : "none",
                summary->total, summary->expectations, summary->seconds);
    strbuf_addf(
        out,
        "risk of the whole run: false alarm at most %.2g, miss of twice an epsilon at most %.2g",
        summary->false_alarm, summary->miss);
    if (summary->unknown_risks)
        strbuf_addf(out, "; not known of %u expectation%s", summary->unknown_risks,
                    summary->unknown_risks == 1 ? "" : "s");
    strbuf_add_char(out, '\n');
}

static void end(struct report *report, const struct report_summary *summary) {
    struct strbuf text = STRBUF_INIT;
    if (report->options.is_terminal) strbuf_add_text(&text, "\r\033[K");
    if (report->position < report->total)
        strbuf_addf(&text, "interrupted after %u of %u specs\n", report->position, report->total);
    if (report->options.verbosity >= 0) add_summary(&text, summary);
    report_add_closing(&text, summary);
    fprintf(report->options.out, "%s\n", strbuf_text(&text));
    strbuf_release(&text);
}

const struct report_format report_console = {begin, write_result, end};
