/* Reads files of graph tests line by line: first the graph, whose text the parser of graphs takes as
 * it is, then the runs. */
#include "graph_file.h"

#include <stdlib.h>
#include <string.h>

struct reading {
    struct arena *arena;
    struct graph_file *file;
    struct diag *diag;
    uint32_t at; /* the current line, from 0 */
    const char *line;
    struct graph_run *run; /* the current one, or NULL */
};

static struct place place_of(const struct reading *r, const char *in_line) {
    return (struct place){r->file->path, (int)r->at + 1, (int)(in_line - r->line) + 1};
}

/* --- lines and words --- */

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

static const char *skip_blanks(const char *text) {
    while (is_blank(*text)) text++;
    return text;
}

/* Where the line ends, or its comment begins. */
static const char *end_of(const char *line) {
    const char *c = line;
    bool is_quoted = false;
    for (; *c; c++) {
        if (*c == '"') is_quoted = !is_quoted;
        if (*c == '#' && !is_quoted && (c == line || is_blank(c[-1]))) break;
    }
    while (c > line && is_blank(c[-1])) c--;
    return c;
}

static bool is_comment(const char *line) { return *skip_blanks(line) == '#'; }
static bool is_empty(const char *line) { return end_of(line) == line; }
static bool is_indented(const char *line) { return is_blank(*line); }

static const char *copy(const struct reading *r, const char *from, const char *end) {
    return arena_copy_text(r->arena, from, end > from ? (size_t)(end - from) : 0);
}

static bool split_lines(struct arena *arena, struct graph_file *file, const char *text,
                        struct diag *diag) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        arena_vec_push(arena, &file->lines, arena_copy_text(arena, text, length));
        text += length + (text[length] != '\0');
    }
    return file->lines.count > 0 ||
           diag_error(diag, (struct place){file->path, 1, 1}, "the file is empty");
}

static bool go_to(struct reading *r, uint32_t line) {
    r->at = line;
    if (line < r->file->lines.count) r->line = r->file->lines.items[line];
    return line < r->file->lines.count;
}

struct graph_words graph_words_of(struct arena *arena, const char *text, struct place place) {
    struct graph_words words = {0};
    const char *start = text;
    for (text = skip_blanks(text); *text; text = skip_blanks(text)) {
        const char *end = text + 1;
        while (*text != ',' && *end && !is_blank(*end) && *end != ',') end++;
        struct graph_word word = {arena_copy_text(arena, text, (size_t)(end - text)), place};
        word.place.column += (int)(text - start);
        arena_vec_push(arena, &words, word);
        text = end;
    }
    return words;
}

static struct graph_words words_behind(const struct reading *r, const char *from) {
    return graph_words_of(r->arena, copy(r, from, end_of(r->line)), place_of(r, from));
}

int graph_word_find(const struct graph_word *word, const char *what, const char *(*name)(int index),
                    int count, struct diag *diag) {
    VEC(const char *) names = {0};
    int found = -1;
    for (int i = 0; found < 0 && i < count; i++) {
        if (!name(i)) continue;
        if (strcmp(name(i), word->text) == 0) found = i;
        vec_push(&names, name(i));
    }
    if (found < 0) {
        const char *nearest = diag_nearest(word->text, names.items, names.count);
        diag_error(diag, word->place,
                   nearest ? "there is no %s '%s'; did you mean '%s'?" : "there is no %s '%s'",
                   what, word->text, nearest);
    }
    vec_release(&names);
    return found;
}

/* --- names of tests --- */

/* The comment that begins at the current line and ends with a full stop. */
static const char *sentence(struct reading *r) {
    struct strbuf text = STRBUF_INIT;
    uint32_t first = r->at;
    bool is_whole = false;
    for (; !is_whole && r->at < r->file->lines.count && is_comment(r->line); go_to(r, r->at + 1)) {
        const char *from = skip_blanks(skip_blanks(r->line) + 1), *end = from + strlen(from);
        while (end > from && is_blank(end[-1])) end--;
        if (text.length) strbuf_add_char(&text, ' ');
        is_whole = end > from && end[-1] == '.';
        strbuf_add(&text, from, (size_t)(end - from) - is_whole);
    }
    const char *name = arena_copy_text(r->arena, strbuf_text(&text), text.length);
    strbuf_release(&text);
    if (is_whole) return name;
    go_to(r, first);
    diag_error(r->diag, place_of(r, r->line),
               "a comment that names the test is missing: a sentence with a full stop");
    return NULL;
}

/* The first run is named by the first line of the file, another by the comment in front of it. */
static const char *name_of_run(struct reading *r) {
    uint32_t at = r->at, first = at;
    if (r->file->runs.count == 0)
        first = 0;
    else
        while (is_comment(r->file->lines.items[first - 1])) first--;
    go_to(r, first);
    const char *name = sentence(r);
    go_to(r, at);
    return name;
}

/* --- run, without, sabotage --- */

static const char *phase_that_runs(int index) {
    bool is_outside = phase_rows[index].stage == STAGE_outside && index != PHASE_build;
    return is_outside || index == PHASE_inline ? NULL : phase_rows[index].name;
}

static bool has_rounds(enum phase phase) {
#define ROUNDS(name, stage, requires, breaks, purpose, limit)                                      \
    if (phase == PHASE_##name) return true;
#include "ir/phases.def"
    return false;
}

static bool read_rounds(struct reading *r, const struct graph_words *words, uint32_t *at,
                        struct graph_step *step) {
    char *end;
    if (!has_rounds(step->phase))
        return diag_error(r->diag, words->items[*at].place, "a comma is missing: %s has no rounds",
                          phase_rows[step->phase].name);
    step->kind = GRAPH_STEP_ROUNDS;
    step->rounds = (int)strtol(words->items[*at].text, &end, 10);
    bool is_number = end != words->items[*at].text && !*end && step->rounds > 0;
    if (strcmp(words->items[*at].text, "round") == 0)
        step->rounds = 1;
    else if (is_number && *at + 1 < words->count &&
             strcmp(words->items[*at + 1].text, "rounds") == 0)
        (*at)++;
    else
        return diag_error(r->diag, words->items[*at].place,
                          "'%s' should be a comma, 'round' or a number of rounds",
                          words->items[*at].text);
    (*at)++;
    return true;
}

static bool is_comma(const struct graph_words *words, uint32_t at) {
    return at < words->count && strcmp(words->items[at].text, ",") == 0;
}

static bool read_step(struct reading *r, const struct graph_words *words, uint32_t *at) {
    struct graph_step step = {0};
    const struct graph_word *word = &words->items[(*at)++];
    if (strcmp(word->text, "optimize") == 0) {
        step.kind = GRAPH_STEP_OPTIMIZE;
    } else {
        int phase = graph_word_find(word, "phase of graphs", phase_that_runs, PHASE_COUNT, r->diag);
        if (phase < 0) return false;
        step.phase = (enum phase)phase;
        if (step.phase == PHASE_build) step.kind = GRAPH_STEP_BUILD;
    }
    bool ends = *at == words->count || is_comma(words, *at);
    if (!ends && step.kind != GRAPH_STEP_PHASE)
        return diag_error(r->diag, words->items[*at].place, "a comma is missing");
    if (!ends && !read_rounds(r, words, at, &step)) return false;
    arena_vec_push(r->arena, &r->run->steps, step);
    return true;
}

static bool read_steps(struct reading *r, const char *from) {
    struct graph_words words = words_behind(r, from);
    for (uint32_t at = 0; at < words.count;) {
        if (!read_step(r, &words, &at)) return false;
        if (at == words.count) return true;
        if (!is_comma(&words, at) || at + 1 == words.count)
            return diag_error(r->diag, words.items[at].place, "a comma and a phase are missing");
        at++;
    }
    return diag_error(r->diag, place_of(r, from), "a phase is missing");
}

static bool begin_run(struct reading *r, const char *from) {
    if (r->run && !r->run->expect_line)
        return diag_error(r->diag, place_of(r, r->line),
                          "the run before this one has no 'expect:'");
    struct graph_run run = {.name = name_of_run(r), .place = place_of(r, r->line)};
    if (!run.name) return false;
    run.steps_text = copy(r, skip_blanks(from), end_of(r->line));
    memcpy(run.limits, limit_defaults, sizeof run.limits);
    arena_vec_push(r->arena, &r->file->runs, run);
    r->run = &vec_last(&r->file->runs);
    return read_steps(r, from);
}

static const char *rule_text(int index) {
    static const char *const names[] = {
#define RULE(name, phase, meaning) #name,
#include "ir/rules.def"
#undef RULE
    };
    return names[index];
}

static const char *limit_text(int index) {
    static const char *const names[] = {
#define LIMIT(name, phase, value, meaning) #name,
#include "ir/limits.def"
#undef LIMIT
    };
    return names[index];
}

static const char *sabotage_text(int index) {
    static const char *const names[] = {
#define SABOTAGE(name, phase, meaning) #name,
#include "ir/sabotages.def"
#undef SABOTAGE
    };
    return names[index];
}

/* Phases that can be done without, then rules. */
static const char *switch_text(int index) {
    if (index >= PHASE_COUNT) return rule_text(index - PHASE_COUNT);
    return phase_rows[index].stage == STAGE_optimize ? phase_rows[index].name : NULL;
}

static bool set_limit(struct reading *r, const struct graph_word *word) {
    size_t length = strcspn(word->text, "=");
    char *end;
    double value = strtod(word->text + length + 1, &end);
    if (end == word->text + length + 1 || *end || !(value >= 0 && value <= INT32_MAX))
        return diag_error(r->diag, word->place, "'%s' sets no limit to a number", word->text);
    struct graph_word name = {arena_copy_text(r->arena, word->text, length), word->place};
    int limit = graph_word_find(&name, "limit", limit_text, LIMIT_COUNT, r->diag);
    if (limit >= 0) r->run->limits[limit] = value;
    return limit >= 0;
}

static bool switch_off(struct reading *r, const struct graph_word *word) {
    if (strcmp(word->text, "inserted_code") == 0) return r->run->discards_inserted = true;
    if (strchr(word->text, '=')) return set_limit(r, word);
    int index =
        graph_word_find(word, "phase or rule", switch_text, PHASE_COUNT + RULE_COUNT, r->diag);
    if (index >= PHASE_COUNT)
        r->run->rule_disabled[index - PHASE_COUNT] = true;
    else if (index >= 0)
        r->run->phase_disabled[index] = true;
    return index >= 0;
}

static bool sabotage(struct reading *r, const struct graph_word *word) {
    int index = graph_word_find(word, "sabotage", sabotage_text, SABOTAGE_COUNT, r->diag);
    if (index >= 0) r->run->sabotaged[index] = true;
    return index >= 0;
}

static bool read_each(struct reading *r, const char *from,
                      bool (*read)(struct reading *r, const struct graph_word *word)) {
    struct graph_words words = words_behind(r, from);
    if (!words.count) return diag_error(r->diag, place_of(r, from), "a name is missing");
    vec_each(struct graph_word, word, &words)
        if (!read(r, word)) return false;
    return true;
}

/* --- expect --- */

static const char *colon_of(const char *line) {
    const char *end = end_of(line);
    for (const char *c = line; c < end; c++)
        if (*c == ':' && (c + 1 == end || is_blank(c[1]))) return c;
    return NULL;
}

static int indentation(const char *line) { return (int)(skip_blanks(line) - line); }

/* The lines below the question that are indented more than it. */
static void read_answer_lines(struct reading *r, struct graph_expectation *expectation) {
    struct strbuf answer = STRBUF_INIT;
    int depth = indentation(r->line), left = 0;
    while (r->at + 1 < r->file->lines.count) {
        const char *next = r->file->lines.items[r->at + 1];
        if (is_empty(next) || indentation(next) <= depth) break;
        go_to(r, r->at + 1);
        if (!expectation->answer_lines) left = indentation(next);
        if (expectation->answer_lines++) strbuf_add_char(&answer, '\n');
        const char *from = next + (indentation(next) < left ? indentation(next) : left);
        strbuf_add(&answer, from, (size_t)(end_of(next) - from));
    }
    expectation->answer = arena_copy_text(r->arena, strbuf_text(&answer), answer.length);
    strbuf_release(&answer);
}

static bool is_asked(const struct graph_run *run, const char *question) {
    vec_each(const struct graph_expectation, other, &run->expectations) {
        if (strcmp(other->question, question) == 0) return true;
    }
    return false;
}

static bool read_expectation(struct reading *r) {
    const char *from = skip_blanks(r->line), *colon = colon_of(r->line);
    struct graph_expectation expectation = {.place = place_of(r, from)};
    if (!colon || colon == from)
        return diag_error(r->diag, expectation.place,
                          "a question, a colon and its answer are missing");
    expectation.question = copy(r, from, colon);
    expectation.words = graph_words_of(r->arena, expectation.question, expectation.place);
    if (is_asked(r->run, expectation.question))
        return diag_error(r->diag, expectation.place, "'%s' is asked twice", expectation.question);
    expectation.answer = copy(r, skip_blanks(colon + 1), end_of(r->line));
    if (!*expectation.answer) read_answer_lines(r, &expectation);
    arena_vec_push(r->arena, &r->run->expectations, expectation);
    return true;
}

/* --- the file --- */

static const char *behind(const char *line, const char *key) {
    size_t length = strlen(key);
    return strncmp(line, key, length) == 0 ? line + length : NULL;
}

static bool read_key(struct reading *r) {
    const char *rest;
    if ((rest = behind(r->line, "run:"))) return begin_run(r, rest);
    if (r->run->expect_line)
        return diag_error(r->diag, place_of(r, r->line),
                          "a question (indented) or 'run:' is missing");
    if ((rest = behind(r->line, "without:"))) return read_each(r, rest, switch_off);
    if ((rest = behind(r->line, "sabotage:"))) return read_each(r, rest, sabotage);
    if ((rest = behind(r->line, "expect:")) && is_empty(skip_blanks(rest))) {
        r->run->expect_line = (int)r->at + 1;
        return true;
    }
    return diag_error(r->diag, place_of(r, r->line),
                      "'without:', 'sabotage:' or 'expect:' is missing");
}

static bool read_runs(struct reading *r) {
    for (; r->at < r->file->lines.count; go_to(r, r->at + 1)) {
        if (is_empty(r->line)) continue;
        bool is_answer = is_indented(r->line) && r->run && r->run->expect_line;
        if (!(is_answer ? read_expectation(r) : read_key(r))) return false;
    }
    return r->run->expect_line || diag_error(r->diag, r->run->place, "this run has no 'expect:'");
}

/* The text in front of the first run. */
static bool read_graph(struct reading *r) {
    struct strbuf text = STRBUF_INIT;
    for (; r->at < r->file->lines.count && !behind(r->line, "run:"); go_to(r, r->at + 1)) {
        strbuf_add_text(&text, r->line);
        strbuf_add_char(&text, '\n');
    }
    r->file->graph = arena_copy_text(r->arena, strbuf_text(&text), text.length);
    strbuf_release(&text);
    return r->at < r->file->lines.count ||
           diag_error(r->diag, (struct place){r->file->path, (int)r->at, 1}, "there is no 'run:'");
}

bool graph_file_read(struct arena *arena, const char *path, const char *text,
                     struct graph_file *out, struct diag *diag) {
    *out = (struct graph_file){.path = path};
    struct reading r = {.arena = arena, .file = out, .diag = diag};
    if (!split_lines(arena, out, text, diag)) return false;
    go_to(&r, 0);
    return read_graph(&r) && read_runs(&r);
}
