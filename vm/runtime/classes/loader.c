/* LOADER: classes by name. A class is read from the class path, its superclass and interfaces are
 * loaded before it, and it is linked at once; array and primitive classes are made here. */
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/die.h"
#include "base/intern.h"
#include "classfile/bytes.h"
#include "classfile/regions.h"
#include "runtime/internal.h"
#include <uthash.h>

struct loaded_class {
    const char *name; /* interned: hashed by address */
    struct class *class;
    UT_hash_handle hh;
};

struct loaded_classes {
    struct loaded_class *entries;
    VEC(const char *) loading; /* whose supertypes are being loaded */
};

static void class_register(struct runtime *runtime, struct class *class) {
    struct loaded_class *entry = ARENA_NEW(&runtime->arena, struct loaded_class);
    entry->name = class->name;
    entry->class = class;
    HASH_ADD_PTR(runtime->table->entries, name, entry);
    class->next = runtime->classes;
    runtime->classes = class;
}

struct class *class_loaded(struct runtime *runtime, const char *internal_name) {
    const char *name = intern(internal_name);
    struct loaded_class *entry;
    lock_enter(thread_current(), &runtime->class_lock);
    HASH_FIND_PTR(runtime->table->entries, &name, entry);
    lock_leave(thread_current(), &runtime->class_lock);
    return entry ? entry->class : NULL;
}

static struct class *class_make(struct runtime *runtime, const char *name) {
    struct class *class = ARENA_NEW(&runtime->arena, struct class);
    class->display_index = -1;
    class->runtime = runtime;
    class->name = intern(name);
    class->binary_name = binary_name_of(class->name);
    return class;
}

/* --- classes without a class file */

void classes_init(struct runtime *runtime) {
    runtime->table = memory_allocate(sizeof *runtime->table);
    static const char *const names[JAVA_TYPE_COUNT] = {
        [JAVA_INT] = "int",         [JAVA_LONG] = "long", [JAVA_FLOAT] = "float",
        [JAVA_DOUBLE] = "double",   [JAVA_BYTE] = "byte", [JAVA_CHAR] = "char",
        [JAVA_BOOLEAN] = "boolean", [JAVA_VOID] = "void", [JAVA_SHORT] = "short",
    };
    for (int type = 0; type < JAVA_TYPE_COUNT; type++) {
        if (!names[type]) continue;
        struct class *class = runtime->primitives[type] = class_make(runtime, names[type]);
        class->access = ACC_PUBLIC | ACC_FINAL | ACC_ABSTRACT;
        class->is_primitive = true;
        class->element_type = (enum java_type)type;
        class->state = CLASS_INITIALIZED;
    }
}

void classes_release(struct runtime *runtime) {
    HASH_CLEAR(hh, runtime->table->entries);
    vec_release(&runtime->table->loading);
    memory_free(runtime->table);
}

static struct class *class_find(struct thread *thread, const char *name);

static const char *array_name(const struct class *element) {
    if (element->is_primitive) return intern_format("[%c", java_type_letter(element->element_type));
    return intern_format(class_is_array(element) ? "[%s" : "[L%s;", element->name);
}

static struct class *make_array_class(struct class *element) {
    struct runtime *runtime = element->runtime;
    struct class *object = runtime->known.object;
    ASSERT(object, "an array class before java.lang.Object");
    struct class *class = class_make(runtime, array_name(element));
    class->access = (element->access & ACC_PUBLIC) | ACC_FINAL | ACC_ABSTRACT;
    class->super = object;
    if (runtime->known.cloneable) {
        class->interfaces = ARENA_NEW(&runtime->arena, struct class *);
        class->interfaces[class->interface_count++] = runtime->known.cloneable;
    }
    class->element_type = element->is_primitive ? element->element_type : JAVA_REFERENCE;
    class->element_class = element->is_primitive ? NULL : element;
    class->vtable_size = object->vtable_size;
    class->vtable = object->vtable;
    class->state = CLASS_INITIALIZED;
    class_collect_supertypes(class);
    class_register(runtime, class);
    return class;
}

struct class *class_array_of(struct class *element) {
    struct class *class = __atomic_load_n(&element->array_class, __ATOMIC_ACQUIRE);
    if (class) return class;
    struct lock *lock = &element->runtime->class_lock;
    lock_enter(thread_current(), lock);
    if (!element->array_class)
        __atomic_store_n(&element->array_class, make_array_class(element), __ATOMIC_RELEASE);
    lock_leave(thread_current(), lock);
    return element->array_class;
}

/* What is missing is the array's class, too. */
static struct class *array_class_load(struct thread *thread, const char *name) {
    const char *cursor = name + strspn(name, "["), *element_name;
    int dimensions = (int)(cursor - name);
    enum java_type type = descriptor_next(&cursor, &element_name);
    struct class *class = type == JAVA_REFERENCE ? class_find(thread, element_name)
                                                 : thread->runtime->primitives[type];
    if (!class && !thread->exception) throw_no_class_definition(thread, name);
    while (class && dimensions-- > 0) class = class_array_of(class);
    return class;
}

/* --- classes from class files */

static void throw_inaccessible_supertype(struct thread *thread, const struct class *class,
                                         const struct class *super, const char *kind) {
    struct strbuf modules = STRBUF_INIT;
    text_add_modules(&modules, class, super);
    throw_new(thread, ERROR_illegal_access, "class %s cannot access its %s %s (%s)",
              class->binary_name, kind, super->binary_name, strbuf_text(&modules));
    strbuf_release(&modules);
}

/* JVMS 5.3.5: a sealed class has the direct subclasses that it names. */
static bool is_permitted(const struct class *super, const struct class *class) {
    if (!super->file->is_sealed) return true;
    bool is_near = class->access & ACC_PUBLIC || class_same_package(super, class);
    for (int i = 0; i < super->file->permitted_count && is_near; i++)
        if (super->file->permitted_subclasses[i] == class->name) return true;
    return false;
}

static bool is_loading(const struct runtime *runtime, const char *name) {
    for (uint32_t i = 0; i < runtime->table->loading.count; i++)
        if (runtime->table->loading.items[i] == name) return true;
    return false;
}

static struct class *supertype_load(struct thread *thread, const char *name) {
    if (!is_loading(thread->runtime, name)) return class_load(thread, name);
    throw_new(thread, ERROR_class_circularity, "%s", name);
    return NULL;
}

static struct class *super_load(struct thread *thread, struct class *class) {
    struct class *super = supertype_load(thread, class->file->super_name);
    enum known_error wrong = ERROR_incompatible_class_change;
    if (!super) return NULL;
    if (class_is_interface(super))
        throw_new(thread, wrong, "class %s has interface %s as super class", class->binary_name,
                  super->binary_name);
    else if (super->access & ACC_FINAL)
        throw_new(thread, wrong, "class %s cannot inherit from final class %s", class->binary_name,
                  super->binary_name);
    else if (!class_is_visible(super, class))
        throw_inaccessible_supertype(thread, class, super, "superclass");
    else if (!is_permitted(super, class))
        throw_new(thread, wrong, "class %s cannot inherit from sealed class %s", class->binary_name,
                  super->binary_name);
    else
        return super;
    return NULL;
}

static bool check_interface(struct thread *thread, const struct class *class,
                            const struct class *interface) {
    if (!class_is_interface(interface))
        throw_new(thread, ERROR_incompatible_class_change,
                  "class %s can not implement %s, because it is not an interface (%s is in %s)",
                  class->binary_name, interface->binary_name, interface->binary_name,
                  text_of_module(interface));
    else if (!class_is_visible(interface, class))
        throw_inaccessible_supertype(thread, class, interface, "superinterface");
    else if (!is_permitted(interface, class))
        throw_new(thread, ERROR_incompatible_class_change, "class %s cannot %s sealed interface %s",
                  class->binary_name, class_is_interface(class) ? "extend" : "implement",
                  interface->binary_name);
    return !thread->exception;
}

static bool interfaces_load(struct thread *thread, struct class *class) {
    class->interface_count = class->file->interface_count;
    class->interfaces =
        ARENA_ARRAY(&thread->runtime->arena, struct class *, class->interface_count);
    for (int i = 0; i < class->interface_count; i++) {
        class->interfaces[i] = supertype_load(thread, class->file->interfaces[i]);
        if (!class->interfaces[i] || !check_interface(thread, class, class->interfaces[i]))
            return false;
    }
    return true;
}

bool class_is_visible(const struct class *class, const struct class *from) {
    if (from->host) from = from->host;
    while (class_is_array(class) && class->element_class) class = class->element_class;
    return class->access & ACC_PUBLIC || class->is_primitive || class_same_package(class, from);
}

/* Loads what the class builds on (JVMS 5.3.5), then links and registers it. */
static bool class_derive(struct thread *thread, struct class *class) {
    struct runtime *runtime = thread->runtime;
    if (is_loading(runtime, class->name)) {
        throw_new(thread, ERROR_class_circularity, "%s", class->name);
        return false;
    }
    vec_push(&runtime->table->loading, class->name);
    bool done = (!class->file->super_name || (class->super = super_load(thread, class))) &&
                interfaces_load(thread, class) && class_link(thread, class);
    runtime->table->loading.count--;
    if (done) class_register(runtime, class);
    return done;
}

static struct class *class_of_file(struct runtime *runtime, const struct classfile *file) {
    struct class *class = class_make(runtime, file->name);
    class->file = file;
    class->access = file->access;
    return class;
}

static void throw_version(struct thread *thread, const char *shown, uint16_t major,
                          uint16_t minor) {
    enum { PREVIEW = 65535 };
    char version[32];
    snprintf(version, sizeof version, "class file version %u.%u", major, minor);
    enum known_error error = ERROR_unsupported_class_version;
    if (major > NEWEST_MAJOR)
        throw_new(thread, error,
                  "%s has been compiled by a more recent version of the Java Runtime (%s), this "
                  "version of the Java Runtime only recognizes class file versions up to %u.0",
                  shown, version, NEWEST_MAJOR);
    else if (major < OLDEST_MAJOR)
        throw_new(thread, error, "%s (%s) was compiled with an invalid major version", shown,
                  version);
    else if (minor != PREVIEW)
        throw_new(thread, error, "%s (%s) was compiled with an invalid non-zero minor version",
                  shown, version);
    else if (major == NEWEST_MAJOR)
        throw_new(thread, error,
                  "Preview features are not enabled for %s (%s). Try running with "
                  "'--enable-preview'",
                  shown, version);
    else
        throw_new(thread, error,
                  "%s (%s) was compiled with preview features that are unsupported. This version "
                  "of the Java Runtime only recognizes preview features for class file version "
                  "%u.%u",
                  shown, version, NEWEST_MAJOR, PREVIEW);
}

/* The class file of [shown], or its ClassFormatError or UnsupportedClassVersionError. */
static const struct classfile *file_read(struct thread *thread, const char *shown,
                                         const uint8_t *bytes, size_t size) {
    struct runtime *runtime = thread->runtime;
    struct diag diag = DIAG_INIT;
    const struct classfile *file = classfile_read(&runtime->arena, shown, bytes, size, &diag);
    bool has_version = size >= 8 && read_u32(bytes) == 0xcafebabe;
    uint16_t minor = has_version ? read_u16(bytes + 4) : 0;
    uint16_t major = has_version ? read_u16(bytes + 6) : 0;
    if (file && runtime->leaves_out_inserted_code)
        return classfile_without_regions(&runtime->arena, file);
    if (file) return file;
    if (!has_version || classfile_version_is_supported(major, minor))
        throw_new(thread, ERROR_class_format, "%s (%s)", diag.message, shown);
    else
        throw_version(thread, shown, major, minor);
    return NULL;
}

static struct class *define(struct thread *thread, const char *name, const uint8_t *bytes,
                            size_t size) {
    struct runtime *runtime = thread->runtime;
    const struct classfile *file = file_read(thread, name ? name : "class file", bytes, size);
    if (!file) return NULL;
    if (file->is_module)
        throw_new(thread, ERROR_no_class_definition,
                  "%s is not a class because access_flag ACC_MODULE is set", file->name);
    else if (name && strcmp(file->name, name))
        throw_new(thread, ERROR_no_class_definition, "%s (wrong name: %s)", name, file->name);
    else if (class_loaded(runtime, file->name))
        throw_new(thread, ERROR_linkage,
                  "loader 'app' attempted duplicate class definition for %s.",
                  binary_name_of(file->name));
    else {
        struct class *class = class_of_file(runtime, file);
        return class_derive(thread, class) ? class : NULL;
    }
    return NULL;
}

static void report(struct runtime *runtime, const struct class *class, const uint8_t *bytes,
                   size_t size, double start) {
    if (!class) return;
    if (runtime->on_define) runtime->on_define(runtime, class, bytes, size);
    if (!runtime->notices.receive) return;
    event_send(&runtime->notices, &(struct event){.kind = EVENT_class_loaded,
                                                  .subject = class->binary_name,
                                                  .amount = (int64_t)size,
                                                  .frequency = -1,
                                                  .duration = clock_seconds() - start});
}

struct class *class_define(struct thread *thread, const char *name, const uint8_t *bytes,
                           size_t size) {
    double start = clock_seconds();
    lock_enter(thread, &thread->runtime->class_lock);
    struct class *class = define(thread, name, bytes, size);
    report(thread->runtime, class, bytes, size, start);
    lock_leave(thread, &thread->runtime->class_lock);
    return class;
}

/* --- hidden classes */

const char *class_hidden_name(const struct class *host, const char *kind) {
    struct runtime *runtime = host->runtime;
    const char *name;
    do {
        uint32_t number = __atomic_add_fetch(&runtime->hidden_class_count, 1, __ATOMIC_RELAXED);
        name = intern_format("%s$$%s$%u+0x%016x", host->name, kind, number, number);
    } while (class_loaded(runtime, name));
    return name;
}

/* java says a slash where the internal name has the plus sign. */
static const char *hidden_binary_name(const char *name) {
    int length = (int)(strrchr(name, '+') - name);
    return intern_format("%s/%s", binary_name_of(intern_bytes(name, (size_t)length)),
                         name + length + 1);
}

struct class *class_define_hidden(struct thread *thread, struct class *host, const char *name,
                                  const uint8_t *bytes, size_t size) {
    struct runtime *runtime = thread->runtime;
    struct diag diag = DIAG_INIT;
    double start = clock_seconds();
    lock_enter(thread, &runtime->class_lock);
    const struct classfile *file = classfile_read(&runtime->arena, name, bytes, size, &diag);
    struct class *class = file ? class_of_file(runtime, file) : NULL;
    if (class) {
        class->binary_name = hidden_binary_name(name);
        class->host = host;
        class->is_trusted = true;
    } else {
        throw_new(thread, ERROR_class_format, "%s (%s)", diag.message, name);
    }
    if (class && !class_derive(thread, class)) class = NULL;
    report(runtime, class, bytes, size, start);
    lock_leave(thread, &runtime->class_lock);
    return class;
}

void runtime_add_class_path(struct runtime *runtime, class_source find, void *context) {
    vec_push(&runtime->class_path, (struct class_path_entry){find, context});
}

void runtime_trust_class_path(struct runtime *runtime) {
    runtime->trusted_sources = runtime->class_path.count;
}

/* Only the class library has packages below java. */
static bool is_prohibited(const struct runtime *runtime, const char *name, uint32_t source) {
    return runtime->trusted_sources && source >= runtime->trusted_sources &&
           !strncmp(name, "java/", 5);
}

static void throw_prohibited(struct thread *thread, const char *name) {
    const char *binary_name = binary_name_of(name);
    throw_new(thread, ERROR_security, "Prohibited package name: %.*s",
              (int)(strrchr(binary_name, '.') - binary_name), binary_name);
}

/* NULL with nothing pending: there is none of this name. */
static struct class *class_find(struct thread *thread, const char *name) {
    struct runtime *runtime = thread->runtime;
    struct class *class = class_loaded(runtime, name);
    if (class) return class;
    const uint8_t *bytes;
    size_t size;
    for (uint32_t i = 0; i < runtime->class_path.count; i++) {
        const struct class_path_entry *entry = &runtime->class_path.items[i];
        if (!entry->find(entry->context, name, &bytes, &size)) continue;
        if (is_prohibited(runtime, name, i)) {
            throw_prohibited(thread, name);
            return NULL;
        }
        class = class_define(thread, name, bytes, size);
        if (class) class->is_trusted = i < runtime->trusted_sources;
        return class;
    }
    return NULL;
}

static struct class *load(struct thread *thread, const char *name) {
    struct class *class = *name == '[' ? class_loaded(thread->runtime, name) : NULL;
    if (class) return class;
    if (*name == '[') return array_class_load(thread, name);
    class = class_find(thread, name);
    if (!class && !thread->exception) throw_no_class_definition(thread, name);
    return class;
}

struct class *class_load(struct thread *thread, const char *internal_name) {
    lock_enter(thread, &thread->runtime->class_lock);
    struct class *class = load(thread, internal_name);
    lock_leave(thread, &thread->runtime->class_lock);
    return class;
}
