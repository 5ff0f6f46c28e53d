/* FOLDED: "outer;inner 12", of the main amount. A semicolon in a name becomes a comma. flamegraph.pl takes _[i] for inlined; a
 * frame that ends in a number would be a second amount, so keys have brackets. With several tables the outermost frame is the
 * profiler. */
#include <inttypes.h>

#include "formats/stack.h"
#include "formats/writers.h"

struct folded_writer {
    FILE *out;
    const char *outermost; /* NULL: none */
    struct strbuf line;
};

static void write_stack(void *context, const struct stack *stack, int64_t amount) {
    struct folded_writer *folding = context;
    struct strbuf *line = &folding->line;
    strbuf_clear(line);
    if (folding->outermost) strbuf_addf(line, "[%s];", folding->outermost);
    for (uint32_t i = 0; i < stack->frames.count; i++) {
        const struct stack_frame *frame = &stack->frames.items[i];
        if (i) strbuf_add_char(line, ';');
        size_t begin = line->length;
        stack_frame_add(line, frame);
        for (; begin < line->length; begin++)
            if (line->bytes[begin] == ';') line->bytes[begin] = ',';
        if (frame->is_inlined) strbuf_add_text(line, "_[i]");
    }
    fprintf(folding->out, "%s %" PRId64 "\n", strbuf_text(line), amount);
}

void format_folded(const struct profile_tables *profile, FILE *out) {
    struct folded_writer folding = {.out = out};
    for (size_t i = 0; i < profile->table_count; i++) {
        const struct profile_table *table = &profile->tables[i];
        if (profile->table_count > 1) folding.outermost = table->name;
        if (profile_column_is_sum(table->columns[table->main].kind))
            stack_each(&(struct amount){.table = table, .column = table->main}, STACK_MOST_FRAMES,
                       write_stack, &folding);
    }
    strbuf_release(&folding.line);
}
