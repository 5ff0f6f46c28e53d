/* EVENT FILE: one line an event. */
#include "tools/event_file.h"

#include <string.h>

#include "base/clock.h"

static void add_line(struct event_file *file, struct strbuf *line, const char *end) {
    strbuf_add_text(line, end);
    kept_file_add(&file->output, strbuf_text(line), line->length, &file->failure);
    strbuf_release(line);
}

/* With its dot; "" where the name has none, as pipes have. */
static const char *extension_of(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return dot ? dot : "";
}

static bool is_table(const char *path) { return strcmp(extension_of(path), ".csv") == 0; }

bool event_file_check(const char *path, struct diag *diag) {
    const char *extension = extension_of(path);
    if (!*extension || is_table(path) || strcmp(extension, ".jsonl") == 0) return true;
    return diag_error(
        diag, (struct place){0},
        "events are written as lines of JSON (.jsonl, or a name without a dot) or as a "
        "table (.csv), not as '%s': '%s'",
        extension, path);
}

bool event_file_open(struct event_file *file, const char *path, struct diag *diag) {
    struct strbuf header = STRBUF_INIT;
    *file = (struct event_file){.mutex = PTHREAD_MUTEX_INITIALIZER, .is_table = is_table(path)};
    file->start = clock_seconds();
    if (!kept_file_open(&file->output, path, diag)) return false;
    if (file->is_table) {
        event_csv_header(&header);
        add_line(file, &header, "\r\n");
    }
    return true;
}

void event_file_add(struct event_file *file, const struct event *event) {
    struct strbuf line = STRBUF_INIT;
    pthread_mutex_lock(&file->mutex);
    struct event_stamp stamp = {clock_seconds() - file->start, vm_thread_number()};
    if (file->is_table)
        event_format_csv(event, &stamp, &line);
    else
        event_format_json(event, &stamp, &line);
    add_line(file, &line, file->is_table ? "\r\n" : "\n");
    if (event->kind == EVENT_shut_down) kept_file_close(&file->output, &file->failure);
    pthread_mutex_unlock(&file->mutex);
}
