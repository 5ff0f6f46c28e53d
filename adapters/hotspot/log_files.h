/* The files that a JVM with -XX:+LogCompilation writes, read while it runs. They have no names any more once they are
 * open here, so that nothing stays when the process is killed later. The graphs of a debug build go to a file that never has one. */
#ifndef ADAPTERS_HOTSPOT_LOG_FILES_H
#define ADAPTERS_HOTSPOT_LOG_FILES_H

#include <stdbool.h>

#include "adapters/hotspot/compilation_log.h"
#include "adapters/hotspot/ideal_graph.h"

struct log_file {
    int descriptor;
    long position;
    struct log_reader reader;
};

struct log_files {
    struct compilation_log log;
    struct strbuf directory, path; /* of the first file, which the JVM is told */
    VEC(struct log_file *) files;
    uint32_t known; /* of log.files, those that are open here */
    struct log_graphs {
        int descriptor; /* -1: there are none */
        long position;
        struct ideal_reader reader;
        uint32_t tasks;   /* of the log, whose graphs were looked for */
        long array_limit; /* EliminateAllocationArraySizeLimit */
    } graphs;
};

/* A place for a JVM to write to, whose highest level of compilation is [level]. False, with why in [fault]. */
bool log_files_prepare(struct log_files *files, int level, struct strbuf *fault);
/* A place for graphs, which the JVM finds by [path]. */
bool log_files_prepare_graphs(struct log_files *files, struct strbuf *path, struct strbuf *fault);
/* The JVM runs: opens the first file. */
bool log_files_open(struct log_files *files, struct strbuf *fault);
/* Reads what was written since. What the JVM's threads have in the buffers of their streams is written first: they
 * are this process's. */
void log_files_poll(struct log_files *files);
/* Forgets what was read. */
void log_files_forget(struct log_files *files);
void log_files_remove(struct log_files *files);

#endif
