/* STACK: the place of a row is its first path, else its first site. */
#include "formats/stack.h"

#include <inttypes.h>
#include <string.h>

#include "base/intern.h"
#include "formats/names.h"

static size_t place_column(const struct profile_table *table) {
    size_t place = table->key_count;
    for (size_t i = table->key_count; i-- > 0;)
        if (table->columns[i].kind == PROFILE_PATH ||
            (table->columns[i].kind == PROFILE_SITE &&
             (place == table->key_count || table->columns[place].kind == PROFILE_SITE)))
            place = i;
    return place;
}

static void push_text(struct stack *stack, const char *text) {
    vec_push(&stack->frames, (struct stack_frame){.name = text, .method = text, .bci = -1});
}

static void push_key(struct stack *stack, const struct profile_column *column,
                     const struct profile_cell *cell) {
    bool is_text = column->kind == PROFILE_TEXT;
    if (column_is_place(column->kind) || profile_cell_is_none(column->kind, cell)) return;
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

static void push_place(struct stack *stack, enum profile_column_kind kind,
                       const struct profile_frame *frame, int most) {
    uint32_t begin = stack->frames.count;
    if (!frame) push_words(stack, "outside of the program");
    for (; frame && most-- != 0; frame = kind == PROFILE_PATH ? frame->caller : NULL)
        vec_push(&stack->frames, stack_frame_of(frame));
    if (frame) push_words(stack, "further callers");
    reverse(stack, begin);
}

void stack_of_row(const struct profile_table *table, size_t row, int most, struct stack *stack) {
    size_t place = place_column(table);
    vec_clear(&stack->frames);
    for (size_t i = 0; i < table->key_count; i++) {
        const struct profile_cell *cell = &table->rows[row][i];
        if (i == place)
            push_place(stack, table->columns[i].kind, cell->frame, most);
        else
            push_key(stack, &table->columns[i], cell);
    }
    if (!stack->frames.count) push_text(stack, table->name);
}

bool stack_has_callers(const struct profile_table *table) {
    size_t place = place_column(table);
    return place < table->key_count && table->columns[place].kind == PROFILE_PATH;
}

const struct profile_frame *stack_keys_of_row(const struct profile_table *table, size_t row,
                                              struct stack *outer, struct stack *inner) {
    size_t place = place_column(table);
    const struct profile_frame *frame =
        place < table->key_count ? table->rows[row][place].frame : NULL;
    vec_clear(&outer->frames);
    vec_clear(&inner->frames);
    for (size_t i = 0; i < table->key_count; i++)
        if (i != place)
            push_key(i < place ? outer : inner, &table->columns[i], &table->rows[row][i]);
        else if (!frame)
            push_words(inner, "outside of the program");
    if (!frame && !outer->frames.count && !inner->frames.count) push_text(inner, table->name);
    return frame;
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
