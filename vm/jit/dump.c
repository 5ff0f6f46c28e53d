/* Graphs on disk, one file per step, for people. */
#include "jit/internal.h"

#include <stdio.h>

#include "ir/text.h"

bool dump_is_wanted(const struct job *job) {
    const struct vm_options *options = job->jit->runtime->options;
    const char *method = method_full_name(job->method);
    return options->dump_directory &&
           (!options->dump_method || strstr(method, options->dump_method));
}

static void add_as_file_name(struct strbuf *out, const char *text) {
    for (; *text; text++) strbuf_add_char(out, strchr("/ <>$;", *text) ? '_' : *text);
}

static void write_file(const struct job *job, const char *step, const char *suffix,
                       const struct strbuf *text) {
    struct strbuf path = STRBUF_INIT;
    strbuf_addf(&path, "%s/%03d-", job->jit->runtime->options->dump_directory,
                job->compilation.number);
    add_as_file_name(&path, method_full_name(job->method));
    strbuf_addf(&path, "-%02d-", job->steps);
    add_as_file_name(&path, step);
    strbuf_add_text(&path, suffix);
    FILE *file = fopen(strbuf_text(&path), "w");
    if (file) {
        fwrite(strbuf_text(text), 1, text->length, file);
        fclose(file);
    } else {
        fprintf(job->jit->runtime->options->err, "cannot write the graph to '%s'\n",
                strbuf_text(&path));
    }
    strbuf_release(&path);
}

void dump_step(struct job *job, const char *step, const struct graph *graph) {
    if (!dump_is_wanted(job)) return;
    struct strbuf text = STRBUF_INIT;
    struct print_options options = {.with_frequencies = true,
                                    .with_positions = true,
                                    .with_states = true,
                                    .with_declarations = true};
    graph_print(graph, &options, &text);
    write_file(job, step, ".txt", &text);
    strbuf_clear(&text);
    graph_print_dot(graph, &text);
    write_file(job, step, ".dot", &text);
    strbuf_release(&text);
}
