/* libFuzzer's entry to parse_cycle_model; ci/fuzz builds and runs it. */
#include <stdint.h>

#include "parsers.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    parse_cycle_model((const char *)bytes, size);
    return 0;
}
