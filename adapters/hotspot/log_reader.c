/* LOG READER: one file of LogCompilation, line by line. Classes and methods have numbers that hold until the task ends; calls stand
 * below the bytecode that they are of, and what is inlined stands below its call, as a <parse> in the <parse> of its caller. */
#include "adapters/hotspot/compilation_log.h"

#include <stdio.h>
#include <stdlib.h>

#include "adapters/hotspot/hidden_names.h"

/* --- names --- */

static void set_text(char **text, const char *value) {
    memory_free(*text);
    *text = value ? memory_duplicate(value) : NULL;
}

static const char *attribute(struct log_reader *reader, const struct log_element *element,
                             const char *name) {
    return log_element_get(element, name, &reader->value) ? strbuf_text(&reader->value) : "";
}

static const char *type_named(const struct log_reader *reader, int id) {
    vec_each(struct log_identity, type, &reader->types)
        if (type->id == id) return type->name;
    return "";
}

static const char *method_named(const struct log_reader *reader, int id) {
    vec_each(struct log_identity, method, &reader->methods)
        if (method->id == id) return method->name;
    return "";
}

static int id_of(const struct log_element *element, const char *name) {
    return log_element_integer(element, name, -1);
}

static const char *primitive_letter(const char *name) {
#define PRIMITIVE(letter, word, jni, member, json)                                                 \
    static const char letter_##word[] = {letter, 0};                                               \
    if (strcmp(name, #word) == 0) return letter_##word;
#include "adapters/hotspot/primitives.def"
#undef PRIMITIVE
    return strcmp(name, "void") == 0 ? "V" : NULL;
}

/* As in a descriptor of a class file. */
static void add_type(struct strbuf *descriptor, const char *name) {
    const char *letter = primitive_letter(name);
    if (letter) {
        strbuf_add_text(descriptor, letter);
        return;
    }
    bool is_array = *name == '[';
    if (!is_array) strbuf_add_char(descriptor, 'L');
    for (; *name; name++) strbuf_add_char(descriptor, *name == '.' ? '/' : *name);
    if (!is_array) strbuf_add_char(descriptor, ';');
}

static void read_type(struct log_reader *reader, const struct log_element *element) {
    struct strbuf name = STRBUF_INIT;
    add_hidden_names(&name, attribute(reader, element, "name"));
    char *copy = memory_duplicate(strbuf_text(&name));
    vec_push(&reader->types, (struct log_identity){id_of(element, "id"), copy});
    strbuf_release(&name);
}

static void read_klass(struct log_reader *reader, const struct log_element *element) {
    read_type(reader, element);
}

static void read_method(struct log_reader *reader, const struct log_element *element) {
    struct strbuf name = STRBUF_INIT;
    strbuf_addf(&name, "%s.", type_named(reader, id_of(element, "holder")));
    strbuf_addf(&name, "%s(", attribute(reader, element, "name"));
    const char *at = attribute(reader, element, "arguments");
    while (*at) {
        char *end;
        long id = strtol(at, &end, 10);
        if (end == at) break;
        add_type(&name, type_named(reader, (int)id));
        at = end;
    }
    strbuf_add_char(&name, ')');
    add_type(&name, type_named(reader, id_of(element, "return")));
    char *whole = memory_duplicate(strbuf_text(&name));
    vec_push(&reader->methods, (struct log_identity){id_of(element, "id"), whole});
    strbuf_release(&name);
}

/* --- places --- */

static struct log_frame *top(struct log_reader *reader) {
    return reader->frames.count ? &vec_last(&reader->frames) : NULL;
}

static void read_jvms(struct log_reader *reader, const struct log_element *element) {
    if (reader->open == LOG_NOTHING) return;
    int bci = log_element_integer(element, "bci", -1);
    if (reader->open == LOG_EXIT) {
        char *method = log_method_name(attribute(reader, element, "method"));
        log_places_add(&reader->places, method, bci);
        memory_free(method);
    } else {
        log_places_add(&reader->places, method_named(reader, id_of(element, "method")), bci);
    }
}

static void open_element(struct log_reader *reader, enum log_open open, const char *subject,
                         const char *reason) {
    log_places_release(&reader->places);
    set_text(&reader->subject, subject);
    set_text(&reader->reason, reason);
    reader->open = open;
}

/* --- decisions --- */

/* Takes [at] over. */
static int add_decision(struct log_reader *reader, enum log_decision_kind kind,
                        struct log_places at, const char *subject, const char *reason,
                        double count) {
    struct log_decision decision = {.kind = kind,
                                    .at = at,
                                    .subject = memory_duplicate(subject),
                                    .reason = reason ? memory_duplicate(reason) : NULL,
                                    .count = count,
                                    .frequency = -1};
    vec_push(&reader->task->decisions, decision);
    return (int)reader->task->decisions.count - 1;
}

static struct log_places current_places(const struct log_reader *reader) {
    struct log_places at = {0};
    for (uint32_t i = reader->frames.count; i > 0; i--)
        log_places_add(&at, reader->frames.items[i - 1].method, reader->frames.items[i - 1].bci);
    log_places_add_all(&at, &reader->outside);
    return at;
}

/* A call that was to be inlined late: the decision that is there already changes. */
static void decide_late(struct log_reader *reader, bool is_inlined, const char *reason) {
    for (uint32_t i = reader->task->decisions.count; i > 0; i--) {
        struct log_decision *decision = &reader->task->decisions.items[i - 1];
        if (decision->kind > LOG_VIRTUAL || !log_places_equal(&decision->at, &reader->outside))
            continue;
        if (!is_inlined) decision->kind = LOG_NOT_INLINED;
        set_text(&decision->reason, reason);
        return;
    }
}

static void decide_call(struct log_reader *reader, enum log_decision_kind kind,
                        const char *reason) {
    struct log_frame *frame = top(reader);
    if (!reader->task) return;
    if (!frame) decide_late(reader, kind != LOG_NOT_INLINED, reason);
    if (!frame || !frame->callee) return;
    const char *subject = frame->declared ? frame->declared : frame->callee;
    frame->decision =
        add_decision(reader, kind, current_places(reader), subject, reason, frame->count);
    if (strcmp(subject, frame->callee) != 0)
        set_text(&reader->task->decisions.items[frame->decision].callee, frame->callee);
}

static void read_bc(struct log_reader *reader, const struct log_element *element) {
    struct log_frame *frame = top(reader);
    if (!frame) return;
    frame->bci = log_element_integer(element, "bci", -1);
    frame->decision = -1;
    set_text(&frame->callee, NULL);
    set_text(&frame->declared, NULL);
}

static void read_call(struct log_reader *reader, const struct log_element *element) {
    struct log_frame *frame = top(reader);
    if (!frame) return;
    frame->count = log_element_number(element, "count", -1);
    set_text(&frame->callee, method_named(reader, id_of(element, "method")));
    if (log_element_has(element, "virtual")) {
        set_text(&frame->declared, frame->callee);
        frame->has_second_receiver = log_element_has(element, "receiver2");
    }
    frame->decision = -1;
}

/* Where the receiver decides, it is the profile that lets a callee be inlined: the log has the receivers that it saw. */
static void read_inline_success(struct log_reader *reader, const struct log_element *element) {
    const struct log_frame *frame = top(reader);
    if (frame && frame->declared)
        decide_call(reader, LOG_GUARDED,
                    frame->has_second_receiver ? "receiver, receiver2" : "receiver");
    else
        decide_call(reader, LOG_INLINED, attribute(reader, element, "reason"));
}

/* Words that do not refuse a callee, but say that none is known. */
static bool is_of_virtual_call(const char *reason) {
    return strcmp(reason, "virtual call") == 0 || strcmp(reason, "no static binding") == 0;
}

static void read_inline_fail(struct log_reader *reader, const struct log_element *element) {
    const char *reason = attribute(reader, element, "reason");
    decide_call(reader, is_of_virtual_call(reason) ? LOG_VIRTUAL : LOG_NOT_INLINED, reason);
}

/* The compiler has code of its own for the callee, whatever was said of its bytecode before. */
static void read_intrinsic(struct log_reader *reader, const struct log_element *element) {
    struct log_frame *frame = top(reader);
    if (!frame || !reader->task || !frame->callee) return;
    if (frame->decision < 0) {
        decide_call(reader, LOG_INLINED, "intrinsic");
    } else {
        struct log_decision *decision = &reader->task->decisions.items[frame->decision];
        decision->kind = LOG_INLINED;
        set_text(&decision->reason, "intrinsic");
    }
}

static void read_late_inline(struct log_reader *reader, const struct log_element *element) {
    if (!element->is_end) {
        open_element(reader, LOG_LATE, NULL, NULL);
    } else if (reader->open == LOG_LATE) {
        log_places_release(&reader->outside);
        log_places_add_all(&reader->outside, &reader->places);
        reader->open = LOG_NOTHING;
    }
}

static void frame_release(struct log_frame *frame) {
    memory_free(frame->method);
    memory_free(frame->callee);
    memory_free(frame->declared);
}

static void read_parse(struct log_reader *reader, const struct log_element *element) {
    if (element->is_end) {
        if (reader->frames.count) frame_release(&vec_pop(&reader->frames));
        return;
    }
    char *method = memory_duplicate(method_named(reader, id_of(element, "method")));
    vec_push(&reader->frames,
             (struct log_frame){.method = method, .bci = -1, .decision = -1, .count = -1});
}

static void close_removal(struct log_reader *reader, enum log_open open,
                          enum log_decision_kind kind) {
    if (reader->open != open) return;
    if (reader->task && reader->places.places.count && reader->subject) {
        struct log_places at = {0};
        log_places_add_all(&at, &reader->places);
        add_decision(reader, kind, at, reader->subject, reader->reason, -1);
    }
    reader->open = LOG_NOTHING;
}

static void read_eliminate_allocation(struct log_reader *reader,
                                      const struct log_element *element) {
    if (element->is_end)
        close_removal(reader, LOG_ALLOCATION, LOG_VIRTUALIZED);
    else
        open_element(reader, LOG_ALLOCATION, type_named(reader, id_of(element, "type")), NULL);
}

static void read_eliminate_boxing(struct log_reader *reader, const struct log_element *element) {
    read_eliminate_allocation(reader, element);
}

/* Locks are told where they are taken; their release follows. */
static void read_eliminate_lock(struct log_reader *reader, const struct log_element *element) {
    if (element->is_end) {
        close_removal(reader, LOG_LOCK, LOG_LOCK_REMOVED);
        return;
    }
    bool is_taken = strcmp(attribute(reader, element, "class"), "lock") == 0;
    open_element(reader, LOG_LOCK, is_taken ? "" : NULL, attribute(reader, element, "kind"));
}

/* --- code that is left --- */

static void read_exit(struct log_reader *reader, const struct log_element *element) {
    if (element->is_end && reader->open == LOG_EXIT) {
        struct log_exit left = {memory_duplicate(reader->reason), {{0}}, reader->log->call};
        log_places_add_all(&left.at, &reader->places);
        vec_push(&reader->log->exits, left);
        reader->open = LOG_NOTHING;
    } else if (!element->is_end && !element->is_empty && log_element_has(element, "thread")) {
        open_element(reader, LOG_EXIT, NULL, attribute(reader, element, "reason"));
    }
}

/* Without a thread it is the compiler that says where code could be left. */
static void read_uncommon_trap(struct log_reader *reader, const struct log_element *element) {
    read_exit(reader, element);
}

static void read_deoptimized(struct log_reader *reader, const struct log_element *element) {
    read_exit(reader, element);
}

/* --- tasks --- */

static void forget_task(struct log_reader *reader) {
    vec_each(struct log_identity, type, &reader->types) memory_free(type->name);
    vec_each(struct log_identity, method, &reader->methods) memory_free(method->name);
    vec_each(struct log_frame, frame, &reader->frames) frame_release(frame);
    vec_clear(&reader->types);
    vec_clear(&reader->methods);
    vec_clear(&reader->frames);
    log_places_release(&reader->outside);
    open_element(reader, LOG_NOTHING, NULL, NULL);
}

static void end_task(struct log_reader *reader) {
    if (!reader->task) return;
    reader->task->call = reader->log->call;
    vec_push(&reader->log->tasks, reader->task);
    reader->task = NULL;
    forget_task(reader);
}

static void read_task(struct log_reader *reader, const struct log_element *element) {
    end_task(reader);
    if (element->is_end) return;
    struct log_task *task = memory_allocate(sizeof *task);
    task->number = id_of(element, "compile_id");
    task->level = log_element_integer(element, "level", reader->log->highest_level);
    task->is_osr = log_element_has(element, "osr_bci");
    task->method = log_method_name(attribute(reader, element, "method"));
    reader->task = task;
}

static void read_task_done(struct log_reader *reader, const struct log_element *element) {
    if (!reader->task) return;
    reader->task->is_installed = log_element_number(element, "success", 0) == 1;
    reader->task->bytes = log_element_integer(element, "nmsize", 0);
}

static void read_failure(struct log_reader *reader, const struct log_element *element) {
    if (reader->task) set_text(&reader->task->failure, attribute(reader, element, "reason"));
}

static void read_make_not_entrant(struct log_reader *reader, const struct log_element *element) {
    int number = id_of(element, "compile_id");
    vec_each(struct log_task *, task, &reader->log->tasks) {
        if ((*task)->number == number) (*task)->is_invalid = true;
    }
}

static void read_thread_logfile(struct log_reader *reader, const struct log_element *element) {
    char *file = memory_duplicate(attribute(reader, element, "filename"));
    vec_push(&reader->log->files, file);
}

/* --- loops --- */

/* "Unroll 4( 2)     Loop: N126/N98  counted [0,4),+2 (5 iters)": what C2 prints before it does so. */
static void read_text(struct log_reader *reader, const char *line) {
    static const struct {
        const char *words;
        enum log_decision_kind kind;
    } changes[] = {
#define CHANGE(words, what) {words, LOG_##what},
#include "adapters/hotspot/loop_words.def"
#undef CHANGE
    };
    struct log_loop_words told = {.task = -1};
    const char *place = strstr(line, "Loop: N");
    if (!place || sscanf(place, "Loop: N%d/N%d", &told.head, &told.last) != 2) return;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        if (strncmp(line, changes[i].words, strlen(changes[i].words)) != 0) continue;
        told.kind = changes[i].kind;
        if (told.kind == LOG_LOOP_PEELED) told.amount = 1;
        if (told.kind == LOG_LOOP_UNROLLED) told.amount = atoi(line + strlen(changes[i].words));
        vec_push(&reader->log->loop_words, told);
    }
}

/* What was printed since the one before was of this one: one thread of C2 compiles. */
static void read_nmethod(struct log_reader *reader, const struct log_element *element) {
    if (strcmp(attribute(reader, element, "compiler"), "c2") != 0) return;
    vec_each(struct log_loop_words, words, &reader->log->loop_words)
        if (words->task < 0) words->task = id_of(element, "compile_id");
}

/* --- lines --- */

typedef void read_element(struct log_reader *reader, const struct log_element *element);

static const struct known_element {
    const char *name;
    read_element *read;
} known_elements[] = {
#define ROW_READ(name)                {#name, read_##name},
#define ROW_PASSED(name)              {#name, NULL},
#define ELEMENT(name, what, versions) ROW_##what(name)
#include "adapters/hotspot/elements.def"
#undef ELEMENT
};

static const struct known_element *find_known(const struct log_element *element) {
    for (size_t i = 0; i < sizeof known_elements / sizeof *known_elements; i++)
        if (log_element_is(element, known_elements[i].name)) return &known_elements[i];
    return NULL;
}

static void count_unknown(struct compilation_log *log, const struct log_element *element) {
    vec_each(struct log_unknown, unknown, &log->unknown) {
        if (log_element_is(element, unknown->name)) {
            unknown->count++;
            return;
        }
    }
    struct strbuf name = STRBUF_INIT;
    strbuf_add(&name, element->name, element->name_length);
    vec_push(&log->unknown, (struct log_unknown){strbuf_detach(&name), 1});
}

static void read_line(struct log_reader *reader) {
    struct log_element element;
    if (!log_element_read(&element, strbuf_text(&reader->line), reader->line.length)) {
        read_text(reader, strbuf_text(&reader->line));
        return;
    }
    const struct known_element *known = find_known(&element);
    if (known && known->read) known->read(reader, &element);
    if (!known && !element.is_end) count_unknown(reader->log, &element);
}

void log_reader_init(struct log_reader *reader, struct compilation_log *log) {
    *reader = (struct log_reader){.log = log};
}

void log_reader_release(struct log_reader *reader) {
    end_task(reader);
    forget_task(reader);
    vec_release(&reader->types);
    vec_release(&reader->methods);
    vec_release(&reader->frames);
    strbuf_release(&reader->line);
    strbuf_release(&reader->value);
}

void log_reader_add(struct log_reader *reader, const char *bytes, size_t size) {
    const char *end = bytes + size;
    while ((bytes = log_line_add(&reader->line, bytes, end))) {
        read_line(reader);
        strbuf_clear(&reader->line);
    }
}
