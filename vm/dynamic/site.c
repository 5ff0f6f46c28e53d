/* SITE: links call sites. Requires the host class linked; what its bootstrap method's static
 * arguments refer to is resolved here, with the host's access. */
#include "dynamic/site.h"

#include <string.h>

#include "base/intern.h"
#include "classfile/bytes.h"

struct dynamic_site {
    uint32_t bci;
    struct method *target; /* NULL: not linked */
    struct class *error;   /* how linking failed; NULL: it did not */
    const char *message;   /* of the error; NULL: none */
};

struct dynamic_sites {
    uint32_t count;
    struct dynamic_site items[]; /* ascending by bci */
};

/* --- the sites of a method --- */

static struct dynamic_sites *find_sites(const struct method *method) {
    const struct code *code = method->code;
    uint32_t count = 0;
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci))
        count += code->bytes[bci] == OP_invokedynamic;
    struct dynamic_sites *sites = arena_allocate(
        &method->class->runtime->arena, sizeof *sites + count * sizeof(struct dynamic_site));
    for (uint32_t bci = 0; bci < code->length; bci += instruction_length(code, bci))
        if (code->bytes[bci] == OP_invokedynamic) sites->items[sites->count++].bci = bci;
    return sites;
}

static struct dynamic_sites *sites_of(const struct method *method) {
    return __atomic_load_n(&method->dynamic_sites, __ATOMIC_ACQUIRE);
}

static struct dynamic_site *site_at(const struct method *method, uint32_t bci) {
    struct dynamic_sites *sites = sites_of(method);
    uint32_t low = 0, high = sites ? sites->count : 0;
    while (low < high) {
        uint32_t middle = (low + high) / 2;
        struct dynamic_site *site = &sites->items[middle];
        if (site->bci == bci) return site;
        if (site->bci < bci)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

struct method *dynamic_linked(const struct method *method, int bci) {
    const struct dynamic_site *site = site_at(method, (uint32_t)bci);
    return site ? __atomic_load_n(&site->target, __ATOMIC_ACQUIRE) : NULL;
}

/* --- errors --- */

static void refuse(struct bootstrap_site *site, const char *message) {
    struct thread *thread = site->thread;
    throw_named(thread, site->exception, "%s", message);
    struct object *cause = thread->exception;
    throw_new(thread, ERROR_bootstrap_method, "bootstrap method initialization exception");
    throw_because(thread, cause);
}

bool site_fail(struct bootstrap_site *site, const char *format, ...) {
    struct strbuf text = STRBUF_INIT;
    va_list args;
    va_start(args, format);
    strbuf_addf_list(&text, format, args);
    va_end(args);
    if (!site->thread->exception) refuse(site, strbuf_text(&text));
    strbuf_release(&text);
    return false;
}

static bool is_linkage_error(const struct object *error) {
    struct class *linkage = class_loaded(error->class->runtime, "java/lang/LinkageError");
    return linkage && class_is_subtype(error->class, linkage);
}

static void rethrow(struct thread *thread, const struct dynamic_site *site) {
    if (site->message)
        throw_named(thread, site->error->name, "%s", site->message);
    else
        throw_named(thread, site->error->name, NULL);
}

/* Only errors of the classes are final; there may be memory the next time. */
static void remember(struct thread *thread, struct dynamic_site *site) {
    const struct object *error = thread->exception;
    struct runtime *runtime = thread->runtime;
    if (!is_linkage_error(error)) return;
    const char *text = exception_message(error, &runtime->arena);
    __atomic_store_n(&site->message, text, __ATOMIC_RELAXED);
    __atomic_store_n(&site->error, error->class, __ATOMIC_RELEASE);
}

/* --- the class that is made --- */

const char *type_descriptor(struct value_type type) {
    if (type.java != JAVA_REFERENCE) return intern_format("%c", java_type_letter(type.java));
    return *type.class_name == '[' ? type.class_name : intern_format("L%s;", type.class_name);
}

void site_begin_class(struct bootstrap_site *site, const char *kind) {
    enum { VERSION = 61 };
    site->class_name = class_hidden_name(site->host, kind);
    class_writer_init(&site->writer, VERSION, ACC_FINAL | ACC_SUPER | ACC_SYNTHETIC,
                      site->class_name, "java/lang/Object");
}

const struct constant *site_argument(struct bootstrap_site *site, int index,
                                     enum constant_tag tag) {
    const struct constant *constant =
        index < site->argument_count ? &site->constants[site->arguments[index]] : NULL;
    if (constant && constant->tag == tag) return constant;
    site_fail(site, "bootstrap method argument %d of %s is missing or of another kind", index + 1,
              site->name);
    return NULL;
}

bool site_load_types(struct bootstrap_site *site, const char *descriptor) {
    const struct method_shape *shape = method_shape_of(descriptor);
    if (site->host->is_trusted) return true;
    for (int i = 0; i <= shape->parameter_count; i++) {
        bool is_parameter = i < shape->parameter_count;
        const char *name = is_parameter ? shape->parameter_classes[i] : shape->return_class;
        if (name && !resolve_class_named(site->thread, site->host, name)) return false;
    }
    return true;
}

/* --- linking --- */

struct bootstrap {
    const char *class, *method, *exception;
    bool (*make)(struct bootstrap_site *site);
};

static const struct bootstrap *find_bootstrap(const struct constant *method) {
    static const struct bootstrap rows[] = {
#define BOOTSTRAP(class, method, exception, function) {class, method, exception, function},
#include "dynamic/bootstraps.def"
#undef BOOTSTRAP
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(method->member.class_name, rows[i].class) &&
            !strcmp(method->member.name, rows[i].method))
            return &rows[i];
    return NULL;
}

/* The class that was made does not fit its interface: an InternalError, as java's. */
static void wrap_definition_error(struct thread *thread) {
    struct object *error = thread->exception;
    if (!is_linkage_error(error)) return;
    const char *message = exception_message(error, &thread->runtime->arena);
    throw_named(thread, "java/lang/InternalError", "%s: %s", error->class->binary_name, message);
    throw_because(thread, error);
}

static struct method *define(struct bootstrap_site *site) {
    struct thread *thread = site->thread;
    size_t size;
    uint8_t *bytes = class_writer_finish(&site->writer, &thread->runtime->arena, &size);
    if (!bytes) {
        site_fail(site, "call site of %s: %s", site->name, site->writer.exceeded);
        return NULL;
    }
    struct class *class = class_define_hidden(thread, site->host, site->class_name, bytes, size);
    if (!class) wrap_definition_error(thread);
    if (!class || !class_initialize(thread, class)) return NULL;
    return class_declared_method(class, intern(site->method_name), site->descriptor);
}

static struct method *make(struct bootstrap_site *site, const struct bootstrap_method *bootstrap) {
    const struct constant *handle = &site->constants[bootstrap->handle];
    const struct constant *method = &site->constants[handle->handle.index];
    const struct bootstrap *known = find_bootstrap(method);
    if (!known) {
        throw_new(site->thread, ERROR_bootstrap_method,
                  "bootstrap method %s.%s is not supported; those of LambdaMetafactory, "
                  "StringConcatFactory, ObjectMethods and SwitchBootstraps are",
                  binary_name_of(method->member.class_name), method->member.name);
        return NULL;
    }
    site->exception = known->exception;
    bool is_made = site_load_types(site, site->descriptor) && known->make(site);
    struct method *made = is_made ? define(site) : NULL;
    class_writer_release(&site->writer);
    return made;
}

static struct method *link(struct thread *thread, const struct method *method, uint32_t bci) {
    struct class *host = method->class;
    const struct constant *constants = host->file->constants;
    const struct constant *constant = &constants[read_u16(method->code->bytes + bci + 1)];
    const struct bootstrap_method *bootstrap = &host->file->bootstraps[constant->dynamic.bootstrap];
    struct bootstrap_site site = {
        .thread = thread,
        .host = host,
        .constants = constants,
        .name = constant->dynamic.name,
        .descriptor = constant->dynamic.descriptor,
        .arguments = bootstrap->arguments,
        .argument_count = bootstrap->argument_count,
        .shape = method_shape_of(constant->dynamic.descriptor),
    };
    return make(&site, bootstrap);
}

/* Threads may link a site at the same time: what the first made counts (JVMS 5.4.3.6). */
static struct method *link_once(struct thread *thread, const struct method *method,
                                struct dynamic_site *site) {
    struct method *made = link(thread, method, site->bci), *other = NULL;
    if (!made) {
        remember(thread, site);
        return NULL;
    }
    bool is_first = __atomic_compare_exchange_n(&site->target, &other, made, false,
                                                __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return is_first ? made : other;
}

struct method *dynamic_link(struct thread *thread, struct method *method, int bci) {
    if (!sites_of(method)) {
        struct dynamic_sites *sites = find_sites(method), *others = NULL;
        __atomic_compare_exchange_n(&method->dynamic_sites, &others, sites, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE);
    }
    struct dynamic_site *site = site_at(method, (uint32_t)bci);
    if (__atomic_load_n(&site->error, __ATOMIC_ACQUIRE)) {
        rethrow(thread, site);
        return NULL;
    }
    struct method *target = __atomic_load_n(&site->target, __ATOMIC_ACQUIRE);
    return target ? target : link_once(thread, method, site);
}
