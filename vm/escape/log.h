/* Records for the decision log; see escape.h. */
#ifndef ESCAPE_LOG_H
#define ESCAPE_LOG_H

#include "escape/escape.h"
#include "escape/object_state.h"

/* [origin], an allocation of the graph, becomes virtual. Before it is eliminated. */
void escape_log_virtualized(struct escape_log *log, const struct node *origin);
/* [clone], placed before [place], is [object]; a merged one is what each of its parts was. */
void escape_log_materialized(struct escape_log *log, const struct virtual_object *object,
                             struct node *clone, const struct node *place, enum reason reason);
/* [enter] on a virtual object goes. Before it is eliminated. */
void escape_log_unlocked(struct escape_log *log, const struct node *enter,
                         const struct meta_class *class);
/* [clone] takes the lock of [enter], which is gone, later. */
void escape_log_locked(struct escape_log *log, const struct node *enter, struct node *clone,
                       enum reason reason);
/* The bytecodes that [object] may be of, ended by NULL. Once its allocation has become virtual. */
const struct position *const *escape_log_origins(struct escape_log *log,
                                                 const struct virtual_object *object);
/* Why an allocation was not even tried, or gained nothing. The last call counts. */
void escape_log_kept(struct escape_log *log, const struct node *allocation, enum reason reason);

#endif
