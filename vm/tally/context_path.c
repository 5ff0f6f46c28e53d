/* CONTEXT PATH: contexts are as deep as stacks were: nothing recurses. */
#include "tally/context_path.h"

#include "base/intern.h"
#include "base/memory.h"
#include "context/context.h"
#include "runtime/class.h"
#include <uthash.h>

struct context_path {
    UT_hash_handle hh;
    const struct context *context;
    struct position position; /* its method, bci -1 */
};

void context_paths_release(struct vm_profile *profile) {
    struct context_path *path, *next;
    HASH_ITER(hh, profile->paths, path, next) {
        HASH_DEL(profile->paths, path);
        memory_free(path);
    }
}

static const char *name_of(const struct context *context) {
    const struct method *method = context->link.method->method;
    return method_full_name(method);
}

static bool is_root(const struct context *context) { return !context->link.method->method; }

static int line_of(const struct context *caller, int bci) {
    const struct method *method = caller->link.method->method;
    return bci >= 0 ? method_line(method, bci) : 0;
}

/* The call that led to the context, without what led to its caller. False: none of the program's. */
static bool call_to(const struct context *context, struct position *call) {
    if (is_root(context->parent) && context->kind == CONTEXT_OF_PROGRAM) return false;
    if (is_root(context->parent))
        *call = (struct position){.method = intern("(beyond the limit of contexts)"), .bci = -1};
    else
        *call = (struct position){.method = name_of(context->parent),
                                  .bci = context->link.bci,
                                  .line = line_of(context->parent, context->link.bci)};
    return true;
}

static struct position *call_new(struct arena *arena, const struct context *context) {
    struct position call;
    if (!call_to(context, &call)) return NULL;
    struct position *made = ARENA_NEW(arena, struct position);
    *made = call;
    return made;
}

static struct context_path *find(const struct vm_profile *profile, const struct context *context) {
    struct context_path *path;
    HASH_FIND_PTR(profile->paths, &context, path);
    return path;
}

static struct context_path *path_new(struct vm_profile *profile, const struct context *context) {
    struct context_path *path = memory_allocate(sizeof *path);
    struct position *call = call_new(&profile->arena, context);
    path->context = context;
    path->position = (struct position){.method = name_of(context), .bci = -1, .caller = call};
    if (call && !is_root(context->parent))
        call->caller = find(profile, context->parent)->position.caller;
    HASH_ADD_PTR(profile->paths, context, path);
    return path;
}

static const struct position *whole_path(struct vm_profile *profile,
                                         const struct context *context) {
    VEC(const struct context *) unknown = {0};
    struct context_path *path = NULL;
    while (!is_root(context) && !(path = find(profile, context))) {
        vec_push(&unknown, context);
        context = context->parent;
    }
    while (unknown.count) path = path_new(profile, vec_pop(&unknown));
    vec_release(&unknown);
    return &path->position;
}

static const struct position *innermost(struct vm_profile *profile, const struct context *context,
                                        int levels) {
    struct position *first = ARENA_NEW(&profile->arena, struct position), *last = first;
    *first = (struct position){.method = name_of(context), .bci = -1};
    for (; levels && !is_root(context); levels--, context = context->parent) {
        struct position *call = call_new(&profile->arena, context);
        if (!call) break;
        last->caller = call;
        last = call;
        if (is_root(context->parent)) break;
    }
    return first;
}

const struct position *context_path(struct vm_profile *profile, const struct context *context,
                                    int levels) {
    if (is_root(context)) return NULL;
    return levels == VM_ALL_LEVELS ? whole_path(profile, context)
                                   : innermost(profile, context, levels);
}

void context_format(const struct context *context, int levels, struct strbuf *out) {
    if (is_root(context)) return;
    struct position at = {.method = name_of(context), .bci = -1};
    position_format(&at, out);
    for (; levels-- != 0 && !is_root(context) && call_to(context, &at); context = context->parent) {
        strbuf_add_text(out, " < ");
        position_format(&at, out);
    }
}
