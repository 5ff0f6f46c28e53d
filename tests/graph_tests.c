/* Runs files of graph tests (docs/graph-text.md): those named, and those in the folders named. Each
 * file has a process of its own, so that a phase that breaks a graph is one result among the others.
 * Exit code: 0 all pass, 1 some fail, 2 nothing was run. */
#include <dirent.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/die.h"
#include "base/file.h"
#include "graph_answer.h"

#define SECONDS_OF_A_FILE 120

static struct { bool update, graphs, quiet; } options;

struct tally {
    int passed, failed, updated;
};

/* --- what was expected and what came --- */

static size_t line_length(const char *text) { return strcspn(text, "\n"); }
static const char *next_line(const char *text) {
    text += line_length(text);
    return *text ? text + 1 : text;
}

struct lines {
    const char **items;
    uint32_t count, capacity;
};

static struct lines lines_of(const char *text) {
    struct lines lines = {0};
    for (; *text; text = next_line(text)) vec_push(&lines, text);
    return lines;
}

static void print_lines(char sign, const struct lines *lines, uint32_t from, uint32_t end) {
    for (uint32_t i = from; i < end; i++)
        printf("%c       %.*s\n", sign, (int)line_length(lines->items[i]), lines->items[i]);
}

static bool is_same_line(const char *a, const char *b) {
    return line_length(a) == line_length(b) && memcmp(a, b, line_length(a)) == 0;
}

/* Longer answers: the lines that are the same at both ends, and between them - expected, + got. */
static void print_longer(const char *expected, const char *got) {
    struct lines old = lines_of(expected), new = lines_of(got);
    uint32_t first = 0, last = 0, shorter = old.count < new.count ? old.count : new.count;
    while (first < shorter && is_same_line(old.items[first], new.items[first])) first++;
    while (last < shorter - first &&
           is_same_line(old.items[old.count - last - 1], new.items[new.count - last - 1]))
        last++;
    print_lines(' ', &new, 0, first);
    print_lines('-', &old, first, old.count - last);
    print_lines('+', &new, first, new.count - last);
    print_lines(' ', &new, new.count - last, new.count);
    vec_release(&old);
    vec_release(&new);
}

static void print_difference(const struct graph_expectation *expectation, const char *got) {
    printf("  %s:%d:\n", expectation->place.file, expectation->place.line);
    if (!strchr(expectation->answer, '\n') && !strchr(got, '\n')) {
        printf("-   %s: %s\n+   %s: %s\n", expectation->question, expectation->answer,
               expectation->question, got);
        return;
    }
    printf("    %s:\n", expectation->question);
    print_longer(expectation->answer, got);
}

static void print_error(const struct diag *diag) {
    char message[2048];
    printf("FAIL %s\n", diag_format(diag, message, sizeof message));
}

/* --- writing expectations --- */

struct new_answer {
    int line, old_lines; /* of the question; the lines of the old answer below it */
    const char *answer;
};

struct writing {
    VEC(struct new_answer) answers; /* in the order of their lines */
    VEC(struct new_answer) added;   /* behind "expect:" of this line, whole lines */
};

static void add_indented(struct strbuf *out, int depth, const char *lines) {
    for (; *lines; lines = next_line(lines))
        strbuf_addf(out, "%*s%.*s\n", depth, "", (int)line_length(lines), lines);
}

/* The colon of a question is the first one in front of a blank or at the end of what it says. */
static size_t question_length(const char *line) {
    for (size_t i = 0; line[i]; i++)
        if (line[i] == ':' && (!line[i + 1] || strchr(" \t\r", line[i + 1]))) return i + 1;
    return strlen(line);
}

static void add_answer(struct strbuf *out, const char *line, const char *answer) {
    size_t length = question_length(line);
    const char *comment = strstr(line + length, " #");
    while (comment && comment > line + length && comment[-1] == ' ') comment--;
    strbuf_add(out, line, length);
    if (!strchr(answer, '\n')) strbuf_addf(out, " %s", answer);
    if (comment) strbuf_add_text(out, comment);
    strbuf_add_char(out, '\n');
    if (strchr(answer, '\n')) add_indented(out, (int)strspn(line, " \t") + 4, answer);
}

static void add_file(struct strbuf *out, const struct graph_file *file,
                     const struct writing *writing) {
    uint32_t answer = 0, added = 0;
    for (uint32_t i = 0; i < file->lines.count; i++) {
        int line = (int)i + 1;
        if (answer < writing->answers.count && writing->answers.items[answer].line == line) {
            const struct new_answer *new = &writing->answers.items[answer++];
            add_answer(out, file->lines.items[i], new->answer);
            i += (uint32_t) new->old_lines;
            continue;
        }
        strbuf_addf(out, "%s\n", file->lines.items[i]);
        for (; added < writing->added.count && writing->added.items[added].line == line; added++)
            add_indented(out, 4, writing->added.items[added].answer);
    }
}

static bool write_file(const struct graph_file *file, const struct writing *writing) {
    struct strbuf text = STRBUF_INIT;
    add_file(&text, file, writing);
    FILE *stream = fopen(file->path, "w");
    bool is_written = stream && fwrite(text.bytes, 1, text.length, stream) == text.length;
    if (stream) is_written = fclose(stream) == 0 && is_written;
    if (!is_written) fprintf(stderr, "cannot write %s\n", file->path);
    strbuf_release(&text);
    return is_written;
}

/* --- a run --- */

struct file_test {
    struct arena arena;
    struct graph_file file;
    struct writing writing;
    struct tally tally;
};

static void show_graph(struct graph_outcome *outcome) {
    if (outcome->given_up) return;
    struct print_options all = {.names = &outcome->test.names,
                                .with_states = true,
                                .with_frequencies = true,
                                .without_shares = true};
    printf("%s", graph_test_text(&outcome->test, &all));
}

static void print_heading(const char *word, const struct graph_run *run) {
    printf("%-4s %s:%d: %s\n", word, run->place.file, run->place.line, run->name);
}

/* For a test that expects nothing yet: questions about what changed, with their answers. */
static bool write_first(struct file_test *test, const struct graph_run *run,
                        struct graph_outcome *outcome, struct diag *diag) {
    struct strbuf lines = STRBUF_INIT;
    const char *question = graph_questions(outcome);
    for (; *question; question = next_line(question)) {
        const char *text = arena_copy_text(&test->arena, question, line_length(question));
        struct graph_words words = graph_words_of(&test->arena, text, run->place);
        const char *answer = graph_answer(outcome, &words, diag);
        if (answer) add_answer(&lines, arena_format(&test->arena, "%s:", text), answer);
    }
    struct new_answer added = {run->expect_line, 0,
                               arena_copy_text(&test->arena, strbuf_text(&lines), lines.length)};
    vec_push(&test->writing.added, added);
    strbuf_release(&lines);
    return !diag->is_set;
}

static bool compare(struct file_test *test, const struct graph_run *run,
                    struct graph_outcome *outcome, struct diag *diag) {
    bool is_right = true;
    vec_each(const struct graph_expectation, expectation, &run->expectations) {
        const char *answer = graph_answer(outcome, &expectation->words, diag);
        if (!answer) return false;
        if (graph_answer_fits(&expectation->words, expectation->answer, answer)) continue;
        if (is_right && !options.update) {
            print_heading("FAIL", run);
            printf("  run: %s\n", run->steps_text);
        }
        is_right = false;
        if (!options.update) print_difference(expectation, answer);
        answer = arena_copy_text(&test->arena, answer, strlen(answer));
        vec_push(&test->writing.answers,
                 (struct new_answer){expectation->place.line, expectation->answer_lines, answer});
    }
    return is_right;
}

static void run_one(struct file_test *test, const struct graph_run *run) {
    struct graph_outcome outcome;
    struct diag diag = DIAG_INIT;
    die_set_context(
        arena_format(&test->arena, "%s:%d: %s", run->place.file, run->place.line, run->name));
    bool is_right = graph_outcome_make(&outcome, &test->file, run, &diag);
    if (is_right && run->expectations.count)
        is_right = compare(test, run, &outcome, &diag);
    else if (is_right && options.update)
        is_right = write_first(test, run, &outcome, &diag) && false;
    else if (is_right)
        is_right = diag_error(&diag, (struct place){test->file.path, run->expect_line, 1},
                              "this test expects nothing; --update writes what comes");
    if (diag.is_set) print_error(&diag);
    if (is_right && !options.quiet) print_heading("ok", run);
    if (options.graphs && !diag.is_set) show_graph(&outcome);
    bool is_updated = options.update && !is_right && !diag.is_set;
    if (is_updated) print_heading("new", run);
    test->tally.passed += is_right;
    test->tally.updated += is_updated;
    test->tally.failed += !is_right && !is_updated;
    graph_outcome_release(&outcome);
}

static struct tally run_file(const char *path) {
    struct file_test test = {0};
    struct strbuf text = STRBUF_INIT;
    struct diag diag = DIAG_INIT;
    arena_init(&test.arena);
    if (file_read(path, &text, (struct place){0}, &diag) &&
        graph_file_read(&test.arena, path, strbuf_text(&text), &test.file, &diag)) {
        vec_each(const struct graph_run, run, &test.file.runs) run_one(&test, run);
    } else {
        print_error(&diag);
        test.tally.failed++;
    }
    if (test.tally.updated && !write_file(&test.file, &test.writing)) test.tally.failed++;
    vec_release(&test.writing.answers);
    vec_release(&test.writing.added);
    strbuf_release(&text);
    arena_release(&test.arena);
    return test.tally;
}

/* --- files --- */

static void run_in_child(const char *path, struct tally *sum) {
    int ends[2], status;
    fflush(stdout);
    if (pipe(ends) != 0) perror("pipe"), exit(2);
    pid_t child = fork();
    if (child < 0) perror("fork"), exit(2);
    if (child == 0) {
        alarm(SECONDS_OF_A_FILE);
        struct tally tally = run_file(path);
        fflush(stdout);
        exit(write(ends[1], &tally, sizeof tally) == sizeof tally ? 0 : 2);
    }
    close(ends[1]);
    struct tally tally = {0};
    bool is_told = read(ends[0], &tally, sizeof tally) == sizeof tally;
    close(ends[0]);
    waitpid(child, &status, 0);
    if (!is_told || status != 0) {
        bool is_late = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
        printf("FAIL %s: %s\n", path, is_late ? "it takes too long" : "its run died");
        tally.failed++;
    }
    sum->passed += tally.passed;
    sum->failed += tally.failed;
    sum->updated += tally.updated;
}

static bool is_graph_file(const char *name) {
    size_t length = strlen(name);
    return length > 6 && strcmp(name + length - 6, ".graph") == 0;
}

static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void run_path(const char *path, bool is_named, struct tally *sum);

static void run_folder(const char *path, struct tally *sum) {
    struct dirent **entries;
    int count = scandir(path, &entries, is_shown, alphasort);
    for (int i = 0; i < count; i++) {
        struct strbuf inside = STRBUF_INIT;
        strbuf_addf(&inside, "%s/%s", path, entries[i]->d_name);
        run_path(strbuf_text(&inside), false, sum);
        strbuf_release(&inside);
        free(entries[i]);
    }
    if (count >= 0) free(entries);
}

static void run_path(const char *path, bool is_named, struct tally *sum) {
    struct stat status;
    bool is_there = (is_named ? stat(path, &status) : lstat(path, &status)) == 0;
    if (is_there && S_ISDIR(status.st_mode))
        run_folder(path, sum);
    else if (is_named || is_graph_file(path))
        run_in_child(path, sum);
}

static int usage(FILE *stream, int code) {
    fputs("usage: graph_tests [--update] [--graphs] [--quiet] FILE_OR_FOLDER...\n"
          "  --update  write what comes into the tests that expect something else, or nothing\n"
          "  --graphs  show each graph after its run\n"
          "  --quiet   say nothing of tests that pass\n",
          stream);
    return code;
}

int main(int argc, char **argv) {
    static const struct option words[] = {{"update", no_argument, NULL, 'u'},
                                          {"graphs", no_argument, NULL, 'g'},
                                          {"quiet", no_argument, NULL, 'q'},
                                          {"help", no_argument, NULL, 'h'},
                                          {0}};
    for (int option; (option = getopt_long(argc, argv, "", words, NULL)) != -1;) {
        if (option == 'h') return usage(stdout, 0);
        if (option == '?') return usage(stderr, 2);
        *(option == 'u'   ? &options.update
          : option == 'g' ? &options.graphs
                          : &options.quiet) = true;
    }
    if (optind == argc) return usage(stderr, 2);
    struct tally sum = {0};
    for (int i = optind; i < argc; i++) run_path(argv[i], true, &sum);
    printf("%d passed, %d failed", sum.passed, sum.failed);
    if (options.update) printf(", %d written", sum.updated);
    printf("\n");
    if (sum.passed + sum.failed + sum.updated == 0) return 2;
    return sum.failed ? 1 : 0;
}
