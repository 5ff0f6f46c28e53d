/* Numbers of command lines. */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* As strtod, of decimal numbers alone, without a sign or space before them. */
static inline double decimal_number(const char *text, char **end) {
    bool is_hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (!is_hexadecimal && *text && strchr("0123456789.", *text)) return strtod(text, end);
    *end = (char *)text;
    return 0;
}

#endif
