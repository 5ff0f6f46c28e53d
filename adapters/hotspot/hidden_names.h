/* Names of hidden classes, as of lambdas. The JVM's have an address, and the number of the lambda in the JVM: another one in each
 * process. Here they have the number of the class among those of the program that are called so: "A$$Lambda/0x0000000000000001". */
#ifndef ADAPTERS_HOTSPOT_HIDDEN_NAMES_H
#define ADAPTERS_HOTSPOT_HIDDEN_NAMES_H

#include "base/strbuf.h"

/* Adds a text of the JVM's with such names in it, as "A$$Lambda$7/0x00007f27b2000a08 run ()V". */
void add_hidden_names(struct strbuf *out, const char *text);
/* Begins anew. */
void hidden_names_forget(void);

#endif
