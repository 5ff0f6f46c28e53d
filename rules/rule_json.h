/* Rules as the protocol of adapters has them (docs/protocol.md, Rules): JSON, and back. */
#ifndef RULES_RULE_JSON_H
#define RULES_RULE_JSON_H

#include <jansson.h>

#include "event/rule.h"

/* New; neither its function nor what it sums is told. */
json_t *json_of_rule(const struct vm_rule *rule);
/* In [arena]. False with what is wrong in [diag], which has no place. */
bool rule_of_json(const json_t *json, struct arena *arena, struct vm_rule *out, struct diag *diag);

#endif
