/* Values of the protocol and of Java. */
#ifndef ADAPTERS_HOTSPOT_VALUES_H
#define ADAPTERS_HOTSPOT_VALUES_H

#include "adapters/hotspot/classes.h"

/* The value of a parameter whose descriptor begins at [type]; references are local. False, with why in [fault]. */
bool value_read(struct program_classes *classes, json_t *value, const char *type, jvalue *out,
                struct strbuf *fault);
/* A result of the type whose descriptor begins at [type]; the caller owns it. */
json_t *value_tell(struct java *java, const char *type, jvalue result);
/* What was thrown, which is cleared. */
json_t *value_thrown(struct java *java, jthrowable thrown);

#endif
