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

struct beyond_limit {
    UT_hash_handle hh;
    struct beyond_key {
        const struct context *last, *node;
    } key;
    struct context mark, context; /* the context is called by the mark, and that by the last one */
};

static const char *const beyond_name = "(beyond the limit of contexts)";

void context_paths_release(struct vm_profile *profile) {
    struct beyond_limit *beyond, *another;
    HASH_ITER(hh, profile->beyond_limit, beyond, another) {
        HASH_DEL(profile->beyond_limit, beyond);
        memory_free(beyond);
    }
    struct context_path *path, *next;
    HASH_ITER(hh, profile->paths, path, next) {
        HASH_DEL(profile->paths, path);
        memory_free(path);
    }
}

static const char *name_of(const struct context *context) {
    const struct method *method = context->link.method->method;
    return method ? method_full_name(method) : intern(beyond_name);
}

static bool is_root(const struct context *context) { return !context->parent; }

static int line_of(const struct context *caller, int bci) {
    const struct method *method = caller->link.method->method;
    return bci >= 0 ? method_line(method, bci) : 0;
}

/* The call that led to the context, without what led to its caller. False: none of the program's. */
static bool call_to(const struct context *context, struct position *call) {
    if (is_root(context->parent) && context->kind == CONTEXT_OF_PROGRAM) return false;
    if (is_root(context->parent))
        *call = (struct position){.method = intern(beyond_name), .bci = -1};
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

const struct position *context_path(struct vm_profile *profile, const struct context *context) {
    VEC(const struct context *) unknown = {0};
    struct context_path *path = NULL;
    if (is_root(context)) return NULL;
    while (!is_root(context) && !(path = find(profile, context))) {
        vec_push(&unknown, context);
        context = context->parent;
    }
    while (unknown.count) path = path_new(profile, vec_pop(&unknown));
    vec_release(&unknown);
    return &path->position;
}

const struct position *context_innermost(const struct context *context, int levels,
                                         struct position_list *list) {
    struct position call;
    vec_clear(list);
    if (is_root(context)) return NULL;
    vec_push(list, (struct position){.method = name_of(context), .bci = -1});
    for (; levels && !is_root(context) && call_to(context, &call); levels--) {
        vec_push(list, call);
        context = context->parent;
    }
    for (uint32_t i = 0; i + 1 < list->count; i++) list->items[i].caller = &list->items[i + 1];
    return list->items;
}

static struct context context_below(struct context *caller, struct context_method *method) {
    return (struct context){.link = {.method = method, .bci = CONTEXT_NO_CALL},
                            .parent = caller,
                            .depth = caller->depth + 1,
                            .kind = CONTEXT_BEYOND_LIMIT};
}

const struct context *context_beyond(struct vm_profile *profile, struct context *last,
                                     const struct context *node) {
    const struct beyond_key key = {last, node};
    struct beyond_limit *beyond;
    if (is_root(last)) return node;
    HASH_FIND(hh, profile->beyond_limit, &key, sizeof key, beyond);
    if (beyond) return &beyond->context;
    beyond = memory_allocate(sizeof *beyond);
    beyond->key = key;
    beyond->mark = context_below(last, profile->contexts->of_roots);
    beyond->context = context_below(&beyond->mark, node->link.method);
    HASH_ADD(hh, profile->beyond_limit, key, sizeof key, beyond);
    return &beyond->context;
}

const char *context_method_name(const struct context *context) {
    return is_root(context) ? NULL : name_of(context);
}

const struct context *context_call(const struct context *context, struct position *call) {
    *call = (struct position){0};
    return !is_root(context) && call_to(context, call) && !is_root(context->parent)
               ? context->parent
               : NULL;
}

/* --- text --- */

void context_format(const struct context *context, int levels, struct strbuf *out) {
    if (is_root(context)) return;
    struct position at = {.method = name_of(context), .bci = -1};
    position_format(&at, out);
    for (; levels-- != 0 && !is_root(context) && call_to(context, &at); context = context->parent) {
        strbuf_add_text(out, " < ");
        position_format(&at, out);
    }
}
