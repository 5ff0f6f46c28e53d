/* MEASURE: calls, and what took effect in each. */
#include "adapters/hotspot/hotspot.h"

#include <stdio.h>
#include <string.h>

int hotspot_level(struct hotspot *hotspot) {
    return hotspot->whitebox.box
               ? whitebox_level(&hotspot->whitebox, &hotspot->java, hotspot->program.reflected)
               : compilation_log_level(&hotspot->files.log, hotspot->program.name);
}

json_t *hotspot_call(struct hotspot *hotspot, json_t *row, struct allocations *allocations,
                     json_int_t execution, struct strbuf *story) {
    struct strbuf fault = STRBUF_INIT, thrown = STRBUF_INIT;
    hotspot->calls++;
    hotspot->files.log.call = (long)hotspot->calls;
    json_t *result = program_call(&hotspot->program, row, allocations, execution, &thrown, &fault);
    log_files_poll(&hotspot->files);
    if (!result) fprintf(stderr, "call %lld: %s\n", (long long)execution + 1, strbuf_text(&fault));
    if (thrown.length && !story->length)
        strbuf_addf(story, "call %lld %s", (long long)execution + 1, strbuf_text(&thrown));
    strbuf_release(&fault);
    strbuf_release(&thrown);
    return result;
}

static json_t *story_json(struct strbuf *story) {
    json_t *told = story->length ? json_of_text(strbuf_text(story)) : json_null();
    strbuf_release(story);
    return told;
}

/* --- warm-up --- */

struct warming {
    json_t *question; /* that has the rows; of a later one than the first, owned */
    bool is_owned;
    struct row_cursor rows;
    json_int_t calls, at_call, at_most, after;
    bool until_compiled;
    json_t *results;
    struct strbuf story;
};

static bool take_rows(struct warming *warming, json_t *question, bool is_owned) {
    if (warming->is_owned) json_decref(warming->question);
    warming->question = question;
    warming->is_owned = is_owned;
    if (rows_init(&warming->rows, json_object_get(question, "rows"))) return true;
    fprintf(stderr, "'rows' is no list of runs of rows\n");
    return false;
}

static bool ask_for_rows(struct hotspot *hotspot, struct warming *warming) {
    conversation_tell(&hotspot->conversation,
                      json_pack("{s:s, s:I}", "tell", "more", "calls", warming->calls));
    json_t *question = conversation_read(&hotspot->conversation);
    if (strcmp(question_text(question, "ask", ""), "rows") == 0)
        return take_rows(warming, question, true);
    fprintf(stderr, "the warm-up needs more rows, and was asked '%s'\n",
            question_text(question, "ask", "nothing"));
    json_decref(question);
    return false;
}

static bool is_warm(const struct warming *warming) {
    if (!warming->until_compiled || !warming->at_call) return warming->calls >= warming->at_most;
    return warming->calls >= warming->at_call + warming->after;
}

static bool warm_up(struct hotspot *hotspot, struct warming *warming) {
    int wanted = tier_level(hotspot->tier);
    while (!is_warm(warming)) {
        json_t *row = rows_next(&warming->rows);
        if (!row && !ask_for_rows(hotspot, warming)) return false;
        if (!row) continue;
        json_t *result = hotspot_call(hotspot, row, NULL, warming->calls, &warming->story);
        if (!result) return false;
        runs_add(warming->results, result);
        warming->calls++;
        if (!warming->at_call && hotspot_level(hotspot) == wanted)
            warming->at_call = warming->calls;
    }
    if (!warming->until_compiled && hotspot_level(hotspot) != wanted) warming->at_call = 0;
    return true;
}

/* The newest compilation by that compiler that was given up; NULL when there is none. */
static const char *why_not(const struct hotspot *hotspot) {
    const struct compilation_log *log = &hotspot->files.log;
    for (uint32_t i = log->tasks.count; i > 0; i--) {
        const struct log_task *task = log->tasks.items[i - 1];
        if (!task->is_installed && !task->is_osr && task->level == tier_level(hotspot->tier) &&
            strcmp(task->method, hotspot->program.name) == 0)
            return task->failure;
    }
    return NULL;
}

static json_t *warmed_up(struct hotspot *hotspot, struct warming *warming) {
    bool is_evaluated = warming->at_call || !warming->until_compiled;
    const char *compiler = tier_compiler(hotspot->tier), *why = why_not(hotspot);
    const struct log_task *task = compilation_log_newest(&hotspot->files.log, hotspot->program.name,
                                                         tier_level(hotspot->tier));
    json_t *story = story_json(&warming->story);
    if (!is_evaluated)
        return json_pack("{s:s, s:I, s:o, s:o, s:o}", "tell", "not_evaluated", "calls",
                         warming->calls, "why", why ? json_of_text(why) : json_null(), "results",
                         warming->results, "story", story);
    return json_pack("{s:s, s:I, s:I, s:o, s:I, s:o, s:o}", "tell", "compiled", "at_call",
                     warming->at_call, "calls", warming->calls, "tier",
                     warming->at_call ? json_string(compiler) : json_null(), "code_bytes",
                     (json_int_t)(task && warming->at_call ? task->bytes : 0), "results",
                     warming->results, "story", story);
}

bool answer_warm_up(struct hotspot *hotspot, const json_t *question) {
    struct warming warming = {
        .at_most = question_number(question, "at_most", 0),
        .after = question_number(question, "after", 0),
        .until_compiled = strcmp(question_text(question, "until", "compiled"), "calls") != 0,
        .results = json_array()};
    bool is_done = take_rows(&warming, (json_t *)question, false) && warm_up(hotspot, &warming);
    if (is_done)
        conversation_tell(&hotspot->conversation, warmed_up(hotspot, &warming));
    else
        json_decref(warming.results);
    if (warming.is_owned) json_decref(warming.question);
    return is_done;
}

/* --- measured calls --- */

json_t *json_of_place(struct hotspot *hotspot, const struct log_place *place) {
    int bci = place->bci < 0 ? 0 : place->bci;
    return json_pack("{s:o, s:i, s:i}", "method", json_of_text(place->method), "bci", bci, "line",
                     methods_line_at(&hotspot->program.methods, place->method, bci));
}

struct measuring {
    json_t *in_code, *results, *deoptimizations;
    struct strbuf story;
    json_int_t executions;
};

static void add_exits(struct hotspot *hotspot, struct measuring *measuring, uint32_t from) {
    const struct compilation_log *log = &hotspot->files.log;
    for (uint32_t i = from; i < log->exits.count; i++) {
        const struct log_exit *left = &log->exits.items[i];
        json_t *told = json_pack("{s:I, s:o}", "execution", measuring->executions, "reason",
                                 json_of_text(left->reason));
        if (left->at.places.count)
            json_object_set_new(told, "at", json_of_place(hotspot, &left->at.places.items[0]));
        json_array_append_new(measuring->deoptimizations, told);
    }
}

static bool measure_one(struct hotspot *hotspot, struct measuring *measuring, json_t *row,
                        struct allocations *allocations) {
    int wanted = tier_level(hotspot->tier);
    uint32_t exits = hotspot->files.log.exits.count;
    runs_add(measuring->in_code, json_boolean(hotspot_level(hotspot) == wanted));
    json_t *result =
        hotspot_call(hotspot, row, allocations, measuring->executions, &measuring->story);
    if (!result) return false;
    runs_add(measuring->results, result);
    add_exits(hotspot, measuring, exits);
    measuring->executions++;
    return true;
}

static bool measure_all(struct hotspot *hotspot, struct measuring *measuring,
                        struct row_cursor *rows, struct allocations *allocations) {
    json_t *row;
    log_files_poll(&hotspot->files);
    if (!hotspot->measured)
        hotspot->measured = compilation_log_newest(&hotspot->files.log, hotspot->program.name,
                                                   tier_level(hotspot->tier));
    while ((row = rows_next(rows)))
        if (!measure_one(hotspot, measuring, row, allocations)) return false;
    return true;
}

/* Of allocations, where JVMTI's events miss some: [why]. */
static json_t *json_of_weaker(const struct allocations *allocations, const char *why) {
    static const char *const clauses[] = {"allocation.is", "allocation.rate", "allocation.bytes",
                                          "allocates"};
    json_t *evidence = json_object();
    struct strbuf how = STRBUF_INIT;
    strbuf_add_text(&how, why);
    if (allocations->bytes)
        strbuf_add_text(&how, ": getThreadAllocatedBytes tells the bytes of each call");
    for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
        json_object_set_new(evidence, clauses[i],
                            json_pack("{s:o}", allocations->bytes ? "estimate" : "none",
                                      json_of_text(strbuf_text(&how))));
    strbuf_release(&how);
    return evidence;
}

static json_t *observed(struct hotspot *hotspot, struct measuring *measuring, json_t *sites,
                        const char *why_no_sites) {
    struct allocations *allocations = &hotspot->allocations;
    json_t *told = json_pack("{s:s, s:I, s:o, s:o, s:o, s:o, s:o}", "tell", "observed",
                             "executions", measuring->executions, "in_code", measuring->in_code,
                             "results", measuring->results, "sites", sites, "deoptimizations",
                             measuring->deoptimizations, "story", story_json(&measuring->story));
    if (*why_no_sites)
        json_object_set_new(told, "evidence", json_of_weaker(allocations, why_no_sites));
    if (!allocations->bytes) return told;
    json_object_set_new(told, "bytes", allocations->bytes);
    json_object_set_new(told, "sizes", json_of_sizes(&hotspot->java, &hotspot->program.classes));
    return told;
}

bool answer_run(struct hotspot *hotspot, const json_t *question) {
    struct row_cursor rows;
    struct strbuf why = STRBUF_INIT;
    struct measuring measuring = {
        .in_code = json_array(), .results = json_array(), .deoptimizations = json_array()};
    struct allocations *allocations = &hotspot->allocations;
    *allocations = (struct allocations){
        .java = &hotspot->java, .methods = &hotspot->program.methods, .files = &hotspot->files};
    bool is_fine = rows_init(&rows, json_object_get(question, "rows"));
    if (!is_fine) fprintf(stderr, "'rows' is no list of runs of rows\n");
    bool is_told = is_fine && (allocations_begin(allocations, &why) || allocations->bytes);
    is_fine = is_fine && measure_all(hotspot, &measuring, &rows, is_told ? allocations : NULL);
    allocations_end(allocations);
    json_t *sites = allocations_take(allocations, measuring.executions);
    if (is_fine)
        conversation_tell(&hotspot->conversation,
                          observed(hotspot, &measuring, sites, strbuf_text(&why)));
    strbuf_release(&why);
    return is_fine;
}
