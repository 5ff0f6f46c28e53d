/* Compiled code finds by plain loads what C code of another thread has made, and hands it to C. The processor keeps the order;
 * ThreadSanitizer, which does not see compiled code, is told so by whoever makes such things and by whoever is handed them. The
 * address names what they belong to: a tree of contexts, or the runtime for what initialisers of classes have written. */
#ifndef BASE_HANDOVER_H
#define BASE_HANDOVER_H

#ifdef __SANITIZE_THREAD__
void __tsan_acquire(void *address);
void __tsan_release(void *address);
static inline void handover_publish(void *address) { __tsan_release(address); }
static inline void handover_receive(void *address) { __tsan_acquire(address); }
#else
static inline void handover_publish(void *address) {}
static inline void handover_receive(void *address) {}
#endif

#endif
