/* Rules and profilers in YAML: the one reader for files of `jitvm profile` and for specs. What is read is plain data
 * (event/rule.h) in the arena given, names and places of files are borrowed. All that is wrong is reported with its place;
 * what is left is never half a rule. */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include <stdio.h>

#include "event/profiler_file.h"
#include "sections/yaml_tree.h"

/* A profiler's name or its file: what ends in .yaml, or has a folder. */
bool profiler_is_in_file(const char *name);
/* NULL with an error in [diag]. */
const struct profiler_file *profiler_read_file(struct arena *arena, const char *file,
                                               struct diag *diag);
const struct profiler_file *profiler_read_text(struct arena *arena, const char *file,
                                               const char *text, size_t length, struct diag *diag);

/* Whose rules they are, and so what they may do. */
enum rules_of { RULES_OF_PROFILER, RULES_OF_SPEC };

/* The rules of a list. False with an error in [diag]. */
bool rules_read(struct arena *arena, const struct yaml_node *list, enum rules_of whose,
                struct diag *diag, const struct vm_rule **rules, size_t *count);

/* Is the text one that executions at [point] can have as [key], as far as is known without the program? False: with an error. */
bool key_text_check(enum vm_point point, enum vm_key key, const char *text, struct place place,
                    struct diag *diag);

/* The reference of all this, as Markdown. */
void rules_print_reference(FILE *out);

#endif
