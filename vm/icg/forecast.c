/* What the compiler believes about counters. Requires block frequencies (cfg_compute). */
#include "icg/internal.h"

struct forecast {
    const struct icg_set *set;
    const struct graph *graph;
    void (*tell)(void *context, const struct node *count, double frequency);
    void *context;
};

/* How often the inserted code sets a flag: to [value], or to anything when that is negative. */
static double flag_stores(const struct icg *icg, int flag, int value) {
    double stores = 0;
    for (; icg; icg = icg->next) {
        block_each_node(node, icg->body->entry) {
            bool is_it = node->kind == NODE_flag_store && node->extra.integer == flag &&
                         (value < 0 || node->inputs[0]->extra.integer == value);
            if (is_it) stores += icg->anchor->block->frequency;
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
            wanted += flag_stores(icg, guard->flag, guard->value);
            all += flag_stores(icg, guard->flag, -1);
        }
    }
    return all > 0 ? wanted / all : 0;
}

static void tell_inserted(const struct forecast *forecast, const struct icg *icg,
                          double frequency) {
    vec_each(struct icg_guard, guard, &icg->guards) frequency *= share_of(forecast, guard);
    vec_each(struct block *, block, &icg->body->blocks) {
        block_each_node(node, *block) {
            if (node->kind == NODE_count) forecast->tell(forecast->context, node, frequency);
        }
    }
}

void icg_forecast(const struct icg_set *set, const struct graph *graph,
                  void (*tell)(void *context, const struct node *count, double frequency),
                  void *context) {
    struct forecast forecast = {set, graph, tell, context};
    for (int i = 0; i < graph->order_count; i++) {
        double frequency = graph->order[i]->frequency;
        block_each_node(node, graph->order[i]) {
            if (node->kind == NODE_count) tell(context, node, frequency);
            for (const struct icg *icg = icg_of(set, node); icg; icg = icg->next)
                tell_inserted(&forecast, icg, frequency);
        }
    }
}
