/* What an embedder asks of the compiler: directives about single methods, and probes that the VM
 * inserts by itself, both as bits; and who carries out an allocation. */
#ifndef DIRECTIVES_H
#define DIRECTIVES_H

/* Of method->directives. */
enum vm_directive { VM_NEVER_INLINE = 1, VM_ALWAYS_INLINE = 2, VM_NEVER_COMPILE = 4 };

/* Operations that are counted. */
enum vm_site_probe { VM_PROBE_ALLOCATIONS = 1, VM_PROBE_LOCKS = 2, VM_PROBE_CALLS = 4 };

/* Who carries an allocation out: compiled code, or the interpreter, for a bytecode that allocates;
 * deoptimisation, for one whose object compiled code had virtual; a native for the bytecode that
 * calls it; the VM for any other, as for one that throws. */
enum vm_maker { VM_COMPILED_CODE, VM_INTERPRETER, VM_DEOPTIMIZATION, VM_NATIVE, VM_ITSELF };

#endif
