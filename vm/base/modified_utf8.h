/* Text of class files (JVMS 4.4.7) as the rest of the world writes it. */
#ifndef BASE_MODIFIED_UTF8_H
#define BASE_MODIFIED_UTF8_H

/* Its UTF-8, interned, up to its first NUL; lone surrogates become '?', as where strings are
 * printed. */
const char *intern_utf8_of_modified(const char *text);

#endif
