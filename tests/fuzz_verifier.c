/* libFuzzer's entry to the verifier; ci/fuzz builds and runs it. What is verified is run, in a
 * forked child: verified code may be wrong about anything but memory. */
#include <stdlib.h>

#include "base/rng.h"
#include "untrusted.h"

int LLVMFuzzerInitialize(int *count, char ***words);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed);

int LLVMFuzzerInitialize(int *count, char ***words) {
    untrusted_start(NULL, false);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    if (class_is_plausible(bytes, size) && untrusted_judge(bytes, size, true).is_broken) abort();
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t size, size_t most, unsigned seed) {
    struct rng rng;
    rng_init(&rng, seed);
    if (rng_below(&rng, 8) == 0) return LLVMFuzzerMutate(bytes, size, most);
    class_mutate(bytes, size, &rng);
    return size;
}
