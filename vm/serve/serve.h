/* The VM as an adapter of jittest (docs/protocol.md): it answers questions from one descriptor on another, until the last. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

/* [adapter]: its name, for messages. Returns the exit status: 1 where the environment names no descriptors, or what is asked
 * is no question, or out of order; else 0. */
int serve(const char *adapter);

#endif
