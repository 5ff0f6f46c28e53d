/* libFuzzer's entry to parse_manifest; ci/fuzz builds and runs it. */
#include <stdint.h>

#include "parsers.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    parse_manifest((const char *)bytes, size);
    return 0;
}
