/* What an embedder asks of the compiler: directives about single methods, and probes that the VM
 * inserts by itself. Both are bits. */
#ifndef DIRECTIVES_H
#define DIRECTIVES_H

/* Of method->directives. */
enum vm_directive { VM_NEVER_INLINE = 1, VM_ALWAYS_INLINE = 2, VM_NEVER_COMPILE = 4 };

/* Operations that are counted. */
enum vm_site_probe { VM_PROBE_ALLOCATIONS = 1, VM_PROBE_LOCKS = 2, VM_PROBE_CALLS = 4 };

#endif
