/* RESOLVE: constants of the pool to classes, fields, methods and strings, with the errors of JVMS
 * 5.4.3 and java's messages. What resolved stays resolved; what failed is tried, and fails, again.
 */
#include "runtime/resolve.h"

#include <string.h>

#include "base/die.h"
#include "base/intern.h"
#include "classfile/absent.h"
#include "runtime/internal.h"

static const struct constant *constant_at(const struct class *class, uint32_t index) {
    uint32_t count = class->file->constant_count;
    ASSERT(index < 2 * count, "constant %u of %s", index, class->name);
    return &class->file->constants[index < count ? index : index - count];
}

/* --- what is resolved */

/* The row; of inserted code, NULL before it has resolved anything. */
static struct resolved *resolved_row(const struct class *class, uint32_t index) {
    uint32_t count = class->file->constant_count;
    if (index < count) return &class->resolved[index];
    struct resolved *rows = __atomic_load_n(&class->resolved_for_inserted, __ATOMIC_ACQUIRE);
    return rows ? &rows[index - count] : NULL;
}

static struct resolved *row_to_resolve(struct thread *thread, struct class *class, uint32_t index) {
    struct resolved *row = resolved_row(class, index);
    if (row) return row;
    struct lock *lock = &class->runtime->class_lock;
    lock_enter(thread, lock);
    if (!class->resolved_for_inserted) {
        struct resolved *rows =
            ARENA_ARRAY(&class->runtime->arena, struct resolved, class->file->constant_count);
        __atomic_store_n(&class->resolved_for_inserted, rows, __ATOMIC_RELEASE);
    }
    lock_leave(thread, lock);
    return resolved_row(class, index);
}

struct class *resolved_class(const struct class *class, uint32_t index) {
    const struct resolved *row = resolved_row(class, index);
    return row ? __atomic_load_n(&row->class, __ATOMIC_ACQUIRE) : NULL;
}
struct field *resolved_field(const struct class *class, uint32_t index) {
    const struct resolved *row = resolved_row(class, index);
    return row ? __atomic_load_n(&row->field, __ATOMIC_ACQUIRE) : NULL;
}
struct method *resolved_method(const struct class *class, uint32_t index) {
    const struct resolved *row = resolved_row(class, index);
    return row ? __atomic_load_n(&row->method, __ATOMIC_ACQUIRE) : NULL;
}
struct object *resolved_string(const struct class *class, uint32_t index) {
    const struct resolved *row = resolved_row(class, index);
    if (constant_at(class, index)->tag != CONSTANT_CLASS)
        return row ? __atomic_load_n(&row->string, __ATOMIC_ACQUIRE) : NULL;
    const struct class *named = resolved_class(class, index);
    return named ? __atomic_load_n(&named->mirror, __ATOMIC_ACQUIRE) : NULL;
}

/* Of an array, the class of its elements. */
void throw_inaccessible_class(struct thread *thread, const struct class *found,
                              const struct class *from) {
    while (found->element_class) found = found->element_class;
    struct strbuf modules = STRBUF_INIT;
    text_add_modules(&modules, found, from);
    throw_new(thread, ERROR_illegal_access, "failed to access class %s from class %s (%s)",
              found->binary_name, from->binary_name, strbuf_text(&modules));
    strbuf_release(&modules);
}

struct class *resolve_class_named(struct thread *thread, const struct class *from,
                                  const char *name) {
    struct class *found = class_load(thread, name);
    if (!found || class_is_visible(found, from)) return found;
    throw_inaccessible_class(thread, found, from);
    return NULL;
}

struct class *resolve_class(struct thread *thread, struct class *class, uint32_t index) {
    struct resolved *resolved = row_to_resolve(thread, class, index);
    struct class *found = resolved_class(class, index);
    if (found) return found;
    found = resolve_class_named(thread, class, constant_at(class, index)->name);
    __atomic_store_n(&resolved->class, found, __ATOMIC_RELEASE);
    return found;
}

struct object *resolve_string(struct thread *thread, struct class *class, uint32_t index) {
    const struct constant *constant = constant_at(class, index);
    if (constant->tag == CONSTANT_CLASS) {
        struct class *named = resolve_class(thread, class, index);
        return named ? class_mirror(thread, named) : NULL;
    }
    if (constant->tag != CONSTANT_STRING) {
        throw_new(thread, ERROR_bootstrap_method,
                  "ldc of a %s is not supported: there are no method handles as objects",
                  constant_tag_name(constant->tag));
        return NULL;
    }
    struct resolved *resolved = row_to_resolve(thread, class, index);
    struct object *string = __atomic_load_n(&resolved->string, __ATOMIC_ACQUIRE);
    if (string) return string;
    string = string_intern_utf8(thread, constant->name, strlen(constant->name));
    __atomic_store_n(&resolved->string, string, __ATOMIC_RELEASE);
    return string;
}

/* --- access (JVMS 5.4.4) */

static bool is_nest_member(const struct class *host, const struct class *class) {
    if (!host->file || !class_same_package(host, class)) return false;
    for (int i = 0; i < host->file->nest_member_count; i++)
        if (host->file->nest_members[i] == class->name) return true;
    return false;
}

static const char *describe_failed_host(struct thread *thread, const struct class *class) {
    struct arena *arena = &thread->runtime->arena;
    const struct object *error = thread->exception;
    const char *message = exception_message(error, arena);
    thread->exception = NULL;
    return arena_format(arena, "Nest host resolution of %s with host %s failed: %s%s%s",
                        class->binary_name, binary_name_of(class->file->nest_host),
                        error->class->binary_name, message ? ": " : "", message ? message : "");
}

static const char *describe_foreign_host(const struct class *host, const struct class *class) {
    return arena_format(&class->runtime->arena,
                        "Type %s (loader: 'app') is not a nest member of type %s (loader: 'app'): "
                        "%s",
                        class->binary_name, host->binary_name,
                        class_same_package(host, class)
                            ? "current type is not listed as a nest member"
                            : "types are in different packages");
}

/* A host that cannot be loaded, or does not list the class, does not count. Concurrent threads find
 * the same; a thread that sees the host sees the error, too. */
static struct class *nest_host(struct thread *thread, struct class *class) {
    if (class->host) return nest_host(thread, class->host);
    struct class *host = __atomic_load_n(&class->nest_host, __ATOMIC_ACQUIRE);
    if (host) return host;
    const char *name = class->file ? class->file->nest_host : NULL;
    const char *error = NULL;
    host = name ? class_load(thread, name) : NULL;
    if (name && !host)
        error = describe_failed_host(thread, class);
    else if (host && !is_nest_member(host, class))
        error = describe_foreign_host(host, class);
    if (!host || error) host = class;
    __atomic_store_n(&class->nest_host_error, error, __ATOMIC_RELAXED);
    __atomic_store_n(&class->nest_host, host, __ATOMIC_RELEASE);
    return host;
}

/* Does the code of [from] have access to the member of [declaring], found in [holder]? A protected
 * instance member needs a holder that is [from], a subclass or a superclass of it. */
static bool is_accessible(struct thread *thread, struct class *from, const struct class *holder,
                          struct class *declaring, uint16_t access) {
    if (from->host) from = from->host;
    if (access & ACC_PUBLIC || from == declaring) return true;
    if (access & ACC_PRIVATE) return nest_host(thread, from) == nest_host(thread, declaring);
    if (class_same_package(from, declaring)) return true;
    if (!(access & ACC_PROTECTED) || !class_is_subtype(from, declaring)) return false;
    return access & ACC_STATIC || class_is_subtype(holder, from) || class_is_subtype(from, holder);
}

bool constructor_is_accessible(struct thread *thread, struct class *from,
                               const struct method *constructor) {
    struct class *class = constructor->class;
    return class_is_visible(class, from) &&
           is_accessible(thread, from, class, class, constructor->access);
}

static const char *access_word(uint16_t access) {
    return access & ACC_PRIVATE ? "private " : access & ACC_PROTECTED ? "protected " : "";
}

/* Why two classes that claim to be nestmates are not, for private access. */
static void add_nest_errors(struct strbuf *out, const struct class *from,
                            const struct class *declaring) {
    if (from->host) from = from->host;
    const char *first = __atomic_load_n(&from->nest_host_error, __ATOMIC_RELAXED);
    const char *second = __atomic_load_n(&declaring->nest_host_error, __ATOMIC_RELAXED);
    if (!first && !second) return;
    strbuf_addf(out, ", (%s%s%s)", first ? first : "", first && second ? ", " : "",
                second ? second : "");
}

/* [member]: "private field A.x", as far as java tells. */
static void throw_illegal_access(struct thread *thread, const struct class *from,
                                 const struct class *declaring, uint16_t access,
                                 const char *member) {
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(&text, "class %s tried to access %s (", from->binary_name, member);
    text_add_modules(&text, from, declaring);
    strbuf_add_char(&text, ')');
    if (access & ACC_PRIVATE) add_nest_errors(&text, from, declaring);
    throw_new(thread, ERROR_illegal_access, "%s", strbuf_text(&text));
    strbuf_release(&text);
}

/* --- fields */

static struct field *find_field(struct thread *thread, struct class *class, uint32_t index) {
    const struct constant *constant = constant_at(class, index);
    struct class *holder = resolve_class_named(thread, class, constant->member.class_name);
    if (!holder) return NULL;
    struct field *field =
        class_find_field(holder, constant->member.name, constant->member.descriptor);
    if (!field) {
        throw_new(thread, ERROR_no_such_field, "%s%s", constant->member.name,
                  absent_class_note(holder->name));
        return NULL;
    }
    if (!is_accessible(thread, class, holder, field->class, field->access)) {
        struct strbuf text = STRBUF_INIT;
        strbuf_addf(&text, "%sfield %s", access_word(field->access), field_full_name(field));
        throw_illegal_access(thread, class, field->class, field->access, strbuf_text(&text));
        strbuf_release(&text);
        return NULL;
    }
    return field;
}

/* "A.x", whoever declares it. */
static const char *referred_name(const struct class *class, uint32_t index) {
    const struct constant *constant = constant_at(class, index);
    return intern_format("%s.%s", binary_name_of(constant->member.class_name),
                         constant->member.name);
}

struct field *resolve_field(struct thread *thread, struct class *class, uint32_t index,
                            bool is_static) {
    struct resolved *resolved = row_to_resolve(thread, class, index);
    struct field *field = resolved_field(class, index);
    if (!field) {
        field = find_field(thread, class, index);
        __atomic_store_n(&resolved->field, field, __ATOMIC_RELEASE);
    }
    if (!field || (field->cell != NULL) == is_static) return field;
    throw_new(thread, ERROR_incompatible_class_change, "Expected %s field %s",
              is_static ? "static" : "non-static", referred_name(class, index));
    return NULL;
}

/* Since version 53 even the class itself sets them in its initialisers alone. */
bool field_may_be_stored(const struct field *field, const struct method *method) {
    enum { FIRST_STRICT = 53 };
    if (!(field->access & ACC_FINAL)) return true;
    if (field->class != method->class) return false;
    const char *initializer = field->cell ? "<clinit>" : "<init>";
    return method->class->file->major < FIRST_STRICT || !strcmp(method->name, initializer);
}

struct field *resolve_field_to_store(struct thread *thread, struct method *method, uint32_t index,
                                     bool is_static) {
    struct class *class = method->class;
    struct field *field = resolve_field(thread, class, index, is_static);
    if (!field || field_may_be_stored(field, method)) return field;
    const char *kind = is_static ? "static" : "non-static";
    if (field->class != class)
        throw_new(thread, ERROR_illegal_access,
                  "Update to %s final field %s attempted from a different class (%s) than the "
                  "field's declaring class",
                  kind, referred_name(class, index), class->binary_name);
    else
        throw_new(thread, ERROR_illegal_access,
                  "Update to %s final field %s attempted from a different method (%s) than the "
                  "initializer method %s ",
                  kind, referred_name(class, index), method->name,
                  is_static ? "<clinit>" : "<init>");
    return NULL;
}

/* --- methods */

static void throw_about_method(struct thread *thread, enum known_error error, const char *before,
                               const char *class_name, const char *name, const char *descriptor) {
    struct strbuf text = STRBUF_INIT;
    text_add_method(&text, class_name, name, descriptor);
    throw_new(thread, error, "%s'%s'", before, strbuf_text(&text));
    strbuf_release(&text);
}

static void throw_inaccessible_method(struct thread *thread, const struct class *from,
                                      const struct method *method) {
    struct strbuf text = STRBUF_INIT;
    strbuf_addf(&text, "%s%smethod '", method_is_abstract(method) ? "abstract " : "",
                access_word(method->access));
    text_add_method(&text, method->class->name, method->name, method->descriptor);
    strbuf_add_char(&text, '\'');
    throw_illegal_access(thread, from, method->class, method->access, strbuf_text(&text));
    strbuf_release(&text);
}

/* clone() of an array is public, whatever Object says. */
static bool is_array_clone(const struct class *holder, const struct method *method) {
    return class_is_array(holder) && !strcmp(method->name, "clone");
}

/* The constant must say of the class whether it is an interface. */
static bool check_kind(struct thread *thread, const struct class *holder,
                       const struct constant *constant, enum opcode opcode) {
    enum known_error error = ERROR_incompatible_class_change;
    bool is_interface = class_is_interface(holder);
    if ((constant->tag == CONSTANT_INTERFACE_METHOD) == is_interface) return true;
    if (opcode == OP_invokevirtual || opcode == OP_invokeinterface) {
        throw_new(thread, error,
                  is_interface ? "Found interface %s, but class was expected"
                               : "Found class %s, but interface was expected",
                  holder->binary_name);
        return false;
    }
    struct strbuf text = STRBUF_INIT;
    text_add_method(&text, holder->name, constant->member.name, constant->member.descriptor);
    throw_new(thread, error, "Method '%s' must be %s constant", strbuf_text(&text),
              is_interface ? "InterfaceMethodref" : "Methodref");
    strbuf_release(&text);
    return false;
}

/* Constructors are not inherited (JVMS 6.5.invokespecial). */
static void throw_inherited_constructor(struct thread *thread, const struct class *holder,
                                        const char *descriptor) {
    struct strbuf text = STRBUF_INIT;
    text_add_method(&text, NULL, "<init>", descriptor);
    throw_new(thread, ERROR_no_such_method, "%s: method '%s' not found%s", holder->binary_name,
              strbuf_text(&text), absent_class_note(holder->name));
    strbuf_release(&text);
}

static void throw_no_such_method(struct thread *thread, const struct class *holder,
                                 const char *name, const char *descriptor) {
    struct strbuf text = STRBUF_INIT;
    text_add_method(&text, holder->name, name, descriptor);
    throw_new(thread, ERROR_no_such_method, "'%s'%s", strbuf_text(&text),
              absent_class_note(holder->name));
    strbuf_release(&text);
}

static struct method *find_method(struct thread *thread, struct class *class, uint32_t index,
                                  enum opcode opcode) {
    const struct constant *constant = constant_at(class, index);
    struct class *holder = resolve_class_named(thread, class, constant->member.class_name);
    if (!holder || !check_kind(thread, holder, constant, opcode)) return NULL;
    const char *name = constant->member.name, *descriptor = constant->member.descriptor;
    struct method *method = class_find_method(holder, name, descriptor);
    if (!method) {
        throw_no_such_method(thread, holder, name, descriptor);
        return NULL;
    }
    if (!is_accessible(thread, class, holder, method->class, method->access) &&
        !is_array_clone(holder, method)) {
        throw_inaccessible_method(thread, class, method);
        return NULL;
    }
    if (*name == '<' && method->class != holder) {
        throw_inherited_constructor(thread, holder, descriptor);
        return NULL;
    }
    return method;
}

/* A call that selects its method by the receiver is linked once that succeeded. */
static bool is_selecting(enum opcode opcode) {
    return opcode == OP_invokevirtual || opcode == OP_invokeinterface;
}

struct method *resolve_method(struct thread *thread, struct class *class, uint32_t index,
                              enum opcode opcode) {
    struct method *method = resolved_method(class, index);
    if (!method) {
        method = find_method(thread, class, index, opcode);
        if (!is_selecting(opcode)) resolved_method_keep(class, index, method);
    }
    bool is_static = opcode == OP_invokestatic;
    if (!method || method_is_static(method) == is_static) return method;
    bool of_interface = constant_at(class, index)->tag == CONSTANT_INTERFACE_METHOD;
    throw_about_method(thread, ERROR_incompatible_class_change,
                       is_static      ? "Expected static method "
                       : of_interface ? "Expected instance not static method "
                                      : "Expecting non-static method ",
                       method->class->name, method->name, method->descriptor);
    return NULL;
}

void resolved_method_keep(struct class *class, uint32_t index, struct method *method) {
    struct resolved *row = row_to_resolve(thread_current(), class, index);
    __atomic_store_n(&row->method, method, __ATOMIC_RELEASE);
}

struct method *select_special_method(struct thread *thread, struct class *class, uint32_t index,
                                     struct method *method) {
    struct method *selected = special_method(class, method);
    if (!method_is_abstract(selected)) return selected;
    throw_about_method(thread, ERROR_abstract_method, "",
                       constant_at(class, index)->member.class_name, method->name,
                       method->descriptor);
    return NULL;
}

struct method *special_method(struct class *current, struct method *method) {
    if (current->host) current = current->host;
    bool is_super_call = method->name[0] != '<' && !(method->access & ACC_PRIVATE) &&
                         current->access & ACC_SUPER && method->class != current &&
                         !class_is_interface(method->class) && current->super &&
                         class_is_subtype(current, method->class);
    if (!is_super_call) return method;
    struct method *selected = class_find_method(current->super, method->name, method->descriptor);
    return selected ? selected : method;
}
