/* PARTS: how a group's count is made up, and notes. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "profilers/profiler.h"

bool row_is_of_kind(const struct vm_row *row, enum vm_kind kind) {
    const char *text = row->keys[BY_kind].text;
    return text && strcmp(text, kind_name(kind)) == 0;
}

bool row_is_interpreted(const struct vm_row *row) {
    const char *kind = row->keys[BY_kind].text;
    bool has_kind = kind && strcmp(kind, kind_name(KIND_none)) != 0;
    return !has_kind && strcmp(row->keys[BY_tier].text, tier_name(VM_INTERPRETED)) == 0;
}

void profile_parts_add(struct arena *arena, struct profile_parts *parts, const char *text,
                       int64_t count) {
    parts->sum += count;
    for (size_t i = 0; i < parts->count; i++)
        if (parts->items[i].text == text) {
            parts->items[i].count += count;
            return;
        }
    parts->items = profile_array_with_room(arena, parts->items, parts->count, sizeof *parts->items);
    parts->items[parts->count++] = (struct profile_part){text, count};
}

static int most_first(const void *left, const void *right) {
    const struct profile_part *a = left, *b = right;
    if (a->count != b->count) return a->count > b->count ? -1 : 1;
    return strcmp(a->text ? a->text : "", b->text ? b->text : "");
}

void profile_parts_sort(struct profile_parts *parts) {
    if (parts->count) qsort(parts->items, parts->count, sizeof *parts->items, most_first);
}

struct profile_parts profile_parts_by(struct arena *arena, const struct profile_group *group,
                                      enum vm_key key) {
    struct profile_parts parts = {0};
    for (size_t i = 0; i < group->row_count; i++)
        profile_parts_add(arena, &parts, group->rows[i]->keys[key].text,
                          group->rows[i]->amounts[VM_AMOUNT_COUNT]);
    profile_parts_sort(&parts);
    return parts;
}

const char *profile_parts_text(struct arena *arena, const struct profile_parts *parts,
                               size_t most) {
    struct strbuf out = STRBUF_INIT;
    for (size_t i = 0; i < parts->count && i < most; i++) {
        const struct profile_part *part = &parts->items[i];
        strbuf_addf(&out, "%s%s %.1f %%", i ? ", " : "", part->text ? part->text : "-",
                    100.0 * (double)part->count / (double)parts->sum);
    }
    if (parts->count > most) strbuf_addf(&out, ", %zu more", parts->count - most);
    const char *text = out.length ? arena_copy_text(arena, out.bytes, out.length) : NULL;
    strbuf_release(&out);
    return text;
}

const char *timer_reached(struct arena *arena, double milliseconds) {
    return milliseconds > 0 ? arena_format(arena, "the timer reached %.3g ms", milliseconds)
                            : "the timer did not tick";
}

void profile_table_note(struct arena *arena, struct profile_table *table, const char *format, ...) {
    struct strbuf text = STRBUF_INIT;
    va_list args;
    va_start(args, format);
    strbuf_addf_list(&text, format, args);
    va_end(args);
    const char **notes = profile_array_with_room(arena, (void *)table->notes, table->note_count,
                                                 sizeof *table->notes);
    notes[table->note_count++] = arena_copy_text(arena, strbuf_text(&text), text.length);
    table->notes = notes;
    strbuf_release(&text);
}

static void add_frames(struct strbuf *out, const struct profile_frame *frame) {
    for (; frame; frame = frame->caller) {
        struct strbuf name = STRBUF_INIT;
        vm_add_java_name(&name, frame->method);
        const struct position position = {
            .method = strbuf_text(&name), .bci = frame->bci, .line = frame->line};
        position_format(&position, out);
        strbuf_release(&name);
        if (frame->caller) strbuf_add_text(out, " < ");
    }
}

static void add_key(struct strbuf *out, enum vm_key key, const struct profile_cell *value) {
    switch (key_value(key)) {
    case VM_KEY_TEXT: vm_add_java_name(out, value->text ? value->text : "-"); break;
    case VM_KEY_NUMBER:
    case VM_KEY_FLAG: strbuf_addf(out, "%" PRId64, value->number); break;
    case VM_KEY_SITE: add_frames(out, value->frame); break;
    case VM_KEY_CONTEXT: break;
    }
}

const char *profile_group_name(const struct profiling *profiling,
                               const struct profile_group *group) {
    struct strbuf out = STRBUF_INIT;
    for (size_t i = 0; i < profiling->by_count; i++) {
        if (i) strbuf_add_text(&out, ", ");
        add_key(&out, profiling->by[i], &group->cells[i]);
    }
    const char *text = arena_copy_text(profiling->arena, strbuf_text(&out), out.length);
    strbuf_release(&out);
    return text;
}
