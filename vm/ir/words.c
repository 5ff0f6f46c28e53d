/* The words themselves. */
#include "ir/words.h"

const char *const type_words[TYPE_COUNT] = {
    [TYPE_VOID] = "void",       [TYPE_INT] = "int",       [TYPE_LONG] = "long",
    [TYPE_FLOAT] = "float",     [TYPE_DOUBLE] = "double", [TYPE_REFERENCE] = "reference",
    [TYPE_ADDRESS] = "address", [TYPE_STATE] = "state",
};

const char *const java_type_words[JAVA_TYPE_COUNT] = {
    [JAVA_INT] = "int",       [JAVA_LONG] = "long",           [JAVA_FLOAT] = "float",
    [JAVA_DOUBLE] = "double", [JAVA_REFERENCE] = "reference", [JAVA_BOOLEAN] = "boolean",
    [JAVA_BYTE] = "byte",     [JAVA_CHAR] = "char",           [JAVA_SHORT] = "short",
    [JAVA_VOID] = "void",
};

const char *const condition_words[CONDITION_COUNT] = {
    [COND_EQ] = "eq", [COND_NE] = "ne", [COND_LT] = "lt",       [COND_GE] = "ge",
    [COND_GT] = "gt", [COND_LE] = "le", [COND_BELOW] = "below", [COND_NOT_BELOW] = "not_below",
};

const char *const invoke_words[INVOKE_INTERFACE + 1] = {
    [INVOKE_STATIC] = "static",
    [INVOKE_SPECIAL] = "special",
    [INVOKE_VIRTUAL] = "virtual",
    [INVOKE_INTERFACE] = "interface",
};

const char *const query_words[QUERY_COUNT] = {
    [QUERY_COMPILED] = "compiled",          [QUERY_INLINED] = "inlined", [QUERY_ROOT_NAME] = "root",
    [QUERY_ALLOCATION_TYPE] = "allocation", [QUERY_LOCK_TYPE] = "lock",  [QUERY_CALL_TYPE] = "call",
};

const char *const icg_place_words[3] = {"pred", "succ", "here"};

int word_index(const char *word, const char *const *words, int count) {
    for (int i = 0; i < count; i++) {
        if (!strcmp(word, words[i])) return i;
    }
    return -1;
}
