/* The decision log of escape analysis. A site is an allocation or lock of the program; a clone is
 * what stands for it in the graph now, or for one of several sites, where objects were merged: for
 * each with the share of the paths that lead from it to the merge. Rounds replace clones by clones;
 * at the end each site is reported once, and each clone that still stands, once for each site that
 * it may be of. */
#include "escape/log.h"

#include "event/event.h"
#include "ir/traits.h"

struct logged_site {
    const struct meta_class *class;
    const struct position *position;
    double frequency;
    bool is_lock;
};

/* Of the executions of a clone, those in which it stands for this site. */
struct share {
    int site;
    double of_all;
};

struct clone {
    struct node *node;
    VEC(struct share) shares;
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
    VEC(struct logged_site) sites;
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
    vec_each(struct clone, clone, &log->clones)
        if (clone->node == node) return clone;
    return NULL;
}

static int new_site(struct escape_log *log, const struct node *node,
                    const struct meta_class *class) {
    double frequency = node->block ? node->block->frequency : -1;
    bool is_lock = node->kind == NODE_monitor_enter;
    struct logged_site site = {class, node->position, frequency, is_lock};
    arena_vec_push(log->arena, &log->sites, site);
    return (int)log->sites.count - 1;
}

static void add_share(struct escape_log *log, struct clone *clone, int site, double of_all) {
    vec_each(struct share, share, &clone->shares) {
        if (share->site != site) continue;
        share->of_all += of_all;
        return;
    }
    arena_vec_push(log->arena, &clone->shares, (struct share){site, of_all});
}

/* Remembers that [node], which goes, was this site, so that its clones find it. */
static void note_gone(struct escape_log *log, const struct node *node,
                      const struct meta_class *class) {
    if (find_clone(log, node)) return;
    struct clone gone = {.node = (struct node *)node, .reason = REASON_none};
    add_share(log, &gone, new_site(log, node, class), 1);
    arena_vec_push(log->arena, &log->clones, gone);
}

void escape_log_virtualized(struct escape_log *log, const struct node *origin) {
    note_gone(log, origin, origin->extra.class);
}

void escape_log_unlocked(struct escape_log *log, const struct node *enter,
                         const struct meta_class *class) {
    note_gone(log, enter, class);
}

/* Adds the sites that [object] may be of. A merge is the only successor of its predecessors. */
static void add_shares(struct escape_log *log, struct clone *clone,
                       const struct virtual_object *object, double of_all) {
    if (!object->parts) {
        const struct clone *known = find_clone(log, object->origin);
        for (uint32_t i = 0; i < known->shares.count; i++)
            add_share(log, clone, known->shares.items[i].site,
                      known->shares.items[i].of_all * of_all);
        return;
    }
    uint32_t count = object->merge->predecessors.count;
    double all = 0;
    for (uint32_t i = 0; i < count; i++) all += object->merge->predecessors.items[i]->frequency;
    for (uint32_t i = 0; i < count; i++) {
        double part = object->merge->predecessors.items[i]->frequency;
        add_shares(log, clone, object->parts[i], of_all * (all > 0 ? part / all : 1.0 / count));
    }
}

/* The nearest position in the block: preferably of what comes before. */
static const struct position *position_near(const struct node *place) {
    for (const struct node *node = place; node; node = node->previous)
        if (node->position) return node->position;
    for (const struct node *node = place; node; node = node->next)
        if (node->position) return node->position;
    return NULL;
}

void escape_log_materialized(struct escape_log *log, const struct virtual_object *object,
                             struct node *clone, const struct node *place, enum reason reason) {
    struct clone entry = {.node = clone, .where = position_near(place), .reason = reason};
    add_shares(log, &entry, object, 1);
    arena_vec_push(log->arena, &log->clones, entry);
}

const struct position *const *escape_log_origins(struct escape_log *log,
                                                 const struct virtual_object *object) {
    struct clone all = {0};
    VEC(const struct position *) origins = {0};
    add_shares(log, &all, object, 1);
    vec_each(struct share, share, &all.shares) {
        const struct position *position = log->sites.items[share->site].position;
        if (position) arena_vec_push(log->arena, &origins, position);
    }
    arena_vec_push(log->arena, &origins, NULL);
    return origins.items;
}

void escape_log_locked(struct escape_log *log, const struct node *enter, struct node *clone,
                       enum reason reason) {
    struct clone entry = {.node = clone, .where = enter->position, .reason = reason};
    const struct clone *known = find_clone(log, enter);
    entry.shares.items = known->shares.items;
    entry.shares.count = known->shares.count;
    arena_vec_push(log->arena, &log->clones, entry);
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
static void send(const struct escape_log *log, enum event_kind kind, const struct logged_site *site,
                 const struct position *where, double frequency, enum reason reason) {
    compilation_tell(log->graph->compilation, (struct event){
                                                  .kind = kind,
                                                  .reason = reason,
                                                  .position = where,
                                                  .origin = site->position,
                                                  .subject = site->class ? site->class->name : NULL,
                                                  .frequency = frequency,
                                              });
}

static bool has_clone(const struct escape_log *log, int site) {
    vec_each(struct clone, clone, &log->clones) {
        if (clone->node->is_dead) continue;
        vec_each(struct share, share, &clone->shares)
            if (share->site == site) return true;
    }
    return false;
}

static void report_sites(const struct escape_log *log) {
    for (uint32_t i = 0; i < log->sites.count; i++) {
        const struct logged_site *site = &log->sites.items[i];
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
        vec_each(struct share, share, &clone->shares) {
            const struct logged_site *site = &log->sites.items[share->site];
            send(log, site->is_lock ? EVENT_lock_kept : EVENT_materialized, site, clone->where,
                 clone->node->block->frequency * share->of_all, clone->reason);
        }
    }
}

static enum reason kept_reason(const struct escape_log *log, const struct node *allocation) {
    vec_each(struct kept, kept, &log->kept) {
        if (kept->allocation == allocation) return kept->reason;
    }
    return REASON_unknown_use;
}

static void report_original(const struct escape_log *log, const struct node *node) {
    if (find_clone(log, node)) return;
    if (node_kind_makes(node->kind))
        compilation_report(log->graph->compilation, EVENT_allocation_kept, node,
                           node->extra.class->name, 0, kept_reason(log, node));
    if (node->kind != NODE_monitor_enter) return;
    const struct node *locked = node->inputs[0];
    bool is_ours = node_kind_makes(locked->kind);
    compilation_report(log->graph->compilation, EVENT_lock_kept, node,
                       is_ours ? locked->extra.class->name : NULL, 0,
                       is_ours ? kept_reason(log, locked) : REASON_not_allocated_here);
}

void escape_log_report(struct escape_log *log) {
    report_sites(log);
    report_clones(log);
    for (int i = 0; i < log->graph->order_count; i++) {
        block_each_node(node, log->graph->order[i]) report_original(log, node);
    }
}
