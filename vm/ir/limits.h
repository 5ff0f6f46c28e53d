/* The numbers of the compiler's policy (limits.def). A compilation has its own, which tests and
 * `--without` may have moved. */
#ifndef IR_LIMITS_H
#define IR_LIMITS_H

enum limit {
#define LIMIT(name, phase, value, meaning) LIMIT_##name,
#include "ir/limits.def"
#undef LIMIT
    LIMIT_COUNT
};

/* As the table says. */
extern const double limit_defaults[LIMIT_COUNT];

#endif
