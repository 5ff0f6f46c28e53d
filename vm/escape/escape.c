/* One round: analyse until every object is worth it, then apply. An object that becomes real in the
 * very block where it was allocated, and nothing was gained, is better left alone; without the rule
 * escape_partial, so is every object that becomes real at all. Leaving one alone may make others
 * escape (into it), so the walk then starts over. */
#include "escape/escape.h"

#include "escape/analysis.h"

/* What one walk found about an object. */
struct balance {
    int appears;            /* places where it materialises */
    bool appears_elsewhere; /* in another block than its allocation's */
    bool gains;             /* a load, a lock, ... was removed */
    bool is_part;           /* of a merged object */
    bool is_used;           /* as a virtual object in this walk */
    enum reason reason;     /* of the first materialisation */
};

static void start(struct analysis *analysis) {
    analysis->must_start_over = false;
    analysis->visits = 0;
    vec_clear(&analysis->nodes);
    for (uint32_t id = 0; id < analysis->graph->next_block_id; id++) {
        struct block_info *info = &analysis->blocks[id];
        info->out = NULL;
        info->only_successor = NULL;
        vec_clear(&info->merge);
        vec_clear(&info->body);
    }
    vec_each(struct virtual_object *, item, &analysis->objects) {
        struct virtual_object *object = *item;
        analysis_node(analysis, object->token)->object = object;
        analysis_node(analysis, object->phi ? object->phi : object->origin)->object = object;
    }
}

static struct block *home_of(const struct virtual_object *object) {
    return object->phi ? object->merge : object->origin->block;
}

static void weigh_group(struct balance *balances, const struct group *group) {
    vec_each(struct group_item, item, &group->items) {
        struct balance *balance = &balances[item->object->number];
        if (balance->appears++ == 0) balance->reason = item->reason;
        balance->appears_elsewhere |= group->block != home_of(item->object);
    }
}

static void weigh_effect(struct analysis *analysis, struct balance *balances,
                         const struct effect *effect) {
    if (effect->kind == EFFECT_MATERIALIZE) weigh_group(balances, effect->group);
    if (effect->kind == EFFECT_VIRTUALIZE) balances[effect->object->number].is_used = true;
    if (effect->kind == EFFECT_REPLACE || effect->kind == EFFECT_DELETE) {
        if (effect->object) balances[effect->object->number].gains = true;
    }
    if (effect->kind != EFFECT_MERGE) return;
    balances[effect->object->number].is_used = true;
    for (int i = 0; i < effect->input_count; i++)
        balances[analysis_object(analysis, effect->inputs[i].value)->number].is_part = true;
}

static struct balance *weigh(struct analysis *analysis) {
    struct balance *balances =
        ARENA_ARRAY(analysis->arena, struct balance, analysis->objects.count + 1);
    for (int i = 0; i < analysis->graph->order_count; i++) {
        struct block_info *info = &analysis->blocks[analysis->graph->order[i]->id];
        vec_each(struct effect, effect, &info->merge) weigh_effect(analysis, balances, effect);
        vec_each(struct effect, effect, &info->body) weigh_effect(analysis, balances, effect);
    }
    return balances;
}

/* The sabotage compares totals, as a compiler once did: one allocation gone, one made, nothing
 * changed. */
static bool is_worth_it(const struct analysis *analysis, const struct balance *balance) {
    bool is_moved = balance->appears_elsewhere;
    if (compilation_sabotaged(analysis->compilation, SABOTAGE_discard_balanced_motion))
        is_moved = false;
    if (balance->appears == 0) return true;
    if (!analysis_rule(analysis, RULE_escape_partial)) return false;
    return balance->appears > 1 || is_moved || balance->gains || balance->is_part;
}

/* Returns whether some object is left alone from now on. */
static bool leave_alone(struct analysis *analysis) {
    struct balance *balances = weigh(analysis);
    bool any = false;
    vec_each(struct virtual_object *, item, &analysis->objects) {
        struct virtual_object *object = *item;
        const struct balance *balance = &balances[object->number];
        if (!balance->is_used || object->is_kept || is_worth_it(analysis, balance)) continue;
        object->is_kept = any = true;
        object->kept_reason = balance->reason;
    }
    return any;
}

static bool has_effects(const struct analysis *analysis) {
    for (int i = 0; i < analysis->graph->order_count; i++) {
        const struct block_info *info = &analysis->blocks[analysis->graph->order[i]->id];
        if (info->merge.count > 0 || info->body.count > 0) return true;
    }
    return false;
}

bool escape_run(struct graph *graph, struct escape_log *log) {
    struct arena *arena = graph->compilation->arena;
    double visits = compilation_limit(graph->compilation, LIMIT_escape_visits);
    struct analysis analysis = {
        .graph = graph,
        .compilation = graph->compilation,
        .arena = arena,
        .liveness = liveness_compute(graph),
        .log = log,
        .blocks = ARENA_ARRAY(arena, struct block_info, graph->next_block_id),
        .visits_at_most = (long)(visits * graph->order_count),
    };
    do {
        start(&analysis);
        walk_graph(&analysis);
    } while (analysis.must_start_over || leave_alone(&analysis));
    if (!has_effects(&analysis)) return false;
    effects_apply(&analysis);
    return true;
}
