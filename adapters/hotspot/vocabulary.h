/* What the adapter knows of HotSpot's words and options, for people. */
#ifndef ADAPTERS_HOTSPOT_VOCABULARY_H
#define ADAPTERS_HOTSPOT_VOCABULARY_H

/* Prints the tables to standard output. */
void vocabulary_print(void);

#endif
