/* Functions that handlers of signals call: they may come while ThreadSanitizer is at work in the same thread, and ask it for nothing. */
#ifndef BASE_HANDLER_H
#define BASE_HANDLER_H

#ifdef __SANITIZE_THREAD__
#define IN_HANDLER __attribute__((no_sanitize("thread")))
#else
#define IN_HANDLER
#endif

#endif
