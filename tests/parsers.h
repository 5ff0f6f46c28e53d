/* Every parser of the project as a function from bytes, for inputs that nobody vouches for: each
 * reads or refuses with a message, and what it reads it can print, write and read again. A broken
 * promise ends the process (BUG). */
#ifndef TESTS_PARSERS_H
#define TESTS_PARSERS_H

#include <stddef.h>

void parse_specs(const char *bytes, size_t size);
void parse_classfile(const char *bytes, size_t size);
void parse_java(const char *bytes, size_t size);
void parse_graph(const char *bytes, size_t size);
void parse_graph_test(const char *bytes, size_t size); /* its questions are asked, no phase runs */
void parse_manifest(const char *bytes, size_t size);

#endif
