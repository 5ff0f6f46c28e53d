/* For our own mistakes: BUG() says what and where, then aborts. A user's mistake goes through
 * diag.h, a compilation that is given up has a reason (event/reasons.def). */
#ifndef BASE_DIE_H
#define BASE_DIE_H

#define BUG(...)               die_bug(__FILE__, __LINE__, __func__, __VA_ARGS__)
#define ASSERT(condition, ...) ((condition) ? (void)0 : BUG(__VA_ARGS__))
#define UNREACHABLE()          BUG("unreachable")

_Noreturn void die_bug(const char *file, int line, const char *function, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* What die_bug prints before its message, e.g. "compiling A.foo(Z)V, phase pea"; NULL for nothing.
 * The string is borrowed until the next call. */
void die_set_context(const char *context);

#endif
