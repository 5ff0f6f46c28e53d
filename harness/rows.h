/* Rules that a spec is counted by, and what they counted during the measured calls: hits of counters, and rows by the keys
 * of rules that have some. */
#ifndef HARNESS_ROWS_H
#define HARNESS_ROWS_H

#include "event/rule_rows.h"
#include "harness/program.h"

/* The spec's own, then one for each method and kind of sites whose executions an expectation divides; those hit no
 * counter. */
struct spec_rules rows_rules(struct arena *arena, const struct spec *spec,
                             const struct target_method *target);
/* Where such sites are, and back; SITE_KIND_COUNT: there are none. */
enum vm_point site_point(enum site_kind kind);
enum site_kind site_kind_at(enum vm_point point);

struct rule_rows rows_begin(const struct program *program, int64_t iterations, struct arena *arena);
void rows_put(const struct rule_rows *rows, struct observation *out);
/* Those that the rules are, of a spec that calls [method]. [out] has room for all. */
void rows_put_probes(const struct spec_rules *rules, const char *method, struct arena *arena,
                     struct probe_observation *out);

#endif
