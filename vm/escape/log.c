/* The decision log of escape analysis. A site is an allocation or lock of the program; a clone is
 * what stands for it in the graph now. Rounds replace clones by clones; at the end each site is
 * reported once, and each clone that still stands. */
#include "escape/log.h"

#include "event/event.h"

struct site {
    const struct meta_class *class;
    const struct position *position;
    double frequency;
    bool is_lock;
};

struct clone {
    struct node *node;
    int site;
    const struct position *where;
    enum reason reason;
};

struct kept {
    const struct node *allocation;
    enum reason reason;
};

struct escape_log {
    struct graph *graph;
    struct arena *arena;
    VEC(struct site) sites;
    VEC(struct clone) clones;
    VEC(struct kept) kept;
};

struct escape_log *escape_log_new(struct graph *graph) {
    struct escape_log *log = ARENA_NEW(graph->compilation->arena, struct escape_log);
    log->graph = graph;
    log->arena = graph->compilation->arena;
    return log;
}

static struct clone *find_clone(const struct escape_log *log, const struct node *node) {
    vec_each(struct clone, clone, &log->clones) if (clone->node == node) return clone;
    return NULL;
}

/* The site that [node] stands for; a new one for a node of the program. */
static int site_of(struct escape_log *log, const struct node *node,
                   const struct meta_class *class) {
    struct clone *clone = find_clone(log, node);
    if (clone) return clone->site;
    double frequency = node->block ? node->block->frequency : -1;
    bool is_lock = node->kind == NODE_monitor_enter;
    struct site site = {class, node->position, frequency, is_lock};
    arena_vec_push(log->arena, &log->sites, site);
    return (int)log->sites.count - 1;
}

/* Remembers that [node], which goes, was this site, so that its clones find it. */
static void note_gone(struct escape_log *log, const struct node *node,
                      const struct meta_class *class) {
    int site = site_of(log, node, class);
    if (find_clone(log, node)) return;
    struct clone gone = {(struct node *)node, site, NULL, REASON_none};
    arena_vec_push(log->arena, &log->clones, gone);
}

void escape_log_virtualized(struct escape_log *log, const struct node *origin) {
    note_gone(log, origin, origin->extra.class);
}

void escape_log_unlocked(struct escape_log *log, const struct node *enter,
                         const struct meta_class *class) {
    note_gone(log, enter, class);
}

/* The nearest position in the block: preferably of what comes before. */
static const struct position *position_near(const struct node *place) {
    for (const struct node *node = place; node; node = node->previous)
        if (node->position) return node->position;
    for (const struct node *node = place; node; node = node->next)
        if (node->position) return node->position;
    return NULL;
}

static const struct node *some_origin(const struct object *object) {
    while (object->parts) {
        struct object *const *part = object->parts;
        while (!*part) part++;
        object = *part;
    }
    return object->origin;
}

static void note_clone(struct escape_log *log, const struct node *original, struct node *clone,
                       const struct node *place, enum reason reason) {
    const struct clone *known = find_clone(log, original);
    int site = known ? known->site : 0;
    struct clone entry = {clone, site, position_near(place), reason};
    arena_vec_push(log->arena, &log->clones, entry);
}

void escape_log_materialized(struct escape_log *log, const struct object *object,
                             struct node *clone, const struct node *place, enum reason reason) {
    note_clone(log, some_origin(object), clone, place, reason);
}

void escape_log_locked(struct escape_log *log, const struct object *object,
                       const struct node *enter, struct node *clone, enum reason reason) {
    note_clone(log, enter, clone, clone, reason);
}

void escape_log_kept(struct escape_log *log, const struct node *allocation, enum reason reason) {
    vec_each(struct kept, kept, &log->kept) {
        if (kept->allocation != allocation) continue;
        kept->reason = reason;
        return;
    }
    arena_vec_push(log->arena, &log->kept, (struct kept){allocation, reason});
}

/* --- reporting --- */
static void send(const struct escape_log *log, enum event_kind kind, const struct site *site,
                 const struct position *where, double frequency, enum reason reason) {
    const struct compilation *compilation = log->graph->compilation;
    struct event event = {
        .kind = kind,
        .reason = reason,
        .root = compilation->root,
        .compilation = compilation->number,
        .phase = compilation->phase,
        .position = where,
        .subject = site->class ? site->class->name : NULL,
        .frequency = frequency,
    };
    event_send(compilation->sink, &event);
}

static bool has_clone(const struct escape_log *log, int site) {
    vec_each(struct clone, clone, &log->clones) {
        if (clone->site == site && !clone->node->is_dead) return true;
    }
    return false;
}

static void report_sites(const struct escape_log *log) {
    for (uint32_t i = 0; i < log->sites.count; i++) {
        const struct site *site = &log->sites.items[i];
        bool stays_away = !has_clone(log, (int)i);
        enum reason reason = stays_away ? REASON_does_not_escape : REASON_none;
        if (!site->is_lock)
            send(log, EVENT_virtualized, site, site->position, site->frequency, reason);
        else if (stays_away)
            send(log, EVENT_lock_removed, site, site->position, site->frequency, reason);
    }
}

static void report_clones(const struct escape_log *log) {
    vec_each(struct clone, clone, &log->clones) {
        if (clone->node->is_dead) continue;
        const struct site *site = &log->sites.items[clone->site];
        enum event_kind kind = site->is_lock ? EVENT_lock_kept : EVENT_materialized;
        const struct position *where = site->is_lock ? site->position : clone->where;
        send(log, kind, site, where, clone->node->block->frequency, clone->reason);
    }
}

static enum reason kept_reason(const struct escape_log *log, const struct node *allocation) {
    vec_each(struct kept, kept, &log->kept) {
        if (kept->allocation == allocation) return kept->reason;
    }
    return REASON_unknown_use;
}

static bool is_allocation(const struct node *node) {
    return node->kind == NODE_new || node->kind == NODE_new_array;
}

static void report_original(const struct escape_log *log, const struct node *node) {
    if (find_clone(log, node)) return;
    if (is_allocation(node))
        compilation_report(log->graph->compilation, EVENT_allocation_kept, node,
                           node->extra.class->name, kept_reason(log, node));
    if (node->kind != NODE_monitor_enter) return;
    const struct node *locked = node->inputs[0];
    bool is_ours = is_allocation(locked);
    compilation_report(log->graph->compilation, EVENT_lock_kept, node,
                       is_ours ? locked->extra.class->name : NULL,
                       is_ours ? kept_reason(log, locked) : REASON_not_allocated_here);
}

void escape_log_report(struct escape_log *log) {
    report_sites(log);
    report_clones(log);
    for (int i = 0; i < log->graph->order_count; i++) {
        block_each_node(node, log->graph->order[i]) report_original(log, node);
    }
}
