/* ACCESS: whether a member may be named (JLS 6.6), and the accessors through which the virtual
 * machine, which knows nothing of nested classes, lets it be reached. */
#include <string.h>

#include "base/intern.h"
#include "frontend/attribute.h"

/* A class around, or the one itself, that inherits from [owner]. */
static struct class_symbol *inheriting_class(const struct attribution *at,
                                             const struct class_symbol *owner) {
    for (struct class_symbol *class = at->class; class; class = class->outer)
        if (class_is_subclass(class, owner)) return class;
    return NULL;
}

bool member_is_accessible(const struct attribution *at, const struct class_symbol *site,
                          const struct class_symbol *owner, uint16_t access, bool is_super) {
    if (access & ACC_PUBLIC) return true;
    if (access & ACC_PRIVATE)
        return class_outermost(at->class) == class_outermost((struct class_symbol *)owner) &&
               (site == owner || !site);
    if (at->class->package == owner->package) return true;
    if (!(access & ACC_PROTECTED)) return false;
    for (struct class_symbol *class = at->class; class; class = class->outer) {
        if (!class_is_subclass(class, owner)) continue;
        if (access & ACC_STATIC || is_super || !site || class_is_subclass(site, class)) return true;
    }
    return false;
}

/* The class that must lend an accessor, or NULL when the member is reached directly. */
static struct class_symbol *accessor_host(const struct attribution *at,
                                          const struct class_symbol *owner, uint16_t access) {
    if (access & ACC_PRIVATE) return owner == at->class ? NULL : (struct class_symbol *)owner;
    if (!(access & ACC_PROTECTED) || owner->package == at->class->package) return NULL;
    struct class_symbol *host = inheriting_class(at, owner);
    return host == at->class ? NULL : host;
}

static struct accessor *accessor_add(struct attribution *at, struct class_symbol *host,
                                     struct accessor wanted) {
    for (uint32_t i = 0; i < host->accessors.count; i++) {
        struct accessor *known = host->accessors.items[i];
        if (known->kind == wanted.kind && known->variable == wanted.variable &&
            known->method == wanted.method)
            return known;
    }
    struct accessor *accessor = ARENA_NEW(at->compiler->arena, struct accessor);
    *accessor = wanted;
    accessor->host = host;
    if (!accessor->name) accessor->name = intern_format("access$%u00", host->accessors.count);
    arena_vec_push(at->compiler->arena, &host->accessors, accessor);
    return accessor;
}

static const char *receiver_descriptor(const struct class_symbol *host, uint16_t access) {
    return access & ACC_STATIC ? "" : host->type.descriptor;
}

struct accessor *accessor_of_variable(struct attribution *at, enum accessor_kind kind,
                                      struct variable *variable) {
    struct class_symbol *host = accessor_host(at, variable->owner, variable->access);
    if (!host) return NULL;
    const char *receiver = receiver_descriptor(host, variable->access);
    const char *type = erased_descriptor(at->compiler, variable->type);
    const char *descriptor = kind == ACCESS_GET ? intern_format("(%s)%s", receiver, type)
                                                : intern_format("(%s%s)V", receiver, type);
    struct accessor wanted = {.kind = kind, .variable = variable, .descriptor = descriptor};
    return accessor_add(at, host, wanted);
}

/* The constructor that other classes call has one more parameter, whose argument is null. */
static const char *constructor_descriptor(const struct method_symbol *method,
                                          const struct class_symbol *host) {
    size_t length = (size_t)(strchr(method->descriptor, ')') - method->descriptor) - 1;
    const char *parameters = intern_bytes(method->descriptor + 1, length);
    const char *descriptor = NULL;
    bool is_taken = true;
    while (is_taken) {
        parameters = intern_format("%s%s", parameters, host->type.descriptor);
        descriptor = intern_format("(%s)V", parameters);
        is_taken = false;
        const struct method_symbol *other = class_first_method(host, method->name);
        for (; other; other = other->next_of_name) is_taken |= other->descriptor == descriptor;
        for (uint32_t i = 0; i < host->accessors.count; i++)
            is_taken |= host->accessors.items[i]->descriptor == descriptor &&
                        host->accessors.items[i]->method != method;
    }
    return descriptor;
}

struct accessor *accessor_of_method(struct attribution *at, enum accessor_kind kind,
                                    struct method_symbol *method) {
    struct class_symbol *host = accessor_host(at, method->owner, method->access);
    if (!host) return NULL;
    struct accessor wanted = {.kind = kind, .method = method};
    if (kind == ACCESS_NEW) {
        wanted.name = method->name;
        wanted.descriptor = constructor_descriptor(method, host);
    } else {
        wanted.descriptor = intern_format("(%s%s", receiver_descriptor(host, method->access),
                                          method->descriptor + 1);
    }
    return accessor_add(at, host, wanted);
}
