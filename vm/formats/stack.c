/* STACK: a row's stack is its context or path, the innermost frame of which is its site. */
#include "formats/stack.h"

#include <inttypes.h>
#include <string.h>

#include "base/intern.h"
#include "formats/names.h"

/* The columns that say where: the innermost frame, with its callers. */
struct places {
    size_t first; /* keys in front of it are outer frames; key_count: there is no place */
    size_t path, context, site; /* key_count: there is none */
};

static void take_first(size_t *column, size_t i, size_t none) {
    if (*column == none) *column = i;
}

static struct places places_of(const struct profile_table *table) {
    size_t none = table->key_count;
    struct places places = {none, none, none, none};
    for (size_t i = 0; i < none; i++) {
        const struct profile_column *column = &table->columns[i];
        if (!column_is_place(column->kind)) continue;
        bool is_path = column->kind == PROFILE_PATH;
        bool is_context = is_path && strcmp(column->name, "context") == 0;
        take_first(&places.first, i, none);
        take_first(is_context ? &places.context : is_path ? &places.path : &places.site, i, none);
    }
    return places;
}

/* Where a row is: [innermost], unless it is NULL, is called by [callers], which are a frame and its callers. */
struct row_place {
    const struct profile_frame *innermost, *callers;
    bool is_inlined; /* the innermost */
};

static const struct profile_frame *frame_in(const struct profile_table *table, size_t row,
                                            size_t column) {
    return column < table->key_count ? table->rows[row][column].frame : NULL;
}

/* A context knows the method alone where the bytecode is, which a path and a site know. */
static struct row_place place_of_row(const struct profile_table *table, size_t row,
                                     const struct places *places) {
    const struct profile_frame *context = frame_in(table, row, places->context),
                               *path = frame_in(table, row, places->path),
                               *site = path ? path : frame_in(table, row, places->site);
    if (!context)
        return path ? (struct row_place){.callers = path} : (struct row_place){.innermost = site};
    if (!site) return (struct row_place){.callers = context};
    bool is_method_of_site = strcmp(context->method, site->method) == 0;
    return (struct row_place){site, is_method_of_site ? context->caller : context,
                              is_method_of_site && context->is_inlined};
}

static void push_text(struct stack *stack, const char *text) {
    vec_push(&stack->frames, (struct stack_frame){.name = text, .method = text, .bci = -1});
}

static void push_key(struct stack *stack, const struct profile_column *column,
                     const struct profile_cell *cell) {
    bool is_text = column->kind == PROFILE_TEXT;
    if (profile_cell_is_none(column->kind, cell)) return;
    if (is_text && !*cell->text) return;
    if (is_text)
        push_text(stack, java_name(cell->text));
    else if (column->kind == PROFILE_FLAG)
        push_text(stack, intern_format("%s%s", cell->number ? "" : "not ", column->name));
    else
        push_text(stack, intern_format("%s %" PRId64, column->name, cell->number));
}

static void reverse(struct stack *stack, uint32_t begin) {
    for (uint32_t end = stack->frames.count; begin + 1 < end; begin++, end--) {
        struct stack_frame frame = stack->frames.items[begin];
        stack->frames.items[begin] = stack->frames.items[end - 1];
        stack->frames.items[end - 1] = frame;
    }
}

/* In place of frames. */
static void push_words(struct stack *stack, const char *words) {
    push_text(stack, words);
    vec_last(&stack->frames).is_place = true;
}

struct stack_frame stack_frame_of(const struct profile_frame *frame) {
    return (struct stack_frame){java_name(frame->method),
                                plain_name(frame->method),
                                frame->file ? plain_name(frame->file) : NULL,
                                frame->line,
                                frame->bci,
                                frame->is_inlined,
                                true};
}

static void push_innermost(struct stack *stack, const struct row_place *place) {
    if (place->innermost) {
        struct stack_frame frame = stack_frame_of(place->innermost);
        frame.is_inlined = place->is_inlined;
        vec_push(&stack->frames, frame);
    } else if (!place->callers)
        push_words(stack, "outside of the program");
}

static void push_place(struct stack *stack, const struct row_place *place, int most) {
    uint32_t begin = stack->frames.count;
    const struct profile_frame *frame = place->callers;
    push_innermost(stack, place);
    if (most > 0) most -= (int)(stack->frames.count - begin);
    for (; frame && most-- != 0; frame = frame->caller)
        vec_push(&stack->frames, stack_frame_of(frame));
    if (frame) push_words(stack, "further callers");
    reverse(stack, begin);
}

static bool is_key(const struct profile_table *table, size_t column) {
    return !column_is_place(table->columns[column].kind);
}

void stack_of_row(const struct profile_table *table, size_t row, int most, struct stack *stack) {
    const struct places places = places_of(table);
    const struct row_place place = place_of_row(table, row, &places);
    vec_clear(&stack->frames);
    for (size_t i = 0; i < table->key_count; i++)
        if (i == places.first)
            push_place(stack, &place, most);
        else if (is_key(table, i))
            push_key(stack, &table->columns[i], &table->rows[row][i]);
    if (!stack->frames.count) push_text(stack, table->name);
}

const struct profile_frame *stack_ends_of_row(const struct profile_table *table, size_t row,
                                              struct stack *outer, struct stack *inner) {
    const struct places places = places_of(table);
    const struct row_place place = place_of_row(table, row, &places);
    vec_clear(&outer->frames);
    vec_clear(&inner->frames);
    for (size_t i = 0; i < table->key_count; i++)
        if (i == places.first)
            push_innermost(inner, &place);
        else if (is_key(table, i))
            push_key(i < places.first ? outer : inner, &table->columns[i], &table->rows[row][i]);
    if (!place.callers && !outer->frames.count && !inner->frames.count)
        push_text(inner, table->name);
    return place.callers;
}

void stack_release(struct stack *stack) { vec_release(&stack->frames); }

void stack_frame_add(struct strbuf *out, const struct stack_frame *frame) {
    const char *name = in_one_line(frame->name);
    if (!frame->is_place)
        strbuf_addf(out, "[%s]", name);
    else if (frame->line > 0)
        strbuf_addf(out, "%s (line %d)", name, frame->line);
    else
        strbuf_add_text(out, name);
}

static const char *column_amount_name(const struct profile_tables *profile,
                                      const struct profile_table *table, size_t column) {
    const char *name = table->columns[column].name;
    return profile->table_count > 1 ? intern_format("%s.%s", table->name, name) : name;
}

struct amounts amounts_of(const struct profile_tables *profile) {
    struct amounts amounts = {0};
    for (size_t i = 0; i < profile->table_count; i++) {
        const struct profile_table *table = &profile->tables[i];
        for (size_t column = 0; column < table->column_count; column++)
            if (profile_column_is_sum(table->columns[column].kind))
                vec_push(&amounts.items,
                         (struct amount){table, column, column_amount_name(profile, table, column),
                                         i == 0 && column == table->main});
    }
    return amounts;
}

void amounts_release(struct amounts *amounts) { vec_release(&amounts->items); }

void stack_each(const struct amount *amount, int most,
                void (*visit)(void *context, const struct stack *stack, int64_t amount),
                void *context) {
    struct stack stack = {0};
    for (size_t row = 0; row < amount->table->row_count; row++) {
        int64_t number = amount->table->rows[row][amount->column].number;
        if (number <= 0) continue;
        stack_of_row(amount->table, row, most, &stack);
        visit(context, &stack, number);
    }
    stack_release(&stack);
}

const char *profile_title(const struct profile_tables *profile) {
    return profile->command ? plain_name(profile->command) : "a profile";
}

const char *in_one_line(const char *text) {
    if (!text[strcspn(text, "\t\n\r")]) return text;
    struct strbuf line = STRBUF_INIT;
    for (; *text; text++) strbuf_add_char(&line, strchr("\t\n\r", *text) ? ' ' : *text);
    text = intern(strbuf_text(&line));
    strbuf_release(&line);
    return text;
}

int64_t add_amounts(int64_t a, int64_t b) {
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}
