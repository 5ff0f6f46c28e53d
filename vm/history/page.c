/* PAGE: one HTML file: the occupancy of all runs over time; for each run its own with the releases, the share of time that was
 * lost, its code, and what other caches would have done. Text and pictures are there without scripts; the script sorts and filters tables. */
#include "history/report.h"

#include <inttypes.h>
#include <math.h>

#include "base/xml_text.h"
#include "history/replay.h"

enum { WIDTH = 1024, HEIGHT = 220, LOST_HEIGHT = 60, MARGIN = 70 };

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Code cache</title>\n"
    "<style>\n"
    ":root { color-scheme: light dark; --held: #4f8ac9; --release: #d64545; --lost: #e09a3e; "
    "--line: "
    "#8a8a8a }\n"
    "@media (prefers-color-scheme: dark) { :root { --held: #3f6d9d; --release: #ff7a70; --lost: "
    "#b5761f } }\n"
    "body { font: 14px sans-serif; margin: 1.5em; max-width: 1200px }\n"
    "table { border-collapse: collapse; font: 12px monospace } td, th { padding: 2px 10px; "
    "text-align: right }\n"
    "th { cursor: pointer; border-bottom: 1px solid var(--line) } td:last-child, th:last-child { "
    "text-align: left }\n"
    "h3, p { font-size: 14px } "
    "svg text { font: 11px monospace; fill: currentColor } .held { fill: var(--held) } .release { "
    "stroke: var(--release) }\n"
    ".lost { fill: var(--lost) } .axis { stroke: var(--line); fill: none } .limit { stroke: "
    "var(--line); stroke-dasharray: 4 3 }\n"
    "</style></head><body>\n<h1>Code cache</h1>\n";

static const char script[] =
    "<script>\n"
    "document.querySelectorAll('table').forEach(table => {\n"
    "  const body = table.tBodies[0];\n"
    "  table.querySelectorAll('th').forEach((cell, column) => cell.onclick = () => {\n"
    "    const up = cell.dataset.up = cell.dataset.up === '1' ? '' : '1';\n"
    "    const text = row => row.cells[column].textContent;\n"
    "    const order = (a, b) => isNaN(text(a)) || isNaN(text(b)) ? text(a).localeCompare(text(b)) "
    ": "
    "text(a) - text(b);\n"
    "    [...body.rows].sort((a, b) => up ? order(a, b) : order(b, a)).forEach(row => "
    "body.append(row));\n"
    "  });\n"
    "});\n"
    "document.querySelectorAll('input').forEach(input => input.oninput = () => {\n"
    "  for (const row of document.getElementById(input.dataset.table).tBodies[0].rows)\n"
    "    row.hidden = !row.textContent.toLowerCase().includes(input.value.toLowerCase());\n"
    "});\n"
    "</script>\n</body></html>\n";

static void add_text(FILE *out, const char *text) {
    struct strbuf escaped = STRBUF_INIT;
    xml_add_text(&escaped, text);
    fputs(strbuf_text(&escaped), out);
    strbuf_release(&escaped);
}

/* --- plots --- */

struct plot {
    FILE *out;
    const struct history *history;
    double top; /* bytes at the upper edge */
    int steps;  /* that the run has */
};

static double x_of(const struct plot *plot, double step) {
    return MARGIN + step * WIDTH / plot->steps;
}

static double y_of(const struct plot *plot, double bytes) {
    return 10 + HEIGHT * (1 - bytes / plot->top);
}

static void add_line(const struct plot *plot, const char *class, double x, double y, double to_x,
                     double to_y) {
    fprintf(plot->out, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
            class, x, y, to_x, to_y);
}

/* From what was least in each step to what was most; a step in which nothing happened goes on as the last ended. */
static void add_held(const struct plot *plot) {
    double held = 0;
    fputs("<g class=\"held\">\n", plot->out);
    for (int i = 0; i < plot->steps; i++) {
        const struct history_step *step = &plot->history->steps[i];
        double most = step->last < 0 || step->most < held ? held : step->most;
        if (step->last >= 0) held = step->last;
        if (most <= 0) continue;
        fprintf(plot->out,
                "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\"><title>%.3f s: at "
                "most %.0f bytes, %d compilations</title></rect>\n",
                x_of(plot, i), y_of(plot, most), (double)WIDTH / plot->steps,
                y_of(plot, 0) - y_of(plot, most), i * plot->history->step_seconds, most,
                (int)step->compilations);
    }
    fputs("</g>\n", plot->out);
}

static void add_releases(const struct plot *plot) {
    for (int i = 0; i < plot->steps; i++)
        if (plot->history->steps[i].releases)
            add_line(plot, "release", x_of(plot, i + 0.5), 10, x_of(plot, i + 0.5), y_of(plot, 0));
}

static void add_lost(const struct plot *plot) {
    double bottom = HEIGHT + 30 + LOST_HEIGHT;
    for (int i = 0; i < plot->steps; i++) {
        double part = plot->history->steps[i].lost / plot->history->step_seconds;
        if (part <= 0) continue;
        if (part > 1) part = 1;
        fprintf(plot->out,
                "<rect class=\"lost\" x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\"/>\n",
                x_of(plot, i), bottom - part * LOST_HEIGHT, (double)WIDTH / plot->steps,
                part * LOST_HEIGHT);
    }
    add_line(plot, "axis", MARGIN, bottom, MARGIN + WIDTH, bottom);
    fprintf(plot->out, "<text x=\"2\" y=\"%.1f\">time lost</text>\n", bottom - LOST_HEIGHT / 2.0);
}

static void add_axes(const struct plot *plot) {
    const struct history *history = plot->history;
    add_line(plot, "axis", MARGIN, 10, MARGIN, y_of(plot, 0));
    add_line(plot, "axis", MARGIN, y_of(plot, 0), MARGIN + WIDTH, y_of(plot, 0));
    for (int i = 0; i <= 4; i++) {
        fprintf(plot->out, "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>\n",
                MARGIN - 4, y_of(plot, plot->top * i / 4) + 4, plot->top * i / 4);
        fprintf(plot->out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.3g s</text>\n",
                x_of(plot, plot->steps * i / 4.0), HEIGHT + 24,
                plot->steps * history->step_seconds * i / 4);
    }
    if (!isnan(history->capacity) && history->capacity <= plot->top)
        add_line(plot, "limit", MARGIN, y_of(plot, history->capacity), MARGIN + WIDTH,
                 y_of(plot, history->capacity));
}

static void add_plot(FILE *out, const struct history *history) {
    struct plot plot = {out, history, history->most_held * 1.1 + 1, 1};
    bool is_near = history->capacity < 3 * history->most_held; /* false for NAN */
    if (is_near) plot.top = history->capacity * 1.05;
    plot.steps += (int)(history->end / history->step_seconds);
    if (plot.steps > HISTORY_STEPS) plot.steps = HISTORY_STEPS;
    fprintf(out,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"bytes of the code cache over "
            "time\">\n",
            WIDTH + MARGIN + 30, HEIGHT + LOST_HEIGHT + 40);
    add_held(&plot);
    add_releases(&plot);
    add_axes(&plot);
    add_lost(&plot);
    fputs("</svg>\n", out);
}

/* --- all runs in one plot: a line each, as long as the run was --- */

static void add_run(FILE *out, const struct history *history, int number, double seconds,
                    double top) {
    double held = 0;
    fprintf(out, "<polyline class=\"axis\" style=\"stroke: hsl(%d 65%% 50%%)\" points=\"",
            number * 67 % 360);
    for (int i = 0; i < HISTORY_STEPS; i++) {
        const struct history_step *step = &history->steps[i];
        if (step->last < 0) continue;
        double time = i * history->step_seconds,
               x = MARGIN + time / seconds * WIDTH; /* what it was, then what it became */
        fprintf(out, "%.1f,%.1f ", x, 10 + HEIGHT * (1 - held / top));
        held = step->last;
        fprintf(out, "%.1f,%.1f ", x, 10 + HEIGHT * (1 - step->most / top));
        fprintf(out, "%.1f,%.1f ", x, 10 + HEIGHT * (1 - held / top));
    }
    fprintf(out, "%.1f,%.1f\"><title>", MARGIN + history->end / seconds * WIDTH,
            10 + HEIGHT * (1 - held / top));
    add_text(out, history->file);
    fputs("</title></polyline>\n", out);
}

static void add_legend(FILE *out, const struct history *histories, int count) {
    fputs("<p>", out);
    for (int i = 0; i < count; i++) {
        fprintf(out, "<span style=\"color: hsl(%d 65%% 50%%)\">", i * 67 % 360);
        add_text(out, histories[i].file);
        fputs("</span> ", out);
    }
    fputs("</p>\n", out);
}

static void add_together(FILE *out, const struct history *histories, int count) {
    double seconds = 1e-6, top = 1;
    for (int i = 0; i < count; i++) {
        if (histories[i].end > seconds) seconds = histories[i].end;
        if (histories[i].most_held > top) top = histories[i].most_held;
    }
    fprintf(out,
            "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"bytes of the code cache over "
            "time, all runs\">\n",
            WIDTH + MARGIN + 30, HEIGHT + 40);
    for (int i = 0; i <= 4; i++) {
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%.0f</text>\n", MARGIN - 4,
                14 + HEIGHT - HEIGHT * i / 4, top * i / 4);
        fprintf(out, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%.3g s</text>\n",
                MARGIN + WIDTH * i / 4, HEIGHT + 24, seconds * i / 4);
    }
    for (int i = 0; i < count; i++) add_run(out, &histories[i], i, seconds, top);
    fputs("</svg>\n", out);
    add_legend(out, histories, count);
}

/* --- tables --- */

static void add_code(FILE *out, const struct history *history, const struct code_history *code) {
    fputs("<tr>", out);
    if (history->has_executions)
        fprintf(out, "<td>%.0f</td><td>%.0f</td>", code->executions, code_history_executions(code));
    fprintf(out,
            "<td>%" PRId64 "</td><td>%" PRId64 "</td><td>%" PRId64 "</td><td>%" PRId64
            "</td><td>%.6f</td><td>",
            code->compilations, code->unneeded, code->evictions, code->bytes, code->seconds);
    add_text(out, code->name);
    if (code->bci >= 0) fprintf(out, " loop at %d", code->bci);
    fputs("</td></tr>\n", out);
}

static void add_filter(FILE *out, const char *table, int number) {
    fprintf(out,
            "<p><input data-table=\"%s%d\" placeholder=\"filter\" aria-label=\"filter\"></p>\n",
            table, number);
}

static void add_codes(FILE *out, const struct history *history, int number) {
    add_filter(out, "codes", number);
    fprintf(out,
            "<table id=\"codes%d\"><thead><tr>%s<th>compilations</th><th>unneeded</th>"
            "<th>evictions</th><th>bytes</th><th>seconds</th><th>code</th></tr></thead><tbody>\n",
            number, history->has_executions ? "<th>executions</th><th>after the mark</th>" : "");
    for (uint32_t i = 0; i < history->codes.count; i++)
        add_code(out, history, history->codes.items[i]);
    fputs("</tbody></table>\n", out);
}

static void add_replay(void *context, const struct replay *replay,
                       const struct replayed *replayed) {
    fprintf(context,
            "<tr><td>%.0f</td><td>%" PRId64 "</td><td>%" PRId64 "</td><td>%" PRId64
            "</td><td>%.6f</td><td>%s: %s</td></tr>\n",
            replay->capacity, replayed->releases, replayed->compilations, replayed->unneeded,
            replayed->seconds, policy_name(replay->policy), policy_words(replay->policy));
}

static void add_advice(FILE *out, const struct history *history, int number) {
    if (!history_can_be_replayed(history)) return;
    double recommended = history_recommended(history);
    fprintf(out,
            "<h3>Other caches, by replay</h3>\n<p>The least in which nothing is compiled twice for "
            "want of room: <code>--code-cache %.0fk</code></p>\n",
            ceil(recommended / 1024));
    if (history->totals.evictions)
        fputs("<p>Code was evicted: a run with that size may tell a smaller one.</p>\n", out);
    if (history->totals.unplaced)
        fprintf(out,
                "<p>Without the code of %" PRId64
                " compilations that found no room at all: what it takes is not known.</p>\n",
                history->totals.unplaced);
    add_filter(out, "caches", number);
    fprintf(out,
            "<table id=\"caches%d\"><thead><tr><th>cache</th><th>releases</th>"
            "<th>compilations</th><th>unneeded</th><th>seconds</th><th>keeps</th></tr></thead>"
            "<tbody>\n",
            number);
    history_replay_others(history, recommended, &(struct replay_listener){add_replay, out});
    fputs("</tbody></table>\n", out);
}

static void add_note(void *out, const char *label, const char *text) {
    fprintf(out, "<p>%s: ", label);
    add_text(out, text);
    fputs("</p>\n", out);
}

static void add_thrashing(FILE *out, const struct history *history) {
    vec_each(const struct thrashing, one, &history->thrashing) {
        fprintf(
            out,
            "<p>Thrashing from %.3f s to %.3f s: %" PRId64 " compilations of %d evicted methods "
            "and loops, %" PRId64 " releases, %.6f s lost.</p>\n",
            one->start, one->end, one->recompilations, (int)one->codes, one->releases, one->lost);
    }
}

static void add_summary(FILE *out, struct history *histories, int count) {
    fputs("<table><thead><tr><th>cache</th><th>working set</th><th>releases</th>"
          "<th>compilations</th><th>unneeded</th><th>release s</th><th>compile s</th>"
          "<th>collect s</th><th>run s</th><th>file</th></tr></thead><tbody>\n",
          out);
    for (int i = 0; i < count; i++) {
        double columns[SUMMARY_COLUMNS];
        history_summary(&histories[i], columns);
        fputs("<tr>", out);
        for (int k = 0; k < SUMMARY_COLUMNS; k++)
            if (isnan(columns[k]))
                fputs("<td>not known</td>", out);
            else
                fprintf(out, "<td>%.*f</td>", k < SUMMARY_COUNTS ? 0 : 6, columns[k]);
        fputs("<td>", out);
        add_text(out, histories[i].file);
        fputs("</td></tr>\n", out);
    }
    fputs("</tbody></table>\n", out);
}

void histories_write_page(FILE *out, struct history *histories, int count) {
    fputs(head, out);
    add_summary(out, histories, count);
    if (count > 1) add_together(out, histories, count);
    for (int i = 0; i < count; i++) {
        fputs("<h2>", out);
        add_text(out, histories[i].file);
        fputs("</h2>\n", out);
        history_notes(&histories[i], add_note, out);
        add_plot(out, &histories[i]);
        add_thrashing(out, &histories[i]);
        add_codes(out, &histories[i], i);
        add_advice(out, &histories[i], i);
    }
    fputs(script, out);
}
