/* TIME LINE: what lasts is a complete event that begins when it began, what does not is an instant; what the code cache has is a
 * counter. Decisions about single bytecodes are left out. Times are microseconds. */
#include "history/time_line.h"

#include <math.h>

#include "base/json_text.h"

enum shape { SHAPE_NONE, SHAPE_SLICE, SHAPE_INSTANT };

static const enum shape shapes[EVENT_KIND_COUNT] = {
    [EVENT_compiled] = SHAPE_SLICE,
    [EVENT_bailed_out] = SHAPE_SLICE,
    [EVENT_collected] = SHAPE_SLICE,
    [EVENT_cache_released] = SHAPE_SLICE,
    [EVENT_class_initialized] = SHAPE_SLICE,
    [EVENT_deoptimized] = SHAPE_INSTANT,
    [EVENT_invalidated] = SHAPE_INSTANT,
    [EVENT_evicted] = SHAPE_INSTANT,
    [EVENT_mark] = SHAPE_INSTANT,
    [EVENT_main_entered] = SHAPE_INSTANT,
    [EVENT_started] = SHAPE_INSTANT,
    [EVENT_shut_down] = SHAPE_INSTANT,
    [EVENT_thread_started] = SHAPE_INSTANT,
    [EVENT_thread_ended] = SHAPE_INSTANT,
};

static void begin(struct time_line *line) {
    fputs(line->has_any ? ",\n" : "\n", line->out);
    line->has_any = true;
}

static void add_text(struct time_line *line, const char *text) {
    struct strbuf quoted = STRBUF_INIT;
    json_add_text(&quoted, text);
    fputs(strbuf_text(&quoted), line->out);
    strbuf_release(&quoted);
}

/* What shows which process or thread it is. */
static void add_name(struct time_line *line, const char *what, int thread, const char *name) {
    begin(line);
    fprintf(line->out, "{\"ph\":\"M\",\"pid\":%d,\"tid\":%d,\"name\":\"%s\",\"args\":{\"name\":",
            line->process, thread, what);
    add_text(line, name);
    fputs("}}", line->out);
}

static void add_member(struct time_line *line, const struct log_event *event,
                       enum log_member member, const char *name, bool *has_any) {
    bool is_number = !isnan(event->numbers[member]);
    if (!is_number && !event->texts[member]) return;
    fprintf(line->out, "%s\"%s\":", *has_any ? "," : "", name);
    *has_any = true;
    if (is_number)
        fprintf(line->out, "%.0f", event->numbers[member]);
    else
        add_text(line, event->texts[member]);
}

static const char *title_of(const struct log_event *event) {
    const char *title = event->texts[LOG_root] ? event->texts[LOG_root] : event->texts[LOG_subject];
    return title ? title : event_kind_text(event->kind);
}

static void add_event(struct time_line *line, const struct log_event *event) {
    bool has_any = false, is_slice = shapes[event->kind] == SHAPE_SLICE;
    double duration = is_slice ? log_number(event, LOG_duration) : 0;
    begin(line);
    fprintf(line->out, "{\"ph\":\"%s\",\"pid\":%d,\"tid\":%.0f,\"ts\":%.3f,", is_slice ? "X" : "i",
            line->process, log_number(event, LOG_thread),
            1e6 * (event->numbers[LOG_time] - duration));
    if (is_slice) fprintf(line->out, "\"dur\":%.3f,", 1e6 * duration);
    if (!is_slice) fputs("\"s\":\"t\",", line->out);
    fprintf(line->out, "\"cat\":\"%s\",\"name\":", event_kind_name(event->kind));
    add_text(line, title_of(event));
    fputs(",\"args\":{", line->out);
    add_member(line, event, LOG_reason, "reason", &has_any);
    add_member(line, event, LOG_amount, "amount", &has_any);
    add_member(line, event, LOG_compilation, "compilation", &has_any);
    fputs("}}", line->out);
}

static void add_occupancy(struct time_line *line, const struct log_event *event) {
    begin(line);
    fprintf(
        line->out,
        "{\"ph\":\"C\",\"pid\":%d,\"ts\":%.3f,\"name\":\"code cache\",\"args\":{\"bytes\":%.0f}}",
        line->process, 1e6 * event->numbers[LOG_time], event->numbers[LOG_occupancy_bytes]);
}

void time_line_begin(struct time_line *line, FILE *out) {
    *line = (struct time_line){.out = out};
    fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[", out);
}

void time_line_begin_run(struct time_line *line, const char *name) {
    line->process++;
    add_name(line, "process_name", 0, name);
    add_name(line, "thread_name", 0, "main");
}

void time_line_add(void *context, const struct log_event *event) {
    struct time_line *line = context;
    if (event->kind == EVENT_thread_started && event->texts[LOG_subject])
        add_name(line, "thread_name", (int)log_number(event, LOG_thread),
                 event->texts[LOG_subject]);
    if (shapes[event->kind]) add_event(line, event);
    if (!isnan(event->numbers[LOG_occupancy_bytes])) add_occupancy(line, event);
}

void time_line_end(struct time_line *line) { fputs("\n]}\n", line->out); }
