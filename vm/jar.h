/* Jars (JAR File Specification): zip archives of class files. */
#ifndef JAR_H
#define JAR_H

#include <stdint.h>
#include <sys/stat.h>

#include "base/arena.h"
#include "base/diag.h"

struct jar;

/* Loads libzip, which opening does otherwise. May fail: it is not installed. */
bool jar_load_reader(struct diag *diag);
/* The jar and what is read from it live in the arena; NULL with [diag] when it cannot be opened. */
struct jar *jar_open(struct arena *arena, const char *path, struct diag *diag);
void jar_close(struct jar *jar);
const char *jar_path(const struct jar *jar);
/* Is the jar the file that this is the status of? */
bool jar_is_file(const struct jar *jar, const struct stat *status);
/* An attribute of the manifest's main section (manifest.h), in the arena; NULL when there is none.
 */
const char *jar_attribute(const struct jar *jar, const char *name);
/* The bytes of an entry; false: there is none of this name, or it is broken. */
bool jar_read(struct jar *jar, const char *entry, const uint8_t **bytes, size_t *size);

#endif
