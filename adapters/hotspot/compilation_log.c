/* COMPILATION LOG: the structure that log readers fill. */
#include "adapters/hotspot/compilation_log.h"

#include "adapters/hotspot/hidden_names.h"

void log_places_add(struct log_places *at, const char *method, int bci) {
    char *copy = memory_duplicate(method);
    vec_push(&at->places, (struct log_place){copy, bci});
}

void log_places_add_all(struct log_places *at, const struct log_places *more) {
    vec_each(struct log_place, place, &more->places) log_places_add(at, place->method, place->bci);
}

void log_places_release(struct log_places *at) {
    vec_each(struct log_place, place, &at->places) memory_free(place->method);
    vec_release(&at->places);
}

bool log_places_equal(const struct log_places *a, const struct log_places *b) {
    if (a->places.count != b->places.count) return false;
    for (uint32_t i = 0; i < a->places.count; i++)
        if (a->places.items[i].bci != b->places.items[i].bci ||
            strcmp(a->places.items[i].method, b->places.items[i].method) != 0)
            return false;
    return true;
}

void log_decision_release(struct log_decision *decision) {
    log_places_release(&decision->at);
    memory_free(decision->subject);
    memory_free(decision->callee);
    memory_free(decision->reason);
}

static void loop_release(struct log_loop *loop) {
    vec_each(struct log_places, at, &loop->inside) log_places_release(at);
    vec_release(&loop->inside);
    vec_release(&loop->inner);
}

static void task_free(struct log_task *task) {
    vec_each(struct log_decision, decision, &task->decisions) log_decision_release(decision);
    vec_release(&task->decisions);
    vec_each(struct log_loop, loop, &task->loops) loop_release(loop);
    vec_release(&task->loops);
    vec_each(struct log_loop_change, change, &task->changes) loop_release(&change->loop);
    vec_release(&task->changes);
    vec_each(struct log_places, at, &task->parsed) log_places_release(at);
    vec_release(&task->parsed);
    memory_free(task->method);
    memory_free(task->failure);
    json_decref(task->steps);
    memory_free(task);
}

void compilation_log_release(struct compilation_log *log) {
    vec_each(struct log_task *, task, &log->tasks) task_free(*task);
    vec_each(struct log_exit, left, &log->exits) {
        log_places_release(&left->at);
        memory_free(left->reason);
    }
    vec_each(struct log_unknown, unknown, &log->unknown) memory_free(unknown->name);
    vec_each(char *, file, &log->files) memory_free(*file);
    vec_release(&log->tasks);
    vec_release(&log->exits);
    vec_release(&log->unknown);
    vec_release(&log->loop_words);
    vec_release(&log->files);
}

const struct log_task *compilation_log_newest(const struct compilation_log *log, const char *method,
                                              int level) {
    for (uint32_t i = log->tasks.count; i > 0; i--) {
        const struct log_task *task = log->tasks.items[i - 1];
        if (task->is_installed && !task->is_osr && task->level == level &&
            strcmp(task->method, method) == 0)
            return task;
    }
    return NULL;
}

int compilation_log_level(const struct compilation_log *log, const char *method) {
    for (uint32_t i = log->tasks.count; i > 0; i--) {
        const struct log_task *task = log->tasks.items[i - 1];
        bool is_entered = task->is_installed && !task->is_osr && !task->is_invalid;
        if (is_entered && strcmp(task->method, method) == 0) return task->level;
    }
    return 0;
}

char *log_method_name(const char *text) {
    struct strbuf words = STRBUF_INIT, name = STRBUF_INIT;
    add_hidden_names(&words, text);
    const char *whole = strbuf_text(&words), *space = strchr(whole, ' ');
    for (const char *at = whole; *at; at++) {
        if (*at != ' ') strbuf_add_char(&name, *at);
        if (at == space) strbuf_add_char(&name, '.');
    }
    char *copy = memory_duplicate(strbuf_text(&name));
    strbuf_release(&words);
    strbuf_release(&name);
    return copy;
}
