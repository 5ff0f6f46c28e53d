/* What the compiler believes about counters. Requires block frequencies (cfg_compute). */
#include "icg/internal.h"
#include "ir/cfg.h"

struct forecast {
    const struct icg_set *set;
    const struct graph *graph;
    const double *frequencies; /* by order of the blocks; NULL: theirs */
    void (*tell)(void *context, const struct icg_belief *belief);
    void *context;
};

static double frequency_of(const struct forecast *forecast, const struct block *block) {
    return forecast->frequencies ? forecast->frequencies[block->order] : block->frequency;
}

/* How often the inserted code sets a flag: to [value], or to anything when that is negative. */
static double flag_stores(const struct forecast *forecast, const struct icg *icg, int flag,
                          int value) {
    double stores = 0;
    for (; icg; icg = icg->next) {
        block_each_node(node, icg->body->entry) {
            bool is_it = node->kind == NODE_flag_store && node->extra.integer == flag &&
                         (value < 0 || node->inputs[0]->extra.integer == value);
            if (is_it) stores += frequency_of(forecast, icg->anchor->block);
        }
    }
    return stores;
}

/* The share of executions in which a flag has the value that the guard asks for. */
static double share_of(const struct forecast *forecast, const struct icg_guard *guard) {
    double wanted = 0, all = 0;
    for (int i = 0; i < forecast->graph->order_count; i++) {
        block_each_node(node, forecast->graph->order[i]) {
            const struct icg *icg = icg_of(forecast->set, node);
            wanted += flag_stores(forecast, icg, guard->flag, guard->value);
            all += flag_stores(forecast, icg, guard->flag, -1);
        }
    }
    return all > 0 ? wanted / all : 0;
}

static void tell_count(const struct forecast *forecast, const struct node *node,
                       const struct block *block, double frequency) {
    struct icg_belief belief = {node, block, frequency};
    if (node->kind == NODE_count) forecast->tell(forecast->context, &belief);
}

static void tell_inserted(const struct forecast *forecast, const struct icg *icg,
                          const struct block *anchor, double frequency) {
    vec_each(struct icg_guard, guard, &icg->guards) frequency *= share_of(forecast, guard);
    vec_each(struct block *, block, &icg->body->blocks) {
        block_each_node(node, *block) tell_count(forecast, node, anchor, frequency);
    }
}

static void tell_all(const struct forecast *forecast) {
    const struct graph *graph = forecast->graph;
    for (int i = 0; i < graph->order_count; i++) {
        const struct block *block = graph->order[i];
        double frequency = frequency_of(forecast, block);
        if (forecast->frequencies && frequency == 0) continue;
        block_each_node(node, block) {
            tell_count(forecast, node, block, frequency);
            for (const struct icg *icg = icg_of(forecast->set, node); icg; icg = icg->next)
                tell_inserted(forecast, icg, block, frequency);
        }
    }
}

void icg_forecast(const struct icg_set *set, const struct graph *graph,
                  void (*tell)(void *context, const struct icg_belief *belief), void *context) {
    tell_all(&(struct forecast){set, graph, NULL, tell, context});
}

void icg_forecast_times(const struct icg_set *set, const struct graph *graph, const double *times,
                        void (*tell)(void *context, const struct icg_belief *belief),
                        void *context) {
    tell_all(&(struct forecast){set, graph, times, tell, context});
}
