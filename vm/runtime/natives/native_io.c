/* NATIVE IO: the standard streams of the process, its environment, and what System knows of both. A
 * thread that waits for a stream is outside Java. */
#include "runtime/natives.h"

#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { OUTPUT = 1, SHORT_TEXT = 1024 };

/* What was printed to both streams comes out in this order. */
static FILE *stream(struct thread *thread, int32_t number) {
    const struct vm_options *options = thread->runtime->options;
    if (number == OUTPUT) return options->out;
    if (options->out != options->err) fflush(options->out);
    return options->err;
}

static union value write_all(struct thread *thread, int32_t number, const char *bytes,
                             size_t count) {
    thread_leave_java(thread);
    bool is_done = fwrite(bytes, 1, count, stream(thread, number)) == count;
    thread_enter_java(thread);
    return (union value){.i = is_done};
}

union value native_write_text(struct thread *thread, union value *arguments) {
    char short_text[SHORT_TEXT * STRING_BYTES_PER_CHAR];
    int32_t length;
    string_chars(arguments[1].r, &length);
    char *text =
        length <= SHORT_TEXT ? short_text : memory_allocate((size_t)length * STRING_BYTES_PER_CHAR);
    size_t count = string_encode(arguments[1].r, text);
    union value result = write_all(thread, arguments[0].i, text, count);
    if (text != short_text) memory_free(text);
    return result;
}

union value native_write_bytes(struct thread *thread, union value *arguments) {
    struct array *bytes = (struct array *)arguments[1].r;
    return write_all(thread, arguments[0].i, array_element(bytes, JAVA_BYTE, arguments[2].i),
                     (size_t)arguments[3].i);
}

union value native_flush(struct thread *thread, union value *arguments) {
    thread_leave_java(thread);
    bool is_done = fflush(stream(thread, arguments[0].i)) == 0;
    thread_enter_java(thread);
    return (union value){.i = is_done};
}

/* Output is flushed before input is waited for. */
union value native_read_bytes(struct thread *thread, union value *arguments) {
    enum { END = -1, FAILED = -2 };
    struct array *bytes = (struct array *)arguments[0].r;
    ssize_t count;
    thread_leave_java(thread);
    fflush(thread->runtime->options->out);
    do count = read(STDIN_FILENO, array_element(bytes, JAVA_BYTE, 0), (size_t)bytes->length);
    while (count < 0 && errno == EINTR && !world_is_over(&thread->runtime->world));
    thread_enter_java(thread);
    return (union value){.i = count > 0 ? (int32_t)count : count == 0 ? END : FAILED};
}

union value native_available_bytes(struct thread *thread, union value *arguments) {
    int count = 0;
    return (union value){.i = ioctl(STDIN_FILENO, FIONREAD, &count) == 0 ? count : 0};
}

/* System.setIn, setOut and setErr: the fields are final for everybody else. */
union value native_set_stream(struct thread *thread, union value *arguments) {
    struct arena arena;
    arena_init(&arena);
    const char *name = string_utf8(arguments[0].r, &arena);
    struct class *system = class_load(thread, "java/lang/System");
    for (int i = 0; system && i < system->field_count; i++)
        if (!strcmp(system->fields[i].name, name)) {
            heap_tell_touched(&thread->runtime->heap, system->fields[i].cell->r);
            system->fields[i].cell->r = arguments[1].r;
        }
    arena_release(&arena);
    return (union value){.j = 0};
}

static const char *environment_value(const struct runtime *runtime, const char *name) {
    size_t length = strlen(name);
    for (const char *const *at = runtime->environment; *at; at++)
        if (strncmp(*at, name, length) == 0 && (*at)[length] == '=') return *at + length + 1;
    return NULL;
}

union value native_environment_value(struct thread *thread, union value *arguments) {
    if (!arguments[0].r) {
        throw_null_pointer(thread);
        return (union value){.r = NULL};
    }
    struct arena arena;
    arena_init(&arena);
    const char *value = environment_value(thread->runtime, string_utf8(arguments[0].r, &arena));
    arena_release(&arena);
    return (union value){.r = value ? string_new_utf8(thread, value, strlen(value)) : NULL};
}

/* Of [texts] up to a NULL; NULL: of none. */
static union value text_array(struct thread *thread, const char *const *texts) {
    int32_t count = 0;
    while (texts && texts[count]) count++;
    struct array *array = array_new(thread, class_array_of(thread->runtime->known.string), count);
    for (int32_t i = 0; array && i < count; i++) {
        struct object *text = string_new_utf8(thread, texts[i], strlen(texts[i]));
        if (!text) return (union value){.r = NULL};
        *(struct object **)array_element(array, JAVA_REFERENCE, i) = text;
    }
    return (union value){.r = (struct object *)array};
}

union value native_environment(struct thread *thread, union value *arguments) {
    return text_array(thread, thread->runtime->environment);
}

union value native_host_properties(struct thread *thread, union value *arguments) {
    struct utsname system;
    uname(&system);
    const struct passwd *user = getpwuid(getuid());
    char *directory = getcwd(NULL, 0);
    struct arena arena;
    arena_init(&arena);
    const char *texts[] = {
        arena_format(&arena, "os.version=%s", system.release),
        arena_format(&arena, "user.name=%s", user ? user->pw_name : "?"),
        arena_format(&arena, "user.home=%s", user ? user->pw_dir : "?"),
        directory ? arena_format(&arena, "user.dir=%s", directory) : NULL,
        NULL,
    };
    union value result = text_array(thread, texts);
    arena_release(&arena);
    free(directory);
    return result;
}

union value native_properties(struct thread *thread, union value *arguments) {
    return text_array(thread, thread->runtime->options->properties);
}
