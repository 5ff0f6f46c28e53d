/* LOG FILES: the first is named by -XX:LogFile and names the others, one for each thread that compiles. */
#define _GNU_SOURCE
#include "adapters/hotspot/log_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool log_files_prepare(struct log_files *files, int level, struct strbuf *fault) {
    const char *temporary = getenv("TMPDIR");
    *files = (struct log_files){.log.highest_level = level};
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

void log_files_poll(struct log_files *files) {
    fflush(NULL);
    for (uint32_t i = 0; i < files->files.count; i++) {
        read_more(files->files.items[i]);
        for (; files->known < files->log.files.count; files->known++)
            open_file(files, files->log.files.items[files->known]);
    }
}

void log_files_forget(struct log_files *files) {
    int level = files->log.highest_level;
    compilation_log_release(&files->log);
    files->log = (struct compilation_log){.highest_level = level};
    files->known = 0;
}

void log_files_remove(struct log_files *files) {
    if (!files->directory.length) return;
    unlink(strbuf_text(&files->path));
    rmdir(strbuf_text(&files->directory));
    strbuf_clear(&files->directory);
}
