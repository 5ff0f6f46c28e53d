/* The table's values. */
#include "ir/limits.h"

const double limit_defaults[LIMIT_COUNT] = {
#define LIMIT(name, phase, value, meaning) [LIMIT_##name] = value,
#include "ir/limits.def"
#undef LIMIT
};
