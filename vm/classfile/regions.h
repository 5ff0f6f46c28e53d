/* Inserted code in bytecode: what lies between DelimitationAPI.instrumentationBegin and
 * instrumentationEnd. The one place that knows which bytes of a method are the program's.
 *
 * A region begins with the instruction that loads the first marker's argument and ends after the
 * second marker. It is entered only at its start and left only at its end, or by throwing. Of
 * nested regions the outermost counts. */
#ifndef CLASSFILE_REGIONS_H
#define CLASSFILE_REGIONS_H

#include "classfile/classfile.h"

/* As DelimitationAPI numbers them. */
enum region_place { REGION_PRED, REGION_SUCC, REGION_HERE };

struct code_region {
    uint32_t start, end; /* bcis; end is exclusive */
};

struct code_regions {
    uint32_t count;
    const struct code_region *items; /* ascending, apart from each other */
    /* The method without them, as it would have been compiled: branches, handlers, lines and locals
     * moved; without StackMapTable, which is not looked at when code is checked. */
    const struct code *program;
    const uint16_t *program_bci; /* by bci, the code's length included: in [program]; of inserted
                                    code that of what follows it */
    const uint16_t *source_bci;  /* by bci of [program], its length included */
    const char *fault;           /* why they cannot be taken apart, or NULL; then there are none */
    uint32_t fault_bci;          /* of the region's start, or in it */
};

/* NULL when the code has no markers. [constants]: of its class. [parameter_slots]: the receiver's
 * included. Requires checked code. */
const struct code_regions *code_regions_find(struct arena *arena, const struct constant *constants,
                                             const struct code *code, uint16_t parameter_slots);

/* The class as if nothing had been inserted into its methods. Those whose regions cannot be taken
 * apart stay as they are. */
const struct classfile *classfile_without_regions(struct arena *arena,
                                                  const struct classfile *file);

/* The region that the instruction belongs to, or NULL. */
const struct code_region *code_regions_at(const struct code_regions *regions, uint32_t bci);
const struct code_region *code_region_at(const struct code *code, uint32_t bci);
/* What the region that starts there asks for. */
enum region_place code_region_place(const struct code *code, uint32_t start);
/* The program's code, and where an instruction is in it. */
const struct code *code_program(const struct code *code);
uint32_t code_program_bci(const struct code *code, uint32_t bci);

#endif
