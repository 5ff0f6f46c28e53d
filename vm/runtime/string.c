/* STRING: java.lang.String and its three encodings: UTF-16 in the object, modified UTF-8 in class
 * files (JVMS 4.4.7), UTF-8 outside. The intern table's keys are the characters in the heap:
 * objects do not move. */
#include <string.h>

#include "base/die.h"
#include "runtime/internal.h"
#include <uthash.h>

struct interned_string {
    struct object *string;
    UT_hash_handle hh;
};

struct string_table {
    struct interned_string *entries;
};

static struct array *value_of(const struct object *string) {
    const struct field *field = string->class->runtime->fields.string_value;
    return *(struct array **)object_at((struct object *)string, field->offset);
}

const uint16_t *string_chars(const struct object *string, int32_t *length) {
    const struct array *value = value_of(string);
    *length = value->length;
    return (const uint16_t *)value->elements;
}

/* --- modified UTF-8 */

/* One UTF-16 unit of one to three bytes; bytes that do not continue one are taken as they are. */
static uint16_t decode_unit(const unsigned char **cursor, const unsigned char *end) {
    const unsigned char *at = *cursor;
    if (at[0] >= 0xe0 && end - at >= 3) {
        *cursor += 3;
        return (uint16_t)((at[0] & 0x0f) << 12 | (at[1] & 0x3f) << 6 | (at[2] & 0x3f));
    }
    if (at[0] >= 0xc0 && end - at >= 2) {
        *cursor += 2;
        return (uint16_t)((at[0] & 0x1f) << 6 | (at[1] & 0x3f));
    }
    *cursor += 1;
    return at[0];
}

/* UTF-8 has characters of four bytes where the modified form has two of three. */
static int32_t decode(const char *text, size_t length, uint16_t *out) {
    const unsigned char *cursor = (const unsigned char *)text, *end = cursor + length;
    int32_t count = 0;
    while (cursor < end) {
        if (*cursor >= 0xf0 && end - cursor >= 4) {
            uint32_t point = (uint32_t)(cursor[0] & 7) << 18 | (uint32_t)(cursor[1] & 0x3f) << 12 |
                             (uint32_t)(cursor[2] & 0x3f) << 6 | (cursor[3] & 0x3f);
            cursor += 4;
            point -= 0x10000;
            out[count++] = (uint16_t)(0xd800 | (point >> 10 & 0x3ff));
            out[count++] = (uint16_t)(0xdc00 | (point & 0x3ff));
        } else {
            out[count++] = decode_unit(&cursor, end);
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
    struct object *string = object_new(thread, runtime->known.string);
    if (!string) return NULL;
    *(struct array **)object_at(string, runtime->fields.string_value->offset) = value;
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

static struct object *find_interned(struct runtime *runtime, const uint16_t *chars,
                                    int32_t length) {
    struct interned_string *entry;
    if (!runtime->strings) return NULL;
    HASH_FIND(hh, runtime->strings->entries, chars, (size_t)length * sizeof *chars, entry);
    return entry ? entry->string : NULL;
}

static struct object *find_or_add(struct thread *thread, struct object *string) {
    struct runtime *runtime = thread->runtime;
    int32_t length;
    const uint16_t *chars = string_chars(string, &length);
    struct object *found = find_interned(runtime, chars, length);
    if (found) return found;
    if (!runtime->strings) runtime->strings = memory_allocate(sizeof *runtime->strings);
    struct interned_string *entry = ARENA_NEW(&runtime->arena, struct interned_string);
    entry->string = string;
    HASH_ADD_KEYPTR(hh, runtime->strings->entries, chars, (size_t)length * sizeof *chars, entry);
    return string;
}

struct object *string_intern(struct thread *thread, struct object *string) {
    lock_enter(thread, &thread->runtime->class_lock);
    struct object *interned = find_or_add(thread, string);
    lock_leave(thread, &thread->runtime->class_lock);
    return interned;
}

struct object *string_intern_utf8(struct thread *thread, const char *modified_utf8, size_t length) {
    uint16_t *chars = memory_allocate(length * sizeof *chars);
    int32_t count = decode(modified_utf8, length, chars);
    lock_enter(thread, &thread->runtime->class_lock);
    struct object *string = find_interned(thread->runtime, chars, count);
    lock_leave(thread, &thread->runtime->class_lock);
    if (!string) string = string_new_utf16(thread, chars, count);
    memory_free(chars);
    return string ? string_intern(thread, string) : NULL;
}

void strings_trace(struct heap *heap, struct runtime *runtime) {
    if (!runtime->strings) return;
    struct interned_string *entry, *next;
    HASH_ITER(hh, runtime->strings->entries, entry, next) heap_mark(heap, entry->string);
}

void strings_release(struct runtime *runtime) {
    if (!runtime->strings) return;
    HASH_CLEAR(hh, runtime->strings->entries);
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
