/* ENVIRONMENT: an assembler in PATH, and the folder that libgccjit takes for its files: the first
 * of those named that can be written. */
#include "backend/environment.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/strbuf.h"

enum { LEAST_BYTES = 1 << 20 }; /* of one compilation's files */

static bool is_in_path(const char *program) {
    const char *path = getenv("PATH");
    if (!path || !*path) path = "/usr/local/bin:/usr/bin:/bin"; /* as execvp does */
    struct strbuf file = STRBUF_INIT;
    bool is_found = false;
    for (const char *next; !is_found && path; path = next) {
        size_t length = strcspn(path, ":");
        next = path[length] ? path + length + 1 : NULL;
        strbuf_clear(&file);
        strbuf_addf(&file, "%.*s/%s", length ? (int)length : 1, length ? path : ".", program);
        is_found = access(strbuf_text(&file), X_OK) == 0;
    }
    strbuf_release(&file);
    return is_found;
}

static bool has_assembler(struct diag *diag) {
    static bool is_found;
    if (!is_found) is_found = is_in_path("as");
    return is_found ||
           diag_error(diag, (struct place){0},
                      "code generator: there is no assembler: 'as' is in no folder of PATH");
}

static const char *temporary_folder(void) {
    const char *candidates[] = {getenv("TMPDIR"), getenv("TMP"), getenv("TEMP"),
                                "/tmp",           "/var/tmp",    "/usr/tmp"};
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++)
        if (candidates[i] && access(candidates[i], R_OK | W_OK | X_OK) == 0) return candidates[i];
    return NULL;
}

static bool has_room(struct diag *diag) {
    struct statvfs status;
    const char *folder = temporary_folder();
    if (!folder)
        return diag_error(diag, (struct place){0},
                          "code generator: no temporary folder can be written (TMPDIR)");
    if (statvfs(folder, &status) != 0) return true;
    bool has_bytes = (uint64_t)status.f_bavail * status.f_frsize >= LEAST_BYTES;
    bool has_files = !status.f_files || status.f_favail > 0;
    return (has_bytes && has_files) ||
           diag_error(diag, (struct place){0},
                      "code generator: the temporary folder '%s' is full (TMPDIR)", folder);
}

static bool may_write(struct diag *diag) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur >= LEAST_BYTES) return true;
    return diag_error(diag, (struct place){0},
                      "code generator: files may have no more than %llu bytes (ulimit -f)",
                      (unsigned long long)limit.rlim_cur);
}

bool environment_suffices(struct diag *diag) {
    return has_assembler(diag) && has_room(diag) && may_write(diag);
}
