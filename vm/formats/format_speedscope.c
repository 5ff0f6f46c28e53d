/* SPEEDSCOPE: its file format, one sampled profile for each amount of each table; a sample is a stack, outermost first. */
#include <inttypes.h>

#include "base/intern.h"
#include "base/json_text.h"
#include "formats/formats.h"
#include "formats/indexes.h"
#include "formats/names.h"
#include "formats/stack.h"
#include "formats/writers.h"

/* Without padding: numbered by its bytes. */
struct speedscope_frame {
    const char *name, *file; /* interned; file may be NULL */
    int64_t line;
};

struct speedscope {
    FILE *out;
    struct indexes frames;
    struct strbuf text;
    const char *separator;
    VEC(int64_t) weights;
    int64_t total;
};

static uint32_t frame_index(struct speedscope *speedscope, const struct stack_frame *frame) {
    const struct speedscope_frame key = {frame->name, frame->file, frame->line};
    return indexes_of(&speedscope->frames, &key, sizeof key);
}

static void collect(void *context, const struct stack *stack, int64_t amount) {
    vec_each(const struct stack_frame, frame, &stack->frames) frame_index(context, frame);
}

static void write_sample(void *context, const struct stack *stack, int64_t amount) {
    struct speedscope *speedscope = context;
    const char *separator = speedscope->separator;
    vec_each(const struct stack_frame, frame, &stack->frames) {
        fprintf(speedscope->out, "%s%" PRIu32, frame == stack->frames.items ? separator : ", ",
                frame_index(speedscope, frame));
    }
    fputc(']', speedscope->out);
    speedscope->separator = ",\n        [";
    vec_push(&speedscope->weights, amount);
    speedscope->total = add_amounts(speedscope->total, amount);
}

static void print_text(struct speedscope *speedscope, const char *text) {
    strbuf_clear(&speedscope->text);
    json_add_text(&speedscope->text, text);
    fputs(strbuf_text(&speedscope->text), speedscope->out);
}

static void print_title(struct speedscope *speedscope, const struct profile_tables *profile) {
    const char *title = profile_title(profile);
    if (format_count_deep(profile, STACK_MOST_FRAMES))
        title = intern_format("%s (" STACKS_ARE_CUT ")", title, STACK_MOST_FRAMES);
    print_text(speedscope, title);
}

static void write_profile(struct speedscope *speedscope, const struct amount *amount) {
    FILE *out = speedscope->out;
    enum profile_column_kind kind = amount->table->columns[amount->column].kind;
    bool has_unit = kind == PROFILE_BYTES || kind == PROFILE_TIME;
    fputs("{\"type\": \"sampled\", \"name\": ", out);
    print_text(speedscope, amount->name);
    fprintf(out, ", \"unit\": \"%s\", \"startValue\": 0,\n      \"samples\": [",
            has_unit ? column_kind_name(kind) : "none");
    speedscope->separator = "\n        [";
    speedscope->total = 0;
    stack_each(amount, STACK_MOST_FRAMES, write_sample, speedscope);
    fputs("],\n      \"weights\": [", out);
    vec_each(const int64_t, weight, &speedscope->weights)
        fprintf(out, "%s%" PRId64, weight == speedscope->weights.items ? "" : ", ", *weight);
    vec_clear(&speedscope->weights);
    fprintf(out, "],\n      \"endValue\": %" PRId64 "}", speedscope->total);
}

static void write_frame(struct speedscope *speedscope, const struct speedscope_frame *frame) {
    FILE *out = speedscope->out;
    fputs("{\"name\": ", out);
    print_text(speedscope, frame->name);
    if (frame->file) {
        fputs(", \"file\": ", out);
        print_text(speedscope, frame->file);
    }
    if (frame->line > 0) fprintf(out, ", \"line\": %" PRId64, frame->line);
    fputc('}', out);
}

static void write_shared(struct speedscope *speedscope) {
    fputs("  \"shared\": {\"frames\": [", speedscope->out);
    for (uint32_t i = 0; i < speedscope->frames.count; i++) {
        fputs(i ? ",\n    " : "\n    ", speedscope->out);
        write_frame(speedscope, index_bytes(&speedscope->frames, i));
    }
    fputs("]},\n", speedscope->out);
}

static void write_profiles(struct speedscope *speedscope, const struct amounts *amounts) {
    uint32_t active = 0;
    fputs("  \"profiles\": [", speedscope->out);
    for (uint32_t i = 0; i < amounts->items.count; i++) {
        if (amounts->items.items[i].is_main) active = i;
        fputs(i ? ",\n    " : "\n    ", speedscope->out);
        write_profile(speedscope, &amounts->items.items[i]);
    }
    fprintf(speedscope->out, "],\n  \"activeProfileIndex\": %" PRIu32 "\n}\n", active);
}

void format_speedscope(const struct profile_tables *profile, FILE *out) {
    struct speedscope speedscope = {.out = out};
    struct amounts amounts = amounts_of(profile);
    indexes_init(&speedscope.frames);
    vec_each(const struct amount, amount, &amounts.items)
        stack_each(amount, STACK_MOST_FRAMES, collect, &speedscope);
    fputs("{\n  \"$schema\": \"https://www.speedscope.app/file-format-schema.json\",\n"
          "  \"exporter\": \"jitvm\",\n  \"name\": ",
          out);
    print_title(&speedscope, profile);
    fputs(",\n", out);
    write_shared(&speedscope);
    write_profiles(&speedscope, &amounts);
    indexes_release(&speedscope.frames);
    amounts_release(&amounts);
    strbuf_release(&speedscope.text);
    vec_release(&speedscope.weights);
}
