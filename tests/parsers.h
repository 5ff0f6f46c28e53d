/* Every parser of the project as a function from bytes, for inputs that nobody vouches for: each
 * reads or refuses with a message, and what it reads it can print, write and read again. A broken
 * promise ends the process (BUG). */
#ifndef TESTS_PARSERS_H
#define TESTS_PARSERS_H

#include <stddef.h>

void parse_specs(const char *bytes, size_t size);
void parse_profiler(const char *bytes, size_t size);
void parse_classfile(const char *bytes, size_t size);
void parse_java(const char *bytes, size_t size);
void parse_graph(const char *bytes, size_t size);
void parse_graph_test(const char *bytes, size_t size); /* its questions are asked, no phase runs */
void parse_tree(const char *bytes, size_t size);       /* it is written in every way, too */
void parse_classes_xml(const char *bytes, size_t size);
void parse_cycle_model(const char *bytes, size_t size); /* every instruction is priced */
void parse_manifest(const char *bytes, size_t size);
void parse_profile(const char *bytes, size_t size); /* what is read is written in every format */
void parse_hotspot_log(const char *bytes, size_t size);

#endif
