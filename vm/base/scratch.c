/* SCRATCH: made under another name, and renamed once it is locked. */
#define _GNU_SOURCE
#include "base/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOCKED_NAME "jittest-run-"

static const char *parent_folder(void) {
    const char *parent = getenv("TMPDIR");
    return parent && *parent ? parent : "/tmp";
}

/* --- what was left --- */

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *where) {
    return remove(path);
}

static void remove_tree(const char *path) { nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS); }

static void remove_if_left(const char *path) {
    struct stat status;
    int lock = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
    if (lock < 0) return;
    bool is_ours = fstat(lock, &status) == 0 && status.st_uid == geteuid();
    if (is_ours && flock(lock, LOCK_EX | LOCK_NB) == 0) remove_tree(path);
    close(lock);
}

static void remove_what_was_left(const char *parent) {
    DIR *directory = opendir(parent);
    for (const struct dirent *entry; directory && (entry = readdir(directory));) {
        char path[4096];
        if (strncmp(entry->d_name, LOCKED_NAME, sizeof LOCKED_NAME - 1)) continue;
        int length = snprintf(path, sizeof path, "%s/%s", parent, entry->d_name);
        if (length < (int)sizeof path) remove_if_left(path);
    }
    if (directory) closedir(directory);
}

/* --- a folder of one's own --- */

/* The lock is inherited by forked processes, but not by other programs (close on exec). */
bool scratch_make(struct scratch *scratch, struct diag *diag) {
    const char *parent = parent_folder();
    char made[sizeof scratch->path];
    remove_what_was_left(parent);
    int length = snprintf(made, sizeof made, "%s/jittest-new-XXXXXX", parent);
    if (length < (int)sizeof made && mkdtemp(made)) {
        scratch->lock = open(made, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        snprintf(scratch->path, sizeof scratch->path, "%s/" LOCKED_NAME "%s", parent,
                 made + length - strlen("XXXXXX"));
        bool is_locked = scratch->lock >= 0 && flock(scratch->lock, LOCK_EX | LOCK_NB) == 0;
        if (is_locked && rename(made, scratch->path) == 0) return true;
        rmdir(made);
    }
    return diag_error(diag, (struct place){0},
                      "cannot make a temporary folder in '%s' (TMPDIR): %s", parent,
                      strerror(length < (int)sizeof made ? errno : ENAMETOOLONG));
}

void scratch_remove(const struct scratch *scratch) {
    remove_tree(scratch->path);
    close(scratch->lock);
}
