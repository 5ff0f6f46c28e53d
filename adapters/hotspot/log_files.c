/* LOG FILES: the first is named by -XX:LogFile and names the others, one for each thread that compiles. */
#define _GNU_SOURCE
#include "adapters/hotspot/log_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "adapters/hotspot/graph_loops.h"
#include "adapters/hotspot/kept.h"

bool log_files_prepare(struct log_files *files, int level, struct strbuf *fault) {
    const char *temporary = getenv("TMPDIR");
    *files = (struct log_files){.log.highest_level = level, .graphs.descriptor = -1};
    strbuf_addf(&files->directory, "%s/jittest-hotspot-XXXXXX",
                temporary && *temporary ? temporary : "/tmp");
    if (!mkdtemp(files->directory.bytes)) {
        strbuf_addf(fault, "cannot make a directory for the compiler's log, %s: %s",
                    strbuf_text(&files->directory), strerror(errno));
        strbuf_clear(&files->directory);
        return false;
    }
    strbuf_addf(&files->path, "%s/log", strbuf_text(&files->directory));
    return true;
}

/* Each thread of C2 has a file; but for the first, the JVM puts a number in front of the path's last dot, and finds no such place. */
bool log_files_prepare_graphs(struct log_files *files, struct strbuf *path, struct strbuf *fault) {
    files->graphs.descriptor = memfd_create("graphs", MFD_CLOEXEC);
    strbuf_addf(path, "/proc/self/fd/./%d", files->graphs.descriptor);
    if (files->graphs.descriptor < 0)
        strbuf_addf(fault, "cannot make a place for the compiler's graphs: %s", strerror(errno));
    return files->graphs.descriptor >= 0;
}

static bool open_file(struct log_files *files, const char *path) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return false;
    unlink(path);
    struct log_file *file = memory_allocate(sizeof *file);
    file->descriptor = descriptor;
    log_reader_init(&file->reader, &files->log);
    vec_push(&files->files, file);
    return true;
}

bool log_files_open(struct log_files *files, struct strbuf *fault) {
    bool is_open = open_file(files, strbuf_text(&files->path));
    if (!is_open)
        strbuf_addf(fault, "the JVM wrote no log of its compiler to %s: %s",
                    strbuf_text(&files->path), strerror(errno));
    log_files_remove(files);
    return is_open;
}

static void read_more(struct log_file *file) {
    static char block[1 << 16];
    struct stat status;
    if (fstat(file->descriptor, &status) != 0 || status.st_size <= file->position) return;
    ssize_t got;
    while ((got = pread(file->descriptor, block, sizeof block, file->position)) > 0) {
        log_reader_add(&file->reader, block, (size_t)got);
        file->position += got;
    }
}

/* --- graphs --- */

/* What was read needs no memory any more. */
static void read_graphs(struct log_graphs *graphs) {
    static char block[1 << 16];
    ssize_t got;
    long from = graphs->position;
    while ((got = pread(graphs->descriptor, block, sizeof block, graphs->position)) > 0) {
        ideal_reader_add(&graphs->reader, block, (size_t)got);
        graphs->position += got;
    }
    if (graphs->position > from)
        fallocate(graphs->descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, from,
                  graphs->position - from);
}

/* Is "a.b.C.name(descriptor)" the method "a.b.C.name"? */
static bool is_of(const struct ideal_compilation *compilation, const struct log_task *task) {
    size_t length = compilation->method ? strlen(compilation->method) : 0;
    return length && strncmp(task->method, compilation->method, length) == 0 &&
           task->method[length] == '(';
}

static bool is_of_c2(const struct log_task *task) { return task->level == 4; }

/* Of the tasks that ended since the last time, those of methods of one name are told apart by their order alone, where each has graphs;
 * of one that C2 tried several times the last count. NULL: its graphs are not known. */
static const struct ideal_compilation *graphs_of(const struct log_files *files, uint32_t index) {
    const struct log_task *task = files->log.tasks.items[index];
    const struct ideal_compilation *one = NULL, *last = NULL;
    uint32_t before = 0, tasks = 0, compilations = 0;
    vec_each(struct ideal_compilation *, compilation, &files->graphs.reader.done) {
        if (!is_of(*compilation, task)) continue;
        last = *compilation;
        compilations++;
    }
    for (uint32_t i = files->graphs.tasks; last && i < files->log.tasks.count; i++) {
        const struct log_task *other = files->log.tasks.items[i];
        if (!is_of_c2(other) || !is_of(last, other)) continue;
        before += i < index;
        tasks++;
    }
    if (tasks == 1) return last;
    vec_each(struct ideal_compilation *, compilation, &files->graphs.reader.done)
        if (tasks == compilations && is_of(*compilation, task) && before-- == 0) one = *compilation;
    return one;
}

/* What C2 printed before it gave up, or tried again, cannot be told apart from what it printed then. */
static bool has_words_of_its_own(const struct log_files *files, uint32_t index) {
    const struct log_task *task = files->log.tasks.items[index], *before = NULL;
    for (uint32_t i = 0; i < index; i++)
        if (is_of_c2(files->log.tasks.items[i])) before = files->log.tasks.items[i];
    return !task->failure && (!before || before->is_installed);
}

/* After the log: of a task that has ended there all graphs are printed. */
static void find_graphs(struct log_files *files) {
    struct log_graphs *graphs = &files->graphs;
    fflush(NULL);
    read_graphs(graphs);
    for (uint32_t i = graphs->tasks; i < files->log.tasks.count; i++) {
        struct log_task *task = files->log.tasks.items[i];
        const struct ideal_compilation *compilation =
            task->is_installed && is_of_c2(task) ? graphs_of(files, i) : NULL;
        task->has_graphs = compilation != NULL;
        if (!task->has_graphs) continue;
        task->steps = json_incref(compilation->steps);
        add_kept(task, compilation, graphs->array_limit);
        add_expected_calls(task, &compilation->scheduled);
        add_loops(task, compilation);
        task->knows_changes = has_words_of_its_own(files, i);
        add_loop_changes(task, compilation, files->log.loop_words.items,
                         files->log.loop_words.count);
    }
    if (graphs->tasks < files->log.tasks.count) ideal_reader_forget(&graphs->reader);
    graphs->tasks = files->log.tasks.count;
}

void log_files_poll(struct log_files *files) {
    fflush(NULL);
    for (uint32_t i = 0; i < files->files.count; i++) {
        read_more(files->files.items[i]);
        for (; files->known < files->log.files.count; files->known++)
            open_file(files, files->log.files.items[files->known]);
    }
    if (files->graphs.descriptor >= 0) find_graphs(files);
}

void log_files_forget(struct log_files *files) {
    int level = files->log.highest_level;
    compilation_log_release(&files->log);
    files->log = (struct compilation_log){.highest_level = level};
    files->known = 0;
    files->graphs.tasks = 0;
}

void log_files_remove(struct log_files *files) {
    if (!files->directory.length) return;
    unlink(strbuf_text(&files->path));
    rmdir(strbuf_text(&files->directory));
    strbuf_clear(&files->directory);
}
