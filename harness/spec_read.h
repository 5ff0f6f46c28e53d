/* Shared by the files that read a spec from its tree; only they include this. Each function reports
 * all that is wrong to the reader's diag, and continues with the rest; [node] is NULL where a
 * required section is missing, which has been reported already. */
#ifndef HARNESS_SPEC_READ_H
#define HARNESS_SPEC_READ_H

#include "harness/spec.h"
#include "sections/yaml_tree.h"

struct spec_reader {
    struct arena *arena;
    struct diag *diag;
    const char *file;
    bool is_damaged; /* what is wrong in the expectation being read was taken out of it */
};

/* Paths in a spec are relative to its file. */
const char *spec_path(struct spec_reader *reader, const char *path);
struct spec_text spec_text_of(const struct yaml_node *scalar);
/* A name or a list of names, already checked. */
void spec_texts_add(struct spec_reader *reader, const struct yaml_node *node,
                    struct spec_texts *out);
const char *spec_flow(struct spec_reader *reader, const struct yaml_node *node);
struct spec_value spec_value_of(const struct yaml_node *scalar);

bool spec_read_run(struct spec_reader *reader, struct yaml_node *node, struct run_spec *out);
/* [profile] receives the probes that the expectations need. */
bool spec_read_expectations(struct spec_reader *reader, const struct yaml_node *node,
                            struct spec_expectations *out, unsigned *profile);

/* The error of a tolerance that leaves nothing out. [in]: " in 50 iterations", or nothing. */
bool tolerance_error(const struct bound *bound, const char *in, struct place place,
                     struct diag *diag);

#endif
