/* Inserted code graphs (the first paper, 3.3 to 3.6): profiling code that neither disturbs the compiler nor is lost.
 *
 * One icg_set a compilation. It is the compilation's edit listener: when build announces a method's graph, the regions
 * between icg_begin and icg_end are unlinked into graphs of their own (Algorithm 1), each attached to an anchor in the base
 * graph; every edit is followed (Algorithm 2); icg_splice puts them back (Algorithm 3). No phase knows it.
 *
 * Rules beyond the paper: a PRED block behind a constructor call whose receiver is a `new` of the same expression belongs to
 * that allocation. Whatever goes wrong inside inserted code (an exception, a failing check) ends the inserted code and
 * adds one to the counter of failed probes; it never reaches the base program. */
#ifndef ICG_ICG_H
#define ICG_ICG_H

#include "ir/compilation.h"

enum icg_place { ICG_PRED = 0, ICG_SUCC = 1, ICG_HERE = 2 };

struct icg {
    struct icg *next;          /* of the same anchor, in order of insertion */
    struct node *anchor;       /* base node; NULL: dropped */
    enum icg_place place;
    struct graph *body;        /* one entry, one block that ends with NODE_return: its exit */
    VEC(struct node *) weak;   /* sources of the weak edges by number: base nodes; NULL: gone */
    VEC(struct icg_guard) guards; /* runs only when all hold: see edit_merge */
};

struct icg_guard {
    int flag;
    int value;
};

struct icg_set; /* per compilation, in its arena */

/* Makes the set and installs it as compilation->listener. [discard]: regions are extracted and thrown away, the base
 * program is compiled as if it had no probes. */
struct icg_set *icg_install(struct compilation *compilation, bool discard);

/* Attaches inserted code that bumps a counter, as the VM's own site probes do: [where] PRED or SUCC of [anchor], or HERE
 * directly behind it. */
struct icg *icg_attach_counter(struct icg_set *set, struct node *anchor, enum icg_place place, int64_t *cell,
                               const char *name);

/* Evaluates the queries and splices every inserted code graph into the compilation's graph (3.5, 3.6). Dynamic queries
 * in base code read their default. */
void icg_splice(struct icg_set *set);

int icg_count(const struct icg_set *set); /* attached now */
/* The inserted code graphs of an anchor, or NULL. */
struct icg *icg_of(const struct icg_set *set, const struct node *anchor);

/* Where runs of icg code that failed are counted. */
void icg_set_failure_counter(struct icg_set *set, int64_t *cell);

#endif
