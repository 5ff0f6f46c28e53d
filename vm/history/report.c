/* REPORT: text. An analysis whose events the file does not have says which. */
#include "history/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "history/replay.h"

/* --- what is missing --- */

/* False, and told: the file has none of these events. */
static bool has_events(FILE *out, const struct history *history, enum event_kind kind,
                       const char *analysis) {
    if (history->kinds[kind]) return true;
    fprintf(out, "  %-15s not known: the file has no event '%s'\n", analysis,
            event_kind_name(kind));
    return false;
}

/* Likewise where the counters at the end say that there were some; else there were none. */
static bool has_all(FILE *out, const struct history *history, enum event_kind kind,
                    const char *analysis) {
    return !history_lacks(history, kind) || has_events(out, history, kind, analysis);
}

/* The kind of event without which code that comes and goes is not known; EVENT_KIND_COUNT: there is none. Without counters nothing says
 * that nothing was compiled. */
static enum event_kind missing_of_code(const struct history *history) {
    bool is_none = history->has_counters[1] && !history_lacks(history, EVENT_compiled);
    if (!is_none && !history->kinds[EVENT_compiled]) return EVENT_compiled;
    return history_lacks(history, EVENT_evicted) ? EVENT_evicted : EVENT_KIND_COUNT;
}

static bool has_code(FILE *out, const struct history *history, const char *analysis) {
    enum event_kind missing = missing_of_code(history);
    return missing == EVENT_KIND_COUNT || has_events(out, history, missing, analysis);
}

void history_notes(const struct history *history,
                   void (*tell)(void *context, const char *label, const char *text),
                   void *context) {
    const struct log_skipped *skipped = &history->skipped;
    struct strbuf text = STRBUF_INIT;
    if (skipped->broken > skipped->is_cut) {
        strbuf_addf(&text, "%" PRId64 " lines that are no events, the first is line %" PRId64,
                    skipped->broken - skipped->is_cut, skipped->first_broken);
        if (skipped->first_wrong)
            strbuf_addf(&text, ", whose '%s' cannot be", skipped->first_wrong);
        tell(context, "skipped", strbuf_text(&text));
    }
    if (skipped->is_cut)
        tell(context, "cut off",
             "the last line is not whole: the run did not end, or is still going on");
    if (skipped->unknown) {
        strbuf_clear(&text);
        strbuf_addf(&text, "%" PRId64 " events of kinds that are not known, as '%s'",
                    skipped->unknown, skipped->first_unknown);
        tell(context, "unknown", strbuf_text(&text));
    }
    if (history->earlier) {
        strbuf_clear(&text);
        strbuf_addf(&text, "%" PRId64 " events are of a time before that of one in front of them",
                    history->earlier);
        tell(context, "back in time", strbuf_text(&text));
    }
    if (!skipped->is_cut && !history->kinds[EVENT_shut_down])
        tell(context, "no end", "the file has no event 'shut_down'");
    strbuf_release(&text);
}

static void print_note(void *out, const char *label, const char *text) {
    fprintf(out, "  %-15s %s\n", label, text);
}

/* --- occupancy --- */

static double share(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

static void print_occupancy(FILE *out, const struct history *history) {
    if (!has_code(out, history, "occupancy")) return;
    fprintf(out, "  occupancy       at most %.0f bytes", history->most_held);
    if (!isnan(history->capacity))
        fprintf(out, " of %.0f (%.1f %%)", history->capacity,
                share(history->most_held, history->capacity));
    fprintf(out, ", %.0f at the end\n", history->held);
    if (history->compared && !history->mismatches)
        fprintf(out, "                  as the VM tells it at each of %" PRId64 " events\n",
                history->compared);
    if (history->mismatches)
        fprintf(out,
                "                  %" PRId64 " of %" PRId64
                " events tell another occupancy, the first at %.6f s\n",
                history->mismatches, history->compared, history->first_mismatch);
    if (history->unseen)
        fprintf(out,
                "                  %" PRId64
                " evictions of code whose compilation is not in the file\n",
                history->unseen);
}

static void print_releases(FILE *out, const struct history *history) {
    const struct history_totals *totals = &history->totals;
    if (!has_all(out, history, EVENT_cache_released, "releases") ||
        !has_all(out, history, EVENT_evicted, "releases"))
        return;
    fprintf(out,
            "  releases        %" PRId64 ", %.6f s, the longest %.6f s; %" PRId64
            " bytes recovered in %" PRId64 " evictions\n",
            totals->releases, totals->release_seconds, totals->longest_release, totals->recovered,
            totals->evictions);
}

static void print_compilations(FILE *out, const struct history *history) {
    const struct history_totals *totals = &history->totals;
    if (!has_code(out, history, "compilations")) return;
    fprintf(out,
            "  compilations    %" PRId64 " (%" PRId64 " of loops), %" PRId64 " needed, %" PRId64
            " unneeded: of code that had been evicted\n"
            "  compile time    %.6f s (%.1f %% of the run), %.6f s of it unneeded; %" PRId64
            " bailed out\n",
            totals->compilations, totals->loops, totals->compilations - totals->unneeded,
            totals->unneeded, totals->compile_seconds, share(totals->compile_seconds, history->end),
            totals->unneeded_seconds, totals->bailouts);
    if (has_all(out, history, EVENT_deoptimized, "deoptimized"))
        fprintf(out,
                "  deoptimized     %" PRId64 " times, %" PRId64 " pieces of code invalidated\n",
                history->kinds[EVENT_deoptimized], history->kinds[EVENT_invalidated]);
}

static void print_thrashing(FILE *out, const struct history *history) {
    if (!has_code(out, history, "thrashing") ||
        !has_all(out, history, EVENT_cache_released, "thrashing"))
        return;
    if (!history->thrashing.count)
        fprintf(out,
                "  thrashing       none: nothing was compiled again and again within %g s of its "
                "eviction\n",
                history->options.window);
    for (uint32_t i = 0; i < history->thrashing.count; i++) {
        const struct thrashing *one = &history->thrashing.items[i];
        fprintf(out,
                "  thrashing       from %.3f s to %.3f s: %" PRId64
                " compilations of %d evicted methods and loops, %" PRId64
                " releases, %.6f s lost (%.1f %% of that time)\n",
                one->start, one->end, one->recompilations, (int)one->codes, one->releases,
                one->lost, share(one->lost, one->end - one->start));
    }
}

/* --- working set --- */

static void print_code(FILE *out, const struct history *history, const struct code_history *code) {
    if (history->has_executions) fprintf(out, "    %12.0f", code_history_executions(code));
    fprintf(out, "    %12" PRId64 " %9" PRId64 " %9" PRId64 " %10.6f  %s", code->compilations,
            code->unneeded, code->bytes, code->seconds, code->name);
    if (code->bci >= 0) fprintf(out, " loop at %d", code->bci);
    fputc('\n', out);
}

static void print_working_set(FILE *out, struct history *history, int rows) {
    if (!history->is_marked) {
        if (history->options.mark)
            fprintf(out, "  working set     not known: the file has no event 'mark' of '%s'\n",
                    history->options.mark);
        else
            has_events(out, history, EVENT_main_entered, "working set");
        return;
    }
    if (!has_code(out, history, "working set")) return;
    struct working_set set = history_working_set(history);
    fprintf(out,
            "  working set     %u methods and loops %s after %s%s at %.6f s: %" PRId64
            " bytes, %" PRId64 " pages, %" PRId64 " call caches\n",
            set.count, history->has_executions ? "executed" : "in the cache",
            history->options.mark ? "the mark " : "main was entered",
            history->options.mark ? history->options.mark : "", history->marked, set.bytes,
            set.pages, set.call_caches);
    if (!set.count) return;
    if (history->has_executions) fputs("      executions", out);
    fputs("    compilations  unneeded     bytes    seconds  code\n", out);
    for (uint32_t i = 0; i < set.count && i < (uint32_t)rows; i++)
        print_code(out, history, set.codes[i]);
    if (set.count > (uint32_t)rows) fprintf(out, "    and %u more\n", set.count - (uint32_t)rows);
}

/* --- advice --- */

static void print_replay(void *context, const struct replay *replay,
                         const struct replayed *replayed) {
    fprintf(context, "    %12.0f  %-12s %9" PRId64 " %13" PRId64 " %9" PRId64 " %10.6f\n",
            replay->capacity, policy_name(replay->policy), replayed->releases,
            replayed->compilations, replayed->unneeded, replayed->seconds);
}

static void print_advice(FILE *out, const struct history *history) {
    if (!has_code(out, history, "advice")) return;
    if (!history->totals.compilations) {
        fputs("  advice          none: nothing was compiled\n", out);
        return;
    }
    double recommended = history_recommended(history);
    fprintf(
        out,
        "  advice          --code-cache %.0fk: the least, in pages of 4k and as far as this run "
        "tells, in which nothing is compiled twice for want of room\n",
        ceil(recommended / 1024));
    if (history->totals.evictions)
        fputs("                  code was evicted: a run with that size may tell a smaller one\n",
              out);
    if (history->totals.unplaced)
        fprintf(out,
                "                  without the code of %" PRId64
                " compilations that found no room at all: what it takes is not known\n",
                history->totals.unplaced);
    fputs("           cache  keeps         releases  compilations  unneeded    seconds\n", out);
    history_replay_others(history, recommended, &(struct replay_listener){print_replay, out});
}

/* --- the rest --- */

static void print_collector(FILE *out, const struct history *history) {
    const struct history_totals *totals = &history->totals;
    if (!has_all(out, history, EVENT_collected, "collections")) return;
    fprintf(out,
            "  collections     %" PRId64
            ", %.6f s (%.1f %% of the run), the longest %.6f s; %" PRId64 " bytes reclaimed\n",
            totals->collections, totals->collect_seconds,
            share(totals->collect_seconds, history->end), totals->longest_collection,
            totals->reclaimed);
}

static void print_validation(FILE *out, const struct history *history) {
    struct history_difference found[LOG_MEMBER_COUNT];
    int count = history_validate(history, found);
    if (count < 0)
        fputs("  counters        not compared: the file has not the event 'counters' twice\n", out);
    if (count == 0) fputs("  counters        are the sums of the events\n", out);
    for (int i = 0; i < count; i++)
        fprintf(out, "  counters        disagree: %s is %.*f, the events add up to %.*f\n",
                found[i].name, found[i].is_seconds ? 9 : 0, found[i].told,
                found[i].is_seconds ? 9 : 0, found[i].summed);
}

void history_print(FILE *out, struct history *history, int rows) {
    fprintf(out, "%s: %s, %.6f s\n", history->file,
            history->program ? history->program : "the program is not named", history->end);
    history_notes(history, print_note, out);
    print_occupancy(out, history);
    print_releases(out, history);
    print_compilations(out, history);
    print_thrashing(out, history);
    print_working_set(out, history, rows);
    print_advice(out, history);
    print_collector(out, history);
    print_validation(out, history);
}

static double unless(bool is_unknown, double value) { return is_unknown ? (double)NAN : value; }

void history_summary(struct history *history, double out[SUMMARY_COLUMNS]) {
    const struct history_totals *totals = &history->totals;
    bool no_code = missing_of_code(history) != EVENT_KIND_COUNT,
         no_releases =
             history_lacks(history, EVENT_cache_released) || history_lacks(history, EVENT_evicted);
    const double columns[SUMMARY_COLUMNS] = {
        history->capacity,
        unless(no_code || !history->is_marked, history_working_set(history).count),
        unless(no_releases, (double)totals->releases),
        unless(no_code, (double)totals->compilations),
        unless(no_code, (double)totals->unneeded),
        unless(no_releases, totals->release_seconds),
        unless(no_code, totals->compile_seconds),
        unless(history_lacks(history, EVENT_collected), totals->collect_seconds),
        history->end};
    memcpy(out, columns, sizeof columns);
}

void histories_compare(FILE *out, struct history *histories, int count) {
    static const int widths[SUMMARY_COLUMNS] = {12, 13, 10, 14, 10, 11, 11, 11, 11};
    fputs("       cache  working set  releases  compilations  unneeded  release s  compile s  "
          "collect s      run s  file\n",
          out);
    for (int i = 0; i < count; i++) {
        double columns[SUMMARY_COLUMNS];
        history_summary(&histories[i], columns);
        for (int k = 0; k < SUMMARY_COLUMNS; k++)
            if (isnan(columns[k]))
                fprintf(out, "%*s", widths[k], "-");
            else
                fprintf(out, "%*.*f", widths[k], k < SUMMARY_COUNTS ? 0 : 6, columns[k]);
        fprintf(out, "  %s\n", histories[i].file);
    }
}
