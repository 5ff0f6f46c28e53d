/* Answers for allocations, calls and locks: what was executed, what was decided, what was believed.
 */
#include "assertions/site.h"

#include <math.h>
#include <inttypes.h>
#include <stddef.h>
#include <string.h>

#include "assertions/evidence.h"
#include "assertions/history.h"
#include "assertions/portions.h"
#include "base/die.h"

enum { SITES_SHOWN = 5 };

/* What an expectation asks of one site. */
struct evidence {
    const struct site_assertion *assertion;
    const struct site_expectation *expectation;
    const struct observation *observation;
    struct arena *arena;
    const char *name; /* "allocation of A in A.foo" */
    const struct site *site;
    int64_t reached, effective;
};

static const struct site_expectation *wanted_of(const struct expectation *expectation) {
    return (const struct site_expectation *)expectation;
}

static const char *via_text(const struct site_expectation *expectation, struct arena *arena) {
    const char *text = "";
    for (uint32_t i = 0; i < expectation->via_count; i++) {
        const struct via *via = &expectation->via[i];
        text = arena_format(arena, "%s%s%s", text, i ? " -> " : ", via ", via->method);
        if (via->line) text = arena_format(arena, "%s:%d", text, via->line);
    }
    return text;
}

static const char *name_evidence(const struct evidence *evidence) {
    const struct site_expectation *expectation = evidence->expectation;
    struct arena *arena = evidence->arena;
    const char *name = evidence->assertion->noun, *method = expectation->in_method
                                                                ? expectation->in_method
                                                                : evidence->observation->target;
    if (expectation->subject) name = arena_format(arena, "%s of %s", name, expectation->subject);
    name = arena_format(arena, "%s in %s", name, method);
    if (expectation->line) name = arena_format(arena, "%s, line %d", name, expectation->line);
    name = arena_format(arena, "%s%s", name, via_text(expectation, arena));
    return expectation->nth ? arena_format(arena, "%s, number %d", name, expectation->nth) : name;
}

static decision_list of_kinds(const struct evidence *evidence, unsigned kinds) {
    return decisions_of(&evidence->site->decisions, kinds, evidence->arena);
}

/* --- what is not known --- */

/* "; there are: A at A.foo(Z)V:0 (line 3), B at ..." */
static const char *known_sites(const struct evidence *evidence) {
    const struct site_assertion *assertion = evidence->assertion;
    site_list sites =
        all_sites(evidence->observation, assertion->kind, assertion->decided, evidence->arena);
    const char *names = "", *unnamed = assertion->kind == SITE_LOOP ? assertion->noun : "something";
    for (uint32_t i = 0; i < sites.count && i < SITES_SHOWN; i++)
        names = arena_format(evidence->arena, "%s%s%s%s at %s", names, *names ? ", " : "",
                             sites.items[i].subject ? sites.items[i].subject : unnamed,
                             site_maker_text(sites.items[i].observed, evidence->arena),
                             origin_text(sites.items[i].origin, evidence->arena));
    if (sites.count > SITES_SHOWN)
        names = arena_format(evidence->arena, "%s, and %u more", names, sites.count - SITES_SHOWN);
    return *names ? arena_format(evidence->arena, "; there are: %s", names) : "";
}

static bool asks_for_line(const struct site_expectation *expectation) {
    bool has_line = expectation->line > 0;
    for (uint32_t i = 0; i < expectation->via_count; i++) has_line |= expectation->via[i].line > 0;
    return has_line;
}

/* Class files may be compiled without lines. */
static bool is_any_line_known(const struct evidence *evidence) {
    const struct site_assertion *assertion = evidence->assertion;
    site_list sites =
        all_sites(evidence->observation, assertion->kind, assertion->decided, evidence->arena);
    bool is_known = sites.count == 0;
    vec_each(struct site, site, &sites) is_known |= site->origin->at.line > 0;
    return is_known;
}

/* A spec counts lines from the start of its Java text, messages from the start of the file. */
static const char *counting_of_lines(const struct evidence *evidence) {
    const struct site_expectation *expectation = evidence->expectation;
    if (!asks_for_line(expectation)) return "";
    if (!is_any_line_known(evidence))
        return "; their class files have no line numbers: compile them with javac -g, or use nth";
    if (expectation->first_line <= 1) return "";
    return arena_format(evidence->arena,
                        "; a spec counts lines from the first of its Java text, which is line %d "
                        "here: subtract %d from the line",
                        expectation->first_line, expectation->first_line - 1);
}

static bool is_asked_for(const struct site_expectation *expectation, const char *method) {
    bool is_asked = expectation->in_method && name_matches(expectation->in_method, method);
    for (uint32_t i = 0; i < expectation->via_count; i++)
        is_asked |= name_matches(expectation->via[i].method, method);
    return is_asked;
}

/* Calls of the method whose code was looked for, and of those on the way to it: where it was left
 * out, and why. */
static const char *cuts(const struct evidence *evidence) {
    decision_list made = find_decisions(
        evidence->observation, DECISION_BIT(not_inlined) | DECISION_BIT(virtual), evidence->arena);
    decision_list cut = {0};
    for (uint32_t i = 0; i < made.count; i++)
        if (is_asked_for(evidence->expectation, made.items[i]->callee) ||
            is_asked_for(evidence->expectation, made.items[i]->subject))
            arena_vec_push(evidence->arena, &cut, made.items[i]);
    const char *text = decisions_text(&cut, evidence->arena);
    return text ? arena_format(evidence->arena, "; its code was left out: %s", text) : "";
}

static bool is_copy_of(const struct site *site, const struct site *whole) {
    return !site->observed && site->origin->caller_count && whole->observed &&
           !whole->origin->caller_count && site->origin->at.bci == whole->origin->at.bci &&
           !strcmp(site->origin->at.method, whole->origin->at.method);
}

/* Some VMs count a bytecode for all places together where it was inlined: then a number means none of them, and a path only one of
 * which there is a decision. */
static bool is_counted_together(const struct evidence *evidence, const site_list *found) {
    struct site_expectation all = *evidence->expectation;
    bool is_one = all.nth || (all.via_count && !found->count);
    if (!evidence->observation->evidence_count || !is_one) return false;
    all.via_count = 0;
    all.nth = 0;
    site_list sites = find_sites(&all, evidence->observation, evidence->assertion->kind,
                                 evidence->assertion->decided, evidence->arena);
    vec_each(const struct site, site, &sites)
        vec_each(const struct site, whole, &sites)
            if (is_copy_of(site, whole)) return true;
    return false;
}

/* Why nothing can be said about the sites at all; NULL when something can. */
static const char *missing_evidence(const struct evidence *evidence, const site_list *sites) {
    const char *missing = missing_executions(evidence->observation, evidence->arena);
    if (missing) return missing;
    if (is_counted_together(evidence, sites))
        return arena_format(evidence->arena,
                            "%s is told by bytecode, for all places together where it was inlined",
                            evidence->assertion->noun);
    int nth = evidence->expectation->nth;
    if (sites->count && nth <= (int)sites->count) return NULL;
    if (sites->count)
        return arena_format(evidence->arena, "there %s %u such %s%s, and no number %d",
                            sites->count == 1 ? "is" : "are", sites->count,
                            evidence->assertion->noun, sites->count == 1 ? "" : "s", nth);
    if (evidence->observation->site_count == 0 && evidence->observation->decision_count == 0)
        return "neither executions nor decisions were recorded";
    return arena_format(evidence->arena, "the compiler saw no %s%s%s%s", evidence->name,
                        cuts(evidence), known_sites(evidence), counting_of_lines(evidence));
}

static void cannot_tell(struct answer *answer, const char *what, const char *expected,
                        const char *why) {
    answer_add(answer, (struct part){VERDICT_NOT_EVALUATED, what, expected,
                                     arena_format(answer->arena, "not known: %s", why), NULL});
}

/* It is not counted how often an instruction that may throw is executed, or a native that returns
 * no object is called. */
static bool counts_effect_alone(const struct evidence *evidence) {
    return evidence->site->observed && evidence->site->observed->counts_effect_alone;
}

static const char *unrecorded(const struct evidence *evidence) {
    if (evidence->site->observed) return "the site was never reached in compiled code";
    return arena_format(evidence->arena, "executions were not recorded (profile: [%s])",
                        site_profile_text(evidence->assertion->kind));
}

/* The share of the site's executions that [hits] are. */
static void check_rate_of(const struct evidence *evidence, const char *noun,
                          const struct bound *bound, int64_t hits, struct answer *answer) {
    if (!bound_is_given(bound)) return;
    const char *what = arena_format(evidence->arena, "%s of %s", noun, evidence->name);
    if (evidence->reached == 0) {
        cannot_tell(answer, what, bound_text(bound, evidence->arena), unrecorded(evidence));
        return;
    }
    if (counts_effect_alone(evidence)) {
        cannot_tell(answer, what, bound_text(bound, evidence->arena),
                    arena_format(evidence->arena,
                                 "it was made%s, and how often its bytecode was executed was not "
                                 "counted; ask for its bytes",
                                 site_maker_text(evidence->site->observed, evidence->arena)));
        return;
    }
    int64_t executions = evidence->observation->executions;
    struct proportion proportion = {
        .hits = hits,
        .trials = evidence->reached,
        .units = evidence->reached < executions ? evidence->reached : executions,
        .is_spread = hits > evidence->reached,
    };
    answer_add_rate(answer, what, bound, &proportion);
}

static void check_bytes(const struct evidence *evidence, struct answer *answer) {
    const struct bound *bound = &evidence->expectation->bytes;
    if (!bound_is_given(bound)) return;
    const char *what = arena_format(evidence->arena, "bytes per execution of %s", evidence->name);
    const char *expected = bound_text(bound, evidence->arena);
    if (evidence->reached == 0) {
        cannot_tell(answer, what, expected, unrecorded(evidence));
        return;
    }
    answer_add_mean(answer, what, bound, evidence->site->observed->bytes, " bytes");
}

bool site_expectation_divides(const struct site_expectation *expectation) {
    return portions_are_given(&expectation->ways) || portions_are_given(&expectation->receivers);
}

/* Calls have one subject at a place. */
static bool is_at_site(const struct evidence *evidence, const struct row_observation *row) {
    const struct site_expectation *expectation = evidence->expectation;
    const char *in =
        expectation->in_method ? expectation->in_method : evidence->observation->target;
    return !row->counter && row->kind == evidence->assertion->kind && !strcmp(row->in, in) &&
           origin_equal(&row->origin, evidence->site->origin) &&
           (row->kind != SITE_ALLOCATION || !evidence->site->subject ||
            !strcmp(row->subject, evidence->site->subject));
}

/* [of_row]: the key that is counted. */
static void check_portions(const struct evidence *evidence, const char *noun,
                           const struct portions *expected, size_t of_row, struct answer *answer,
                           const char **because) {
    struct portion_counts counts = portion_counts_begin(evidence->observation, evidence->arena);
    const char *what = arena_format(evidence->arena, "%s of %s", noun, evidence->name);
    if (!portions_are_given(expected)) return;
    for (uint32_t i = 0; i < evidence->observation->row_count; i++) {
        const struct row_observation *row = &evidence->observation->rows[i];
        const char *key = *(const char *const *)((const char *)row + of_row);
        if (is_at_site(evidence, row))
            portion_counts_add(&counts, key, row->per_execution, evidence->arena);
    }
    if (!counts.sum) {
        cannot_tell(answer, what, "shares", "none of its executions was counted");
        return;
    }
    if (counts.each.count == 1 && strcmp(counts.each.items[0].key, "-") == 0) {
        cannot_tell(answer, what, "shares",
                    arena_format(evidence->arena, "none of its executions has a %s", noun));
        return;
    }
    answer_add_portions(answer, what, expected, &counts);
    const char *text = portion_counts_text(&counts, evidence->arena);
    *because = *because ? arena_format(evidence->arena, "%s; %s", text, *because) : text;
}

static void check_predicted(const struct evidence *evidence, struct answer *answer) {
    const struct bound *bound = &evidence->expectation->predicted;
    if (!bound_is_given(bound)) return;
    const char *what = arena_format(evidence->arena, "predicted rate of %s", evidence->name);
    const char *expected = bound_text(bound, evidence->arena);
    decision_list believed = of_kinds(evidence, evidence->assertion->believed);
    double sum = 0;
    for (uint32_t i = 0; i < believed.count; i++) {
        if (believed.items[i]->frequency < 0) {
            cannot_tell(answer, what, expected, "the compiler recorded no frequency");
            return;
        }
        sum += believed.items[i]->frequency;
    }
    if (evidence->site->decisions.count == 0) {
        cannot_tell(answer, what, expected, "the compiler recorded no decision");
        return;
    }
    answer_add_belief(answer, what, bound, sum,
                      arena_format(evidence->arena, "%u decision%s", believed.count,
                                   believed.count == 1 ? "" : "s"));
}

bool site_word(const struct assertion *assertion, unsigned index, const char **word,
               const char **meaning) {
    if (index >= assertion->sites->word_count) return false;
    *word = assertion->sites->words[index].word;
    *meaning = assertion->sites->words[index].meaning;
    return true;
}

/* The row of the expectation's word, which is given. */
static const struct site_word *site_word_of(const struct site_expectation *expectation) {
    const struct site_assertion *assertion = expectation->base.assertion->sites;
    for (unsigned i = 0; i < assertion->word_count; i++)
        if (strcmp(assertion->words[i].word, expectation->is) == 0) return &assertion->words[i];
    BUG("no decision of a %s is called '%s'", assertion->noun, expectation->is);
}

unsigned site_reasoned(const struct expectation *expectation) {
    const struct site_expectation *wanted = wanted_of(expectation);
    return wanted->is ? site_word_of(wanted)->needs : expectation->assertion->sites->decided;
}

/* Executions that did without what the bytecode asks for. */
static int64_t spared(const struct evidence *evidence) {
    if (evidence->assertion->kind == SITE_CALL) return evidence->site->observed->inlined;
    return evidence->reached - evidence->effective;
}

static bool effect_agrees(const struct evidence *evidence, const struct site_word *word) {
    if (evidence->reached == 0) return true;
    switch (word->effect) {
    case TAKES_EFFECT_NEVER: return evidence->effective == 0;
    case TAKES_EFFECT_SOMETIMES: return spared(evidence) > 0;
    case TAKES_EFFECT_ALWAYS: return evidence->effective == evidence->reached;
    }
    UNREACHABLE();
}

/* "not inlined, 10000 of 10000 took effect" */
static const char *decided_text(const struct evidence *evidence) {
    const char *text = "";
    for (int kind = 0; kind < DECISION_KIND_COUNT; kind++) {
        decision_list some = of_kinds(evidence, evidence->assertion->decided & 1u << kind);
        if (!some.count) continue;
        text = arena_format(evidence->arena, "%s%s%s", text, *text ? ", " : "",
                            some.items[0]->kind_text);
    }
    if (!*text) text = "no decision recorded";
    if (evidence->reached == 0) return text;
    return arena_format(evidence->arena, "%s, %" PRId64 " of %" PRId64 " took effect", text,
                        evidence->effective, evidence->reached);
}

/* Its code ran, and the compiler's decisions about it were recorded: what is not among them was not
 * decided. */
static bool is_told(const struct evidence *evidence) {
    return evidence->reached > 0 && evidence->observation->decision_count > 0;
}

/* "moved, and nothing gained: 1000 of 1000" */
static const char *vain_text(const struct evidence *evidence, const struct site_word *word) {
    return arena_format(evidence->arena, "%s, and %s: %" PRId64 " of %" PRId64, word->word,
                        word->in_vain, evidence->effective, evidence->reached);
}

static void check_word(const struct evidence *evidence, struct answer *answer) {
    if (!evidence->expectation->is) return;
    const struct site_word *word = site_word_of(evidence->expectation);
    /* Without any decision the executions alone can still tell "never" from "always". */
    bool is_decided = evidence->site->decisions.count > 0;
    bool is_promise = word->effect == TAKES_EFFECT_SOMETIMES;
    bool is_so = is_decided ? of_kinds(evidence, word->needs).count > 0 &&
                                  of_kinds(evidence, word->forbids).count == 0
                            : !is_promise || !is_told(evidence);
    const char *unknown = is_promise && !is_decided ? "the compiler recorded no decision" : NULL;
    if (evidence->reached == 0 && (is_promise || evidence->site->observed))
        unknown = unrecorded(evidence);
    if (is_so && unknown) {
        cannot_tell(answer, evidence->name, word->word, unknown);
        return;
    }
    bool agrees = effect_agrees(evidence, word);
    answer_add(answer, (struct part){is_so && agrees ? VERDICT_PASS : VERDICT_FAIL, evidence->name,
                                     word->word,
                                     is_promise && is_so && !agrees ? vain_text(evidence, word)
                                                                    : decided_text(evidence),
                                     NULL});
    if (evidence->reached == 0) return;
    answer->hits = evidence->effective;
    answer->trials = evidence->reached;
}

/* The decisions that the expectation is about: those its word asks for, else the ones against the
 * optimisation. */
static decision_list deciding(const struct evidence *evidence) {
    decision_list some = {0};
    if (evidence->expectation->is)
        some = of_kinds(evidence, site_word_of(evidence->expectation)->needs);
    if (!some.count) some = of_kinds(evidence, evidence->assertion->believed);
    return some.count ? some : evidence->site->decisions;
}

static void check_reason(const struct evidence *evidence, struct answer *answer) {
    const char *because = evidence->expectation->because;
    if (!because) return;
    const char *what = arena_format(evidence->arena, "reason for %s", evidence->name);
    decision_list decisions = deciding(evidence);
    if (!decisions.count && (!is_told(evidence) || counts_effect_alone(evidence))) {
        cannot_tell(answer, what, because, "the compiler recorded no decision");
        return;
    }
    if (!decisions.count) {
        answer_add(answer, (struct part){VERDICT_FAIL, what, because,
                                         "not given: nothing was decided", NULL});
        return;
    }
    bool holds = true, is_given = false;
    const char *reasons = "";
    for (uint32_t i = 0; i < decisions.count; i++) {
        is_given |= *decisions.items[i]->reason || *decisions.items[i]->reason_text;
        holds &= strcmp(decisions.items[i]->reason, because) == 0;
        if (i && strcmp(decisions.items[i]->reason, decisions.items[i - 1]->reason) == 0) continue;
        reasons = arena_format(evidence->arena, "%s%s%s", reasons, *reasons ? ", " : "",
                               decisions.items[i]->reason);
    }
    if (!is_given) {
        cannot_tell(answer, what, because, "the compiler gave no reason");
        return;
    }
    answer_add(answer,
               (struct part){holds ? VERDICT_PASS : VERDICT_FAIL, what, because, reasons, NULL});
}

/* --- parts --- */

#define OFFSET(member) offsetof(struct site_expectation, member)
enum part_shape { PART_TEXT, PART_BOUND, PART_PORTIONS };
static const struct {
    const char *name;
    enum part_shape shape;
    size_t offset;
} parts[] = {
    {"is", PART_TEXT, OFFSET(is)},
    {"rate", PART_BOUND, OFFSET(rate)},
    {"share", PART_BOUND, OFFSET(share)},
    {"kind", PART_PORTIONS, OFFSET(ways)},
    {"receivers", PART_PORTIONS, OFFSET(receivers)},
    {"predicted", PART_BOUND, OFFSET(predicted)},
    {"bytes", PART_BOUND, OFFSET(bytes)},
    {"because", PART_TEXT, OFFSET(because)},
};
enum { PARTS = sizeof parts / sizeof *parts };

const char *site_part_name(unsigned part) { return part < PARTS ? parts[part].name : NULL; }

bool site_part_is_given(const struct site_expectation *expectation, unsigned part) {
    const void *member = (const char *)expectation + parts[part].offset;
    switch (parts[part].shape) {
    case PART_TEXT: return *(const char *const *)member != NULL;
    case PART_BOUND: return bound_is_given(member);
    case PART_PORTIONS: return portions_are_given(member);
    }
    UNREACHABLE();
}

static void leave_out(struct site_expectation *expectation, unsigned part) {
    void *member = (char *)expectation + parts[part].offset;
    switch (parts[part].shape) {
    case PART_TEXT: *(const char **)member = NULL; return;
    case PART_BOUND: *(struct bound *)member = BOUND_NONE; return;
    case PART_PORTIONS: *(struct portions *)member = (struct portions){0}; return;
    }
    UNREACHABLE();
}

/* Of what is expected, what the target can tell; the rest becomes parts of [answer] without evidence. */
static void keep_what_is_told(const struct evidence *evidence, struct site_expectation *told,
                              struct answer *answer) {
    *told = *evidence->expectation;
    for (unsigned part = 0; part < PARTS; part++) {
        if (!site_part_is_given(told, part)) continue;
        const char *clause =
            arena_format(evidence->arena, "%s.%s", evidence->assertion->noun, parts[part].name);
        const char *missing = clause_missing(evidence->observation, clause, evidence->arena);
        if (!missing) continue;
        leave_out(told, part);
        struct part untold = {
            .kind = VERDICT_NOT_EVALUATED,
            .what = arena_format(evidence->arena, "'%s' of %s", parts[part].name, evidence->name),
            .expected = "evidence",
            .observed = arena_format(evidence->arena, "not known: %s", missing)};
        arena_vec_push(evidence->arena, &answer->untold, untold);
    }
}

static struct verdict check_one(const struct evidence *all, const struct site *site) {
    struct evidence one = *all, *evidence = &one;
    const struct site_expectation *expectation = evidence->expectation;
    const char *where = origin_text(site->origin, evidence->arena);
    evidence->site = site;
    evidence->reached = site_reached(site);
    evidence->effective = site_effective(site);
    if (evidence->reached == 0 && site->decisions.count == 0) {
        struct verdict verdict = not_evaluated(
            evidence->name, expectation->is ? expectation->is : "evidence",
            arena_format(evidence->arena,
                         "the %s was never reached in compiled code: it was folded away, or the "
                         "run does not lead there",
                         evidence->assertion->noun),
            evidence->arena);
        verdict.where = where;
        return verdict;
    }
    struct answer answer;
    struct site_expectation told;
    answer_begin(&answer, evidence->observation, evidence->arena);
    keep_what_is_told(evidence, &told, &answer);
    evidence->expectation = expectation = &told;
    check_word(evidence, &answer);
    check_rate_of(evidence, "rate", &expectation->rate, evidence->effective, &answer);
    if (bound_is_given(&expectation->share))
        check_rate_of(evidence, "share", &expectation->share,
                      site->observed ? site->observed->inlined : 0, &answer);
    const char *because = decisions_text(&site->decisions, evidence->arena);
    check_portions(evidence, "kind", &expectation->ways, offsetof(struct row_observation, way),
                   &answer, &because);
    check_portions(evidence, "receiver", &expectation->receivers,
                   offsetof(struct row_observation, receiver), &answer, &because);
    check_predicted(evidence, &answer);
    check_bytes(evidence, &answer);
    check_reason(evidence, &answer);
    return answer_end(&answer, because, where);
}

/* --- several sites --- */

static const char *add_text(const char *texts, const char *text, struct arena *arena) {
    if (!texts) return text;
    return text && !strstr(texts, text) ? arena_format(arena, "%s; %s", texts, text) : texts;
}

/* Adds what [one] says about its site to the verdict on all. */
static void add_site_texts(struct verdict *all, const struct verdict *one, struct arena *arena) {
    all->summary =
        add_text(all->summary, arena_format(arena, "at %s: %s", one->where, one->summary), arena);
    all->observed =
        add_text(all->observed, arena_format(arena, "at %s: %s", one->where, one->observed), arena);
    all->expected = add_text(all->expected, one->expected, arena);
    all->because = add_text(all->because, one->because, arena);
}

static const struct verdict *worst(const struct verdict *verdicts, uint32_t count) {
    const struct verdict *worst = verdicts;
    for (uint32_t i = 1; i < count; i++)
        if (verdict_worse(worst->kind, verdicts[i].kind) != worst->kind) worst = &verdicts[i];
    return worst;
}

/* Shows the first few of those that are as bad as the worst. */
static struct verdict join(const struct verdict *verdicts, uint32_t count, struct arena *arena) {
    struct verdict all = *worst(verdicts, count);
    uint32_t speaking = 0;
    all.summary = all.observed = all.expected = all.because = NULL;
    all.false_alarm = all.miss = 0;
    for (uint32_t i = 0; i < count; i++) {
        all.false_alarm = fmin(all.false_alarm + verdicts[i].false_alarm, 1);
        all.has_failed |= verdicts[i].has_failed;
        all.miss = verdicts[i].miss > all.miss ? verdicts[i].miss : all.miss;
        if (verdicts[i].riskiest.false_alarm > all.riskiest.false_alarm)
            all.riskiest = verdicts[i].riskiest;
        if (!all.unknown_risk) all.unknown_risk = verdicts[i].unknown_risk;
        if (verdicts[i].kind == all.kind && speaking++ < SITES_SHOWN)
            add_site_texts(&all, &verdicts[i], arena);
    }
    all.summary =
        arena_format(arena, "%u of %u sites: %s", speaking, count, all.summary ? all.summary : "");
    if (speaking > SITES_SHOWN)
        all.summary = arena_format(arena, "%s; and %u more", all.summary, speaking - SITES_SHOWN);
    return all;
}

struct verdict site_check(const struct expectation *base, const struct observation *observation,
                          struct arena *arena) {
    const struct site_expectation *expectation = wanted_of(base);
    const struct site_assertion *assertion = base->assertion->sites;
    struct evidence evidence = {.assertion = assertion,
                                .expectation = expectation,
                                .observation = observation,
                                .arena = arena};
    evidence.name = name_evidence(&evidence);
    site_list sites =
        find_sites(expectation, observation, assertion->kind, assertion->decided, arena);
    const char *missing = missing_evidence(&evidence, &sites);
    if (missing) {
        struct verdict verdict = not_evaluated(
            evidence.name, expectation->is ? expectation->is : "evidence", missing, arena);
        if (sites.count == 1) verdict.where = origin_text(sites.items[0].origin, arena);
        return verdict;
    }
    if (expectation->nth) return check_one(&evidence, &sites.items[expectation->nth - 1]);
    struct verdict *verdicts = ARENA_ARRAY(arena, struct verdict, sites.count);
    for (uint32_t i = 0; i < sites.count; i++) verdicts[i] = check_one(&evidence, &sites.items[i]);
    return sites.count == 1 ? verdicts[0] : join(verdicts, sites.count, arena);
}

/* --- what else is asked of an expectation --- */

struct drawn site_drawn(const struct expectation *expectation, int64_t executions) {
    (void)executions;
    const struct site_expectation *wanted = wanted_of(expectation);
    return (struct drawn){wanted->rate, 1, wanted->share, wanted->predicted};
}

static struct bound bound_of_effect(enum site_effect effect) {
    switch (effect) {
    case TAKES_EFFECT_NEVER: return (struct bound){0, 0, NAN, NAN};
    case TAKES_EFFECT_SOMETIMES: return (struct bound){NAN, 0, STEP_STILL_THERE, 1 - LEAST_SHARE};
    case TAKES_EFFECT_ALWAYS: return (struct bound){1, 0, NAN, NAN};
    }
    return BOUND_NONE;
}

/* Does the last belief about this site violate what is expected? */
static bool is_broken_at(const struct site_expectation *wanted, const struct site *site,
                         struct property *property) {
    struct bound by_word = wanted->is ? bound_of_effect(site_word_of(wanted)->effect) : BOUND_NONE;
    property->site = (uint32_t)(site->observed - property->observation->sites);
    property->bound = BOUND_NONE;
    return property_take(property, by_word, true) || property_take(property, wanted->rate, true) ||
           property_take(property, wanted->predicted, false);
}

bool site_property(const struct expectation *expectation, const struct observation *observation,
                   struct property *property, struct arena *arena) {
    const struct site_expectation *wanted = wanted_of(expectation);
    const struct site_assertion *assertion = expectation->assertion->sites;
    site_list sites = find_sites(wanted, observation, assertion->kind, assertion->decided, arena);
    *property =
        (struct property){.observation = observation, .is_of_site = true, .bound = BOUND_NONE};
    for (uint32_t i = 0; i < sites.count; i++) {
        if (wanted->nth && wanted->nth != (int)i + 1) continue;
        const struct site_observation *observed = sites.items[i].observed;
        if (!observed || observed->maker != MAKER_COMPILED_CODE) continue;
        if (is_broken_at(wanted, &sites.items[i], property)) return true;
    }
    return bound_is_given(&property->bound);
}

void site_names(const struct expectation *expectation, name_list *names, struct arena *arena) {
    const struct site_expectation *wanted = wanted_of(expectation);
    add_name(names, NAME_METHOD, wanted->in_method, arena);
    for (uint32_t i = 0; i < wanted->via_count; i++)
        add_name(names, NAME_METHOD, wanted->via[i].method, arena);
    add_name(names, expectation->assertion->sites->subject, wanted->subject, arena);
    for (uint32_t i = 0; i < wanted->receivers.count; i++)
        add_name(names, NAME_CLASS, wanted->receivers.items[i].key, arena);
}

const char *site_because(const struct expectation *expectation) {
    return wanted_of(expectation)->because;
}
