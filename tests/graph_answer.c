/* The questions of graph tests: a row each. Words are taken from the question one by one; the first
 * that makes no sense is an error with its place. */
#include "graph_answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "icg/icg.h"
#include "jit/pipeline.h"

/* --- runs --- */

static void on_replaced(void *context, struct node *node, struct node *by) {
    struct graph_outcome *outcome = context;
    arena_vec_push(&outcome->test.arena, &outcome->replacements,
                   (struct graph_replacement){node, by});
}

static bool is_part_of(enum phase phase, enum phase of) {
#define ROUND(whole, part)                                                                         \
    if (of == PHASE_##whole && phase == PHASE_##part) return true;
#include "ir/phases.def"
    return false;
}

static enum step first_row_of(enum phase phase) {
    static const enum step rows[PHASE_COUNT] = {
#define PHASE(name, stage, requires, breaks, purpose)         [PHASE_##name] = STEP_##name,
#define ROUNDS(name, stage, requires, breaks, purpose, limit) [PHASE_##name] = STEP_##name,
#include "ir/phases.def"
    };
    return rows[phase];
}

static enum limit rounds_of(enum phase phase) {
#define ROUNDS(name, stage, requires, breaks, purpose, limit)                                      \
    if (phase == PHASE_##name) return LIMIT_##limit;
#include "ir/phases.def"
    return LIMIT_COUNT;
}

/* So many rounds, and nothing behind them. */
static void run_rounds(struct graph *graph, const struct graph_step *step, const double *limits) {
    struct compilation *compilation = graph->compilation;
    double with_rounds[LIMIT_COUNT];
    bool disabled[PHASE_COUNT];
    memcpy(with_rounds, limits, sizeof with_rounds);
    memcpy(disabled, compilation->phase_disabled, sizeof disabled);
    with_rounds[rounds_of(step->phase)] = step->rounds;
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        if (is_part_of((enum phase)phase, step->phase)) compilation->phase_disabled[phase] = true;
    compilation->limits = with_rounds;
    pipeline_run_step(graph, first_row_of(step->phase), &(struct step_listener){0});
    compilation->limits = limits;
    memcpy(compilation->phase_disabled, disabled, sizeof disabled);
}

static void run_step(struct graph *graph, const struct graph_step *step, const double *limits) {
    switch (step->kind) {
    case GRAPH_STEP_PHASE:
        pipeline_run_step(graph, first_row_of(step->phase), &(struct step_listener){0});
        break;
    case GRAPH_STEP_BUILD: edit_built(graph); break;
    case GRAPH_STEP_ROUNDS: run_rounds(graph, step, limits); break;
    case GRAPH_STEP_OPTIMIZE:
        pipeline_run(graph, STAGE_optimize, &(struct step_listener){0});
        break;
    }
    graph_check(graph, "a step of a graph test");
    cfg_compute(graph);
}

static void set_up(struct graph_outcome *out, const struct graph_run *run) {
    struct compilation *compilation = &out->test.compilation;
    memcpy(compilation->phase_disabled, run->phase_disabled, sizeof run->phase_disabled);
    memcpy(compilation->rule_disabled, run->rule_disabled, sizeof run->rule_disabled);
    memcpy(compilation->sabotaged, run->sabotaged, sizeof run->sabotaged);
    compilation->phase_disabled[PHASE_inline] = true; /* callees of a text have no bytecode */
    compilation->limits = run->limits;
    out->listener = (struct edit_listener){.context = out, .replaced = on_replaced};
    compilation_listen(compilation, &out->listener);
    vec_each(const struct graph_step, step, &run->steps) {
        if (step->kind != GRAPH_STEP_BUILD || out->inserted) continue;
        out->inserted = icg_install(compilation, run->discards_inserted);
        icg_set_failure_counter(out->inserted, &out->failures);
    }
}

bool graph_outcome_make(struct graph_outcome *out, const struct graph_file *file,
                        const struct graph_run *run, struct diag *diag) {
    *out = (struct graph_outcome){0};
    if (!graph_test_read(&out->test, file->path, file->graph, diag)) return false;
    struct graph *graph = out->test.graph;
    for (int kind = 0; kind < NODE_KIND_COUNT; kind++) {
        out->before[kind] = graph_count(graph, (enum node_kind)kind);
        out->frequency_before[kind] = graph_frequency(graph, (enum node_kind)kind);
    }
    set_up(out, run);
    if (setjmp(out->test.compilation.give_up)) {
        out->given_up = out->test.compilation.bailout;
        return true;
    }
    vec_each(const struct graph_step, step, &run->steps) run_step(graph, step, run->limits);
    return true;
}

void graph_outcome_release(struct graph_outcome *outcome) { graph_test_end(&outcome->test); }

/* --- words of a question --- */

struct asking {
    struct graph_outcome *outcome;
    struct graph *graph;
    const struct graph_words *words;
    uint32_t at;
    struct diag *diag;
    struct strbuf out;
};

static bool has_word(const struct asking *a) { return a->at < a->words->count; }

static bool accept(struct asking *a, const char *text) {
    bool is_it = has_word(a) && strcmp(a->words->items[a->at].text, text) == 0;
    a->at += is_it;
    return is_it;
}

/* NULL with an error when the question is over. */
static const struct graph_word *take(struct asking *a, const char *what) {
    if (has_word(a)) return &a->words->items[a->at++];
    const struct graph_word *last = &vec_last(a->words);
    diag_error(a->diag, last->place, "%s is missing behind '%s'", what, last->text);
    return NULL;
}

static const char *kind_text(int kind) {
    return kind == NODE_none ? NULL : node_kind_text((enum node_kind)kind);
}

static int take_kind(struct asking *a) {
    const struct graph_word *word = take(a, "a kind of nodes");
    return word ? graph_word_find(word, "kind of nodes", kind_text, NODE_KIND_COUNT, a->diag) : -1;
}

static const char *event_text(int kind) { return event_kind_name((enum event_kind)kind); }

static int take_event(struct asking *a) {
    const struct graph_word *word = take(a, "a kind of events");
    return word ? graph_word_find(word, "kind of events", event_text, EVENT_KIND_COUNT, a->diag)
                : -1;
}

/* From 1; 1 when the question is over. */
static int take_number(struct asking *a) {
    if (!has_word(a)) return 1;
    const struct graph_word *word = take(a, "a number");
    char *end;
    long number = strtol(word->text, &end, 10);
    if (end != word->text && !*end && number > 0 && number <= INT32_MAX) return (int)number;
    diag_error(a->diag, word->place, "'%s' should be a number, from 1 on", word->text);
    return 1;
}

static const struct text_name *find_name(const struct asking *a, const struct graph_word *word) {
    vec_each(const struct text_name, entry, &a->outcome->test.names.entries) {
        if (strcmp(entry->name, word->text) == 0) return entry;
    }
    return NULL;
}

static struct block *take_block(struct asking *a) {
    const struct graph_word *word = take(a, "a block");
    const struct text_name *name = word ? find_name(a, word) : NULL;
    if (name && name->block) return name->block;
    if (word) diag_error(a->diag, word->place, "the graph has no block '%s'", word->text);
    return NULL;
}

/* The n-th placed node of the kind, in the order of the graph; NULL when there are fewer. */
static const struct node *nth_of_kind(const struct graph *graph, enum node_kind kind, int n) {
    for (int i = 0; i < graph->order_count; i++) {
        block_each_node(node, graph->order[i]) {
            if (node->kind == kind && --n == 0) return node;
        }
    }
    return NULL;
}

/* By its name in the text, or a kind and perhaps a number. NULL: an error, or there is none. */
static const struct node *take_node(struct asking *a) {
    const struct graph_word *word = take(a, "a node");
    const struct text_name *name = word ? find_name(a, word) : NULL;
    if (name && name->node) return name->node;
    if (!word) return NULL;
    enum node_kind kind = node_kind_of_text(word->text);
    if (kind != NODE_none) return nth_of_kind(a->graph, kind, take_number(a));
    diag_error(a->diag, word->place, "the graph has no node '%s', and there is no such kind",
               word->text);
    return NULL;
}

struct scope {
    const struct block *block; /* NULL: all */
    bool in_loops;
};

static struct scope take_scope(struct asking *a) {
    if (!accept(a, "in")) return (struct scope){0};
    if (accept(a, "loops")) return (struct scope){.in_loops = true};
    return (struct scope){.block = take_block(a)};
}

static bool is_in(const struct scope *scope, const struct block *block) {
    return (!scope->block || scope->block == block) && (!scope->in_loops || block->loop);
}

/* --- answers --- */

static void add_number(struct asking *a, double number) { strbuf_addf(&a->out, "%.12g", number); }

static struct print_options options_of(const struct asking *a, bool with_states) {
    return (struct print_options){
        .names = &a->outcome->test.names, .with_states = with_states, .without_shares = true};
}

static void add_node(struct asking *a, const struct node *node) {
    struct print_options options = options_of(a, false);
    graph_print_expression(a->graph, node, &options, &a->out);
}

static const char *name_of_node(const struct asking *a, const struct node *node) {
    vec_each(const struct text_name, entry, &a->outcome->test.names.entries) {
        if (entry->node == node) return entry->name;
    }
    return NULL;
}

static void count(struct asking *a) {
    int kind = take_kind(a), number = 0;
    struct scope scope = take_scope(a);
    if (a->diag->is_set) return;
    for (int i = 0; i < a->graph->order_count; i++) {
        if (!is_in(&scope, a->graph->order[i])) continue;
        block_each_node(node, a->graph->order[i]) number += (int)node->kind == kind;
    }
    bool is_of_all = !scope.block && !scope.in_loops;
    add_number(a, is_of_all ? graph_count(a->graph, (enum node_kind)kind) : number);
}

static void frequency(struct asking *a) {
    int kind = take_kind(a);
    struct scope scope = take_scope(a);
    double sum = 0;
    if (a->diag->is_set) return;
    for (int i = 0; i < a->graph->order_count; i++) {
        const struct block *block = a->graph->order[i];
        if (!is_in(&scope, block)) continue;
        block_each_node(node, block) sum += (int)node->kind == kind ? block->frequency : 0;
    }
    add_number(a, sum);
}

static void events(struct asking *a) {
    int kind = take_event(a), number = 0;
    enum reason reason = REASON_none;
    bool is_of_any = !has_word(a);
    const struct graph_word *word = is_of_any ? NULL : take(a, "a reason");
    if (word && !reason_of_name(word->text, &reason))
        diag_error(a->diag, word->place, "there is no reason '%s'", word->text);
    else if (word && kind >= 0 && !reason_is_of(reason, (enum event_kind)kind))
        diag_error(a->diag, word->place, "'%s' is never a reason for '%s'", word->text,
                   event_text(kind));
    vec_each(const struct event, event, &a->outcome->test.events) {
        number += (int)event->kind == kind && (is_of_any || event->reason == reason);
    }
    add_number(a, number);
}

static void add_position(struct asking *a, const char *word, const struct position *position) {
    if (!position) return;
    strbuf_add_text(&a->out, word);
    position_format(position, &a->out);
}

static void event(struct asking *a) {
    int kind = take_event(a), number = take_number(a);
    if (kind < 0) return;
    const struct event *event =
        graph_test_event(&a->outcome->test, (enum event_kind)kind, number - 1);
    if (!event) {
        strbuf_add_text(&a->out, "none");
        return;
    }
    strbuf_add_text(&a->out, reason_name(event->reason));
    if (event->subject) strbuf_addf(&a->out, " %s", event->subject);
    if (event->frequency >= 0) strbuf_addf(&a->out, " frequency %.12g", event->frequency);
    if (event_kind_has_amount(event->kind))
        strbuf_addf(&a->out, " amount %lld", (long long)event->amount);
    add_position(a, " at ", event->position);
    add_position(a, " from ", event->origin);
}

/* What stands for it now; NULL when nothing does. */
static const struct node *follow(const struct asking *a, const struct node *node) {
    vec_each(const struct graph_replacement, replacement, &a->outcome->replacements) {
        if (node->is_dead && replacement->node == node) node = replacement->by;
    }
    return node->is_dead ? NULL : node;
}

static void node(struct asking *a) {
    const struct node *asked = take_node(a), *now = asked ? follow(a, asked) : NULL;
    if (!asked)
        strbuf_add_text(&a->out, "none");
    else if (now && now->graph != a->graph)
        strbuf_add_text(&a->out, "taken out");
    else if (!now)
        strbuf_add_text(&a->out, "gone");
    else if (now == asked)
        add_node(a, now);
    else if (name_of_node(a, now))
        strbuf_addf(&a->out, "replaced by %s", name_of_node(a, now));
    else {
        strbuf_add_text(&a->out, "replaced by ");
        add_node(a, now);
    }
}

static void state(struct asking *a) {
    const struct node *asked = take_node(a);
    bool is_here = asked && !asked->is_dead && asked->graph == a->graph;
    const struct node *found = is_here ? node_state(asked) : NULL;
    struct strbuf text = STRBUF_INIT;
    struct print_options options = options_of(a, true);
    if (found) graph_print_expression(a->graph, found, &options, &text);
    strbuf_add_text(&a->out, found ? strbuf_text(&text) + strlen("state ") : "none");
    strbuf_release(&text);
}

static void add_line(struct asking *a, const struct node *node) {
    const char *name = name_of_node(a, node);
    if (name) strbuf_addf(&a->out, "%s = ", name);
    add_node(a, node);
}

static bool is_there(struct asking *a, const struct block *asked) {
    if (!asked) return false;
    if (asked->is_dead || asked->graph != a->graph)
        strbuf_add_text(&a->out, asked->is_dead ? "gone" : "taken out");
    return !asked->is_dead && asked->graph == a->graph;
}

static void block(struct asking *a) {
    const struct block *asked = take_block(a);
    if (!is_there(a, asked)) return;
    struct print_options options = options_of(a, false);
    struct strbuf lines = STRBUF_INIT;
    graph_print_block(asked, &options, &lines);
    for (const char *line = strbuf_text(&lines); *line; line += strcspn(line, "\n") + 1)
        strbuf_addf(&a->out, "%s%.*s", a->out.length ? "\n" : "", (int)strcspn(line, "\n") - 4,
                    line + 4);
    strbuf_release(&lines);
}

static void end(struct asking *a) {
    const struct block *asked = take_block(a);
    if (is_there(a, asked)) add_line(a, asked->last);
}

static void graph(struct asking *a) {
    struct print_options options = options_of(a, true);
    graph_print(a->graph, &options, &a->out);
    a->out.bytes[--a->out.length] = '\0';
}

/* The graph of the program, as if there were no inserted code. */
static void base(struct asking *a) {
    struct print_options options = options_of(a, true);
    options.without_placeholders = true;
    graph_print(a->graph, &options, &a->out);
    a->out.bytes[--a->out.length] = '\0';
}

static void inserted(struct asking *a) {
    add_number(a, a->outcome->inserted ? icg_count(a->outcome->inserted) : 0);
}

static void bailed_out(struct asking *a) {
    strbuf_add_text(&a->out, reason_name(a->outcome->given_up));
}

static const struct question_row {
    const char *word;
    void (*answer)(struct asking *a);
    bool has_frequencies, is_of_broken;
} rows[] = {
    {"count", count, false, false},       {"frequency", frequency, true, false},
    {"events", events, false, true},      {"event", event, true, true},
    {"node", node, false, false},         {"state", state, false, false},
    {"block", block, false, false},       {"end", end, false, false},
    {"graph", graph, false, false},       {"base", base, false, false},
    {"inserted", inserted, false, false}, {"bailed_out", bailed_out, false, true},
};
#define ROW_COUNT ((int)(sizeof rows / sizeof *rows))

static const char *row_text(int index) { return rows[index].word; }

const char *graph_answer(struct graph_outcome *outcome, const struct graph_words *question,
                         struct diag *diag) {
    struct asking a = {outcome, outcome->test.graph, question, .at = 1, .diag = diag};
    int index = graph_word_find(&question->items[0], "question", row_text, ROW_COUNT, diag);
    if (index < 0) return NULL;
    bool is_broken = outcome->given_up != REASON_none && !rows[index].is_of_broken;
    if (is_broken)
        strbuf_addf(&a.out, "the compilation was given up: %s", reason_name(outcome->given_up));
    else
        rows[index].answer(&a);
    if (!is_broken && !diag->is_set && has_word(&a))
        diag_error(diag, question->items[a.at].place, "'%s' is too much here",
                   question->items[a.at].text);
    const char *text = arena_copy_text(&outcome->test.arena, strbuf_text(&a.out), a.out.length);
    strbuf_release(&a.out);
    return diag->is_set ? NULL : text;
}

/* --- comparing --- */

/* The next word of [text], or the newline; its length. */
static size_t next_word(const char **text) {
    *text += strspn(*text, " \t");
    return **text == '\n' ? 1 : strcspn(*text, " \t\n");
}

static bool is_near(const char *a, const char *b) {
    char *a_end, *b_end;
    double left = strtod(a, &a_end), right = strtod(b, &b_end);
    return a_end != a && b_end != b && strchr(" \t\n", *a_end) && strchr(" \t\n", *b_end) &&
           fabs(left - right) <= 1e-9;
}

bool graph_answer_fits(const struct graph_words *question, const char *expected,
                       const char *answer) {
    bool has_frequencies = false;
    for (int i = 0; i < ROW_COUNT; i++)
        if (strcmp(rows[i].word, question->items[0].text) == 0)
            has_frequencies = rows[i].has_frequencies;
    for (;;) {
        size_t left = next_word(&expected), right = next_word(&answer);
        if (!left || !right) return left == right;
        bool is_same = left == right && memcmp(expected, answer, left) == 0;
        if (!is_same && !(has_frequencies && is_near(expected, answer))) return false;
        expected += left;
        answer += right;
    }
}

/* --- questions --- */

static void ask_of_events(struct graph_outcome *outcome, struct strbuf *out) {
    for (int kind = 0; kind < EVENT_KIND_COUNT; kind++) {
        for (int reason = 0; reason < REASON_COUNT; reason++) {
            if (!graph_test_events_because(&outcome->test, (enum event_kind)kind,
                                           (enum reason)reason))
                continue;
            strbuf_addf(out, "events %s %s\n", event_text(kind), reason_name((enum reason)reason));
        }
    }
}

const char *graph_questions(struct graph_outcome *outcome) {
    struct strbuf out = STRBUF_INIT;
    if (outcome->given_up) strbuf_add_text(&out, "bailed_out\n");
    for (int kind = NODE_none + 1; !outcome->given_up && kind < NODE_KIND_COUNT; kind++) {
        int now = graph_count(outcome->test.graph, (enum node_kind)kind);
        if (now != outcome->before[kind]) strbuf_addf(&out, "count %s\n", kind_text(kind));
        double often = graph_frequency(outcome->test.graph, (enum node_kind)kind);
        if (now && fabs(often - outcome->frequency_before[kind]) > 1e-9)
            strbuf_addf(&out, "frequency %s\n", kind_text(kind));
    }
    ask_of_events(outcome, &out);
    if (!out.length) strbuf_add_text(&out, "graph\n");
    const char *text = arena_copy_text(&outcome->test.arena, strbuf_text(&out), out.length);
    strbuf_release(&out);
    return text;
}
