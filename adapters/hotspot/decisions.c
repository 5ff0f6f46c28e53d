/* DECISIONS: of the code that the measurement began with; and of the methods that it calls, by their own code. */
#include "adapters/hotspot/hotspot.h"
#include "adapters/hotspot/loops.h"

#include <string.h>

static const char *const kinds[] = {[LOG_INLINED] = "inlined",
                                    [LOG_GUARDED] = "guarded",
                                    [LOG_NOT_INLINED] = "not_inlined",
                                    [LOG_VIRTUAL] = "virtual",
                                    [LOG_VIRTUALIZED] = "virtualized",
                                    [LOG_LOCK_REMOVED] = "lock_removed",
                                    [LOG_KEPT] = "allocation_kept",
                                    [LOG_LOOP_PEELED] = "loop_peeled",
                                    [LOG_LOOP_UNROLLED] = "loop_unrolled",
                                    [LOG_LOOP_UNSWITCHED] = "loop_unswitched",
                                    [LOG_LOOP_KEPT] = "loop_kept",
                                    [LOG_LOOP_REMOVED] = "loop_removed"};

static void set_text(json_t *event, const char *member, const char *text) {
    if (text && *text) json_object_set_new(event, member, json_of_text(text));
}

/* The log has "[I" for the class of an array. */
static void set_subject(json_t *event, const struct log_task *task, const char *subject) {
    struct strbuf name = STRBUF_INIT;
    if (task->has_graphs && *subject == '[') add_java_name(&name, subject);
    set_text(event, "subject", name.length ? strbuf_text(&name) : subject);
    strbuf_release(&name);
}

/* C2 eliminates what does not escape alone. */
static const char *reason_of(const struct log_task *task, const struct log_decision *decision) {
    return task->has_graphs && decision->kind == LOG_VIRTUALIZED ? "NoEscape" : decision->reason;
}

/* As objects are counted: at the innermost bytecode of the program, however it was inlined. */
static uint32_t owner_of(struct hotspot *hotspot, const struct log_places *at) {
    for (uint32_t i = 0; i < at->places.count; i++)
        if (methods_is_of_program(&hotspot->program.methods, at->places.items[i].method)) return i;
    return 0;
}

static json_t *json_of_decision(struct hotspot *hotspot, const struct log_task *task,
                                const struct log_decision *decision) {
    const struct log_place *places = decision->at.places.items;
    uint32_t count = decision->at.places.count, at = 0;
    json_t *callers = json_array();
    if (decision->kind == LOG_KEPT) at = count = owner_of(hotspot, &decision->at);
    for (uint32_t i = at + 1; i < count; i++)
        json_array_append_new(callers, json_of_place(hotspot, &places[i]));
    json_t *event = json_pack("{s:s, s:o, s:o}", "kind", kinds[decision->kind], "at",
                              json_of_place(hotspot, &places[at]), "callers", callers);
    set_subject(event, task, decision->subject);
    set_text(event, "callee", decision->callee);
    set_text(event, "reason", reason_of(task, decision));
    if (decision->amount) json_object_set_new(event, "amount", json_integer(decision->amount));
    if (decision->frequency >= 0 && task == hotspot->measured)
        json_object_set_new(event, "frequency", json_real(decision->frequency));
    return event;
}

typedef VEC(const struct log_task *) task_list;

static bool is_listed(const task_list *tasks, const struct log_task *task) {
    vec_each(const struct log_task *, known, tasks)
        if (*known == task) return true;
    return false;
}

/* The code of [method] that the measurement began with. */
static const struct log_task *code_before(const struct hotspot *hotspot, const char *method) {
    const struct compilation_log *log = &hotspot->files.log;
    const struct log_task *newest = NULL;
    vec_each(struct log_task *, task, &log->tasks) {
        bool is_it = (*task)->is_installed && !(*task)->is_osr &&
                     (*task)->level == hotspot->measured->level &&
                     (*task)->call <= hotspot->measured->call && !strcmp((*task)->method, method);
        if (is_it) newest = *task;
    }
    return newest;
}

/* The measured code, and in turn that of what it calls. */
static void list_tasks(const struct hotspot *hotspot, task_list *tasks) {
    vec_push(tasks, hotspot->measured);
    for (uint32_t i = 0; i < tasks->count; i++) {
        const struct log_task *task = tasks->items[i];
        vec_each(struct log_decision, decision, &task->decisions) {
            if (decision->kind != LOG_NOT_INLINED) continue;
            const char *method = decision->callee ? decision->callee : decision->subject;
            const struct log_task *callee = code_before(hotspot, method);
            if (callee && !is_listed(tasks, callee)) vec_push(tasks, callee);
        }
    }
}

static void add_compilations(struct hotspot *hotspot, json_t *events) {
    const struct compilation_log *log = &hotspot->files.log;
    int level = tier_level(hotspot->tier);
    vec_each(struct log_task *, task, &log->tasks) {
        if ((*task)->is_osr || (*task)->level != level ||
            strcmp((*task)->method, hotspot->program.name) != 0)
            continue;
        json_t *event =
            json_pack("{s:s, s:I}", "kind", (*task)->is_installed ? "compiled" : "bailed_out",
                      "call", (json_int_t)(*task)->call);
        if ((*task)->is_installed)
            json_object_set_new(event, "amount", json_integer((*task)->bytes));
        set_text(event, "reason", (*task)->failure);
        json_array_append_new(events, event);
    }
}

static const struct bytecode_loops *loops_of(void *context, const char *method) {
    struct hotspot *hotspot = context;
    return methods_loops_of(&hotspot->program.methods, method);
}

static void add_loops_of(struct hotspot *hotspot, const struct log_task *task, json_t *events) {
    struct loop_decisions decisions = decide_loops(task, loops_of, hotspot);
    vec_each(const struct log_decision, decision, &decisions.items)
        json_array_append_new(events, json_of_decision(hotspot, task, decision));
    loop_decisions_release(&decisions);
}

bool answer_decisions(struct hotspot *hotspot, const json_t *question) {
    json_t *events = json_array(), *unknown = json_object();
    task_list tasks = {0};
    log_files_poll(&hotspot->files);
    add_compilations(hotspot, events);
    if (!hotspot->measured)
        hotspot->measured = compilation_log_newest(&hotspot->files.log, hotspot->program.name,
                                                   tier_level(hotspot->tier));
    if (hotspot->measured) list_tasks(hotspot, &tasks);
    vec_each(const struct log_task *, task, &tasks) {
        vec_each(struct log_decision, decision, &(*task)->decisions)
            json_array_append_new(events, json_of_decision(hotspot, *task, decision));
        if ((*task)->has_graphs) add_loops_of(hotspot, *task, events);
    }
    vec_each(struct log_unknown, one, &hotspot->files.log.unknown)
        json_object_set_new(unknown, one->name, json_integer(one->count));
    json_t *steps = hotspot->measured ? hotspot->measured->steps : NULL;
    conversation_tell(&hotspot->conversation,
                      json_pack("{s:s, s:o, s:o, s:O*}", "tell", "decisions", "events", events,
                                "unknown", unknown, "beliefs", steps));
    vec_release(&tasks);
    return true;
}
