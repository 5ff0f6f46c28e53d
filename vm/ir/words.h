/* Words of the text format that printer and parser share, by value. */
#ifndef IR_WORDS_H
#define IR_WORDS_H

#include "ir/node.h"

#define TYPE_COUNT      (TYPE_STATE + 1)
#define QUERY_COUNT     (QUERY_CALL_TYPE + 1)
#define CONDITION_COUNT (COND_NOT_BELOW + 1)
extern const char *const type_words[TYPE_COUNT];           /* enum node_type */
extern const char *const java_type_words[JAVA_TYPE_COUNT]; /* enum java_type */
extern const char *const condition_words[CONDITION_COUNT];
extern const char *const invoke_words[INVOKE_INTERFACE + 1];
extern const char *const query_words[QUERY_COUNT];
extern const char *const icg_place_words[3];

/* Index of [word] in the list, or -1. */
int word_index(const char *word, const char *const *words, int count);

#endif
