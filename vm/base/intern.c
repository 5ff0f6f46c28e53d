/* INTERN: one copy of each name, in a hash table of the process. */
#include "base/intern.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/mutex.h"
#include "base/strbuf.h"
#include <uthash.h>

struct interned {
    UT_hash_handle hh;
    size_t length;
    char text[];
};

static struct interned *interned_names;
static struct arena interned_arena;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *find_or_add(const char *bytes, size_t length) {
    struct interned *found;
    unsigned hash;
    HASH_VALUE(bytes, length, hash);
    HASH_FIND_BYHASHVALUE(hh, interned_names, bytes, length, hash, found);
    if (found) return found->text;
    found = arena_allocate(&interned_arena, sizeof *found + length + 1);
    found->length = length;
    memcpy(found->text, bytes, length);
    HASH_ADD_KEYPTR_BYHASHVALUE(hh, interned_names, found->text, length, hash, found);
    return found->text;
}

const char *intern_bytes(const char *bytes, size_t length) {
    bool is_locked = mutex_enter(&lock);
    const char *name = find_or_add(bytes, length);
    mutex_leave(&lock, is_locked);
    return name;
}

const char *intern(const char *text) { return intern_bytes(text, strlen(text)); }

const char *intern_format(const char *format, ...) {
    struct strbuf buffer = STRBUF_INIT;
    va_list args;
    va_start(args, format);
    strbuf_addf_list(&buffer, format, args);
    va_end(args);
    const char *name = intern_bytes(strbuf_text(&buffer), buffer.length);
    strbuf_release(&buffer);
    return name;
}
