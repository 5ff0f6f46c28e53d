/* Class files that nobody vouches for, in a VM: damaged at random, judged, and run when they were
 * judged right. */
#ifndef TESTS_UNTRUSTED_H
#define TESTS_UNTRUSTED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"

/* Damages a class file in place, most often so that only the verifier can tell: an instruction
 * becomes another of the same length, an operand another number. */
void class_mutate(uint8_t *bytes, size_t size, struct rng *rng);

/* Can the class be read, and is its code right if every class is any other's superclass? In this
 * process, so that a fuzzer sees where its inputs lead. */
bool class_is_plausible(const uint8_t *bytes, size_t size);

/* Starts the VM that judges; [class_path] may be NULL. Nothing of the inputs stays in it. With
 * [is_compiled], what is run is compiled first. */
void untrusted_start(const char *class_path, bool is_compiled);

struct judgement {
    bool is_right;       /* defined and verified */
    bool is_broken;      /* the VM crashed: a finding */
    char exception[256]; /* of a class that is wrong: "java.lang.VerifyError: ..." */
};

/* Judges in a forked child, a class of the library under another name; with [is_run], all methods
 * of a right class are interpreted with made-up arguments, for at most a fifth of a second, or ten
 * with compilation. */
struct judgement untrusted_judge(const uint8_t *bytes, size_t size, bool is_run);

#endif
