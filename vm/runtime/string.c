/* STRING: java.lang.String and its three encodings: UTF-16 in the object, modified UTF-8 in class
 * files (JVMS 4.4.7), UTF-8 outside. The intern table's keys are the characters in the heap:
 * objects do not move. */
#include <string.h>

#include "base/die.h"
#include "runtime/internal.h"
#include <uthash.h>

struct interned_string {
    struct object *string;
    bool is_kept; /* a literal or a name: the VM's own; the others last as long as they are used */
    UT_hash_handle hh;
};

struct string_table {
    struct interned_string *entries;
};

static struct array *value_of(const struct object *string) {
    const struct field *field = string->class->runtime->fields.string_value;
    return *(struct array **)object_at((struct object *)string, field->offset);
}

bool string_is_made(const struct object *string) { return value_of(string) != NULL; }

const uint16_t *string_chars(const struct object *string, int32_t *length) {
    const struct array *value = value_of(string);
    *length = value ? value->length : 0;
    return value ? (const uint16_t *)value->elements : u"";
}

/* --- from UTF-8 */

enum { REPLACEMENT = 0xfffd };

/* A code point, or a UTF-16 unit in the modified form; bytes that make none are replaced, those
 * that begin one together. */
static uint32_t decode_point(const unsigned char **cursor, const unsigned char *end) {
    const unsigned char *at = *cursor;
    int length = at[0] < 0x80   ? 1
                 : at[0] < 0xc0 ? 0
                 : at[0] < 0xe0 ? 2
                 : at[0] < 0xf0 ? 3
                 : at[0] < 0xf5 ? 4
                                : 0;
    uint32_t point = length > 1 ? at[0] & (0x7fu >> length) : at[0];
    int count = 1;
    for (; count < length && at + count < end && (at[count] & 0xc0) == 0x80; count++)
        point = point << 6 | (at[count] & 0x3f);
    bool is_complete = count == length, is_point = is_complete && point <= 0x10ffff;
    *cursor += is_complete && !is_point ? 1 : count;
    return is_point ? point : REPLACEMENT;
}

static int32_t decode(const char *text, size_t length, uint16_t *out) {
    const unsigned char *cursor = (const unsigned char *)text, *end = cursor + length;
    int32_t count = 0;
    while (cursor < end) {
        uint32_t point = decode_point(&cursor, end);
        if (point < 0x10000) {
            out[count++] = (uint16_t)point;
        } else {
            out[count++] = (uint16_t)(0xd800 | (point - 0x10000) >> 10);
            out[count++] = (uint16_t)(0xdc00 | (point & 0x3ff));
        }
    }
    return count;
}

/* --- making strings */

struct object *string_new_utf16(struct thread *thread, const uint16_t *chars, int32_t length) {
    struct runtime *runtime = thread->runtime;
    struct array *value = array_new(thread, class_array_of(runtime->primitives[JAVA_CHAR]), length);
    if (!value) return NULL;
    if (length) memcpy(value->elements, chars, (size_t)length * sizeof *chars);
    struct object *string = object_allocate(thread, runtime->known.string);
    if (!string) return NULL;
    *(struct array **)object_at(string, runtime->fields.string_value->offset) = value;
    object_tell_made(thread, string, MADE_BY_VM);
    return string;
}

struct object *string_new_utf8(struct thread *thread, const char *modified_utf8, size_t length) {
    uint16_t *chars = memory_allocate(length * sizeof *chars);
    int32_t count = decode(modified_utf8, length, chars);
    struct object *string = string_new_utf16(thread, chars, count);
    memory_free(chars);
    return string;
}

/* --- literals */

/* With class_lock, as find_or_add. */
static struct object *find_interned(struct runtime *runtime, const uint16_t *chars, int32_t length,
                                    bool is_kept) {
    struct interned_string *entry;
    if (!runtime->strings) return NULL;
    HASH_FIND(hh, runtime->strings->entries, chars, (size_t)length * sizeof *chars, entry);
    if (!entry) return NULL;
    entry->is_kept |= is_kept;
    return entry->string;
}

static struct object *find_or_add(struct thread *thread, struct object *string, bool is_kept) {
    struct runtime *runtime = thread->runtime;
    int32_t length;
    const uint16_t *chars = string_chars(string, &length);
    struct object *found = find_interned(runtime, chars, length, is_kept);
    if (found) return found;
    if (!runtime->strings) runtime->strings = memory_allocate(sizeof *runtime->strings);
    struct interned_string *entry = memory_allocate(sizeof *entry);
    entry->string = string;
    entry->is_kept = is_kept;
    HASH_ADD_KEYPTR(hh, runtime->strings->entries, chars, (size_t)length * sizeof *chars, entry);
    return string;
}

static struct object *intern_string(struct thread *thread, struct object *string, bool is_kept) {
    lock_enter(thread, &thread->runtime->class_lock);
    struct object *interned = find_or_add(thread, string, is_kept);
    lock_leave(thread, &thread->runtime->class_lock);
    return interned;
}

struct object *string_intern(struct thread *thread, struct object *string) {
    return intern_string(thread, string, false);
}

struct object *string_intern_utf8(struct thread *thread, const char *modified_utf8, size_t length) {
    uint16_t *chars = memory_allocate(length * sizeof *chars);
    int32_t count = decode(modified_utf8, length, chars);
    lock_enter(thread, &thread->runtime->class_lock);
    struct object *string = find_interned(thread->runtime, chars, count, true);
    lock_leave(thread, &thread->runtime->class_lock);
    if (!string) string = string_new_utf16(thread, chars, count);
    memory_free(chars);
    return string ? intern_string(thread, string, true) : NULL;
}

void strings_trace(struct heap *heap, struct runtime *runtime) {
    if (!runtime->strings) return;
    struct interned_string *entry, *next;
    HASH_ITER(hh, runtime->strings->entries, entry, next) {
        if (entry->is_kept) heap_mark(heap, entry->string);
    }
}

void strings_judge(struct heap *heap, struct runtime *runtime) {
    if (!runtime->strings) return;
    struct interned_string *entry, *next;
    HASH_ITER(hh, runtime->strings->entries, entry, next) {
        if (heap_is_marked(heap, entry->string)) continue;
        HASH_DEL(runtime->strings->entries, entry);
        memory_free(entry);
    }
}

void strings_release(struct runtime *runtime) {
    if (!runtime->strings) return;
    struct interned_string *entry, *next;
    HASH_ITER(hh, runtime->strings->entries, entry, next) {
        HASH_DEL(runtime->strings->entries, entry);
        memory_free(entry);
    }
    memory_free(runtime->strings);
    runtime->strings = NULL;
}

/* --- to UTF-8 */

static size_t encode_point(uint32_t point, char *out) {
    if (point < 0x80) return out[0] = (char)point, 1;
    size_t count = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = count - 1; i > 0; i--, point >>= 6) out[i] = (char)(0x80 | (point & 0x3f));
    out[0] = (char)((0xf00 >> count & 0xf0) | point);
    return count;
}

static bool is_high_surrogate(uint16_t unit) { return unit >> 10 == 0xd800 >> 10; }
static bool is_low_surrogate(uint16_t unit) { return unit >> 10 == 0xdc00 >> 10; }

size_t string_encode(const struct object *string, char *out) {
    int32_t length;
    const uint16_t *chars = string_chars(string, &length);
    const char *start = out;
    for (int32_t i = 0; i < length; i++) {
        uint32_t point = chars[i];
        if (is_high_surrogate(chars[i]) && i + 1 < length && is_low_surrogate(chars[i + 1])) {
            i++;
            point = 0x10000 + ((point & 0x3ff) << 10 | (chars[i] & 0x3ffu));
        } else if (is_high_surrogate(chars[i]) || is_low_surrogate(chars[i])) {
            point = '?';
        }
        out += encode_point(point, out);
    }
    return (size_t)(out - start);
}

const char *string_utf8(const struct object *string, struct arena *arena) {
    int32_t length;
    string_chars(string, &length);
    char *text = arena_allocate(arena, (size_t)length * STRING_BYTES_PER_CHAR + 1);
    text[string_encode(string, text)] = 0;
    return text;
}
