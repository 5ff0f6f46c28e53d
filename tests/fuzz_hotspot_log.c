/* libFuzzer's entry to parse_hotspot_log; ci/fuzz builds and runs it. */
#include <stdint.h>

#include "parsers.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    parse_hotspot_log((const char *)bytes, size);
    return 0;
}
