#!/bin/sh
# What ci/check_layers.sh, ci/check_tables.sh and ci/check_tags.sh find: nothing in the sources, and every fault that is planted in a copy of them.
#
#     checks_test.sh SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -u
source=$1 scratch=$2
failures=0
rm -rf "$scratch"
mkdir -p "$scratch"
(cd "$source" && find ci docs adapters assertions harness rules sections tests vm \( -name '*.[ch]' -o -name '*.def' -o -name layers.txt -o -name architecture.md \) -print0 | xargs -0 cp --parents -t "$scratch")

fail() {
    echo "$1"
    failures=$((failures + 1))
}

# finds CHECK TEXT...: CHECK fails on the copy and prints each TEXT.
finds() {
    check=$1
    shift
    printed=$("$source/ci/$check" "$scratch" 2>&1) && fail "$check ends with 0 where it should find: $*"
    for text; do
        printf '%s\n' "$printed" | grep -qF -- "$text" || fail "$check does not find: $text
$printed"
    done
}

# planted FILE LINE CHECK TEXT...: with LINE at the end of the FILE, CHECK prints each TEXT.
planted() {
    file=$scratch/$1 line=$2
    shift 2
    was_there=false
    [ -e "$file" ] && was_there=true && cp "$file" "$scratch/kept"
    mkdir -p "${file%/*}"
    printf '%s\n' "$line" >> "$file"
    finds "$@"
    if $was_there; then mv "$scratch/kept" "$file"; else rm "$file"; fi
}

for check in check_layers.sh check_tables.sh check_tags.sh; do
    "$source/ci/$check" "$scratch" || fail "$check finds something in the sources"
done

# Rows that nobody uses, with a column too many, and of a kind that nobody knows. What a text, a comment, a test or the table
# itself says is no use; what a macro pastes is.
mkdir -p "$scratch/vm/planted"
cat > "$scratch/vm/planted/planted.def" << 'END'
/* PLANTED(commented, 0) */
PLANTED(told,
        1)
PLANTED(pasted, 2) PLANTED(again, 3)
PLANTED(ranged, 4) /* needs no user: for this test */
UNKNOWN(5)
END
cat > "$scratch/vm/planted/planted.c" << 'END'
#define PLANTED(name, amount) PLANTED_##name, "amount" /* amount */
#include "planted/planted.def"
#define PASTE(name) (1 + PLANTED_##name)
const char *text = "PLANTED_told"; /* PLANTED_told */
int used = PASTE(pasted) + PLANTED_again;
END
echo 'int tested = PLANTED_told;' > "$scratch/vm/planted/planted_test.c"
tables=$(cd "$scratch" && find adapters assertions harness rules sections tests vm -name '*.def')
(cd "$scratch" && tar cf tables.tar $tables)
plant() { echo "$2" >> "$scratch/$1"; }
plant vm/event/events.def 'EVENT(planted, "planted", "-", "-", "-", "-", "more")'
plant vm/ir/rules.def 'RULE(planted, "escape", "planted")'
plant vm/ir/nodes.def 'NODE(planted, "planted", I, "", pure, none, no, none, none, none, again, 1)'
plant vm/backend/gccjit.def 'GCCJIT(gcc_jit_planted)'
plant vm/runtime/known.def 'KNOWN_CLASS(planted, "java/lang/Planted")'
plant assertions/decisions.def 'DECISION(planted_decision)'
finds check_tables.sh 'vm/planted/planted.def: nobody reads column 2 of PLANTED: amount' \
    'vm/planted/planted.def:2: nobody uses PLANTED_told of PLANTED' 'vm/planted/planted.def: nobody expands UNKNOWN' \
    'vm/event/events.def: nobody reads column 7 of EVENT' 'nobody uses EVENT_planted of EVENT' 'nobody uses RULE_planted of RULE' \
    'nobody uses NODE_planted of NODE' 'nobody uses gcc_jit_planted of GCCJIT' 'nobody uses planted of KNOWN_CLASS' \
    '_planted_decision of DECISION'
[ "$(printf '%s\n' "$printed" | wc -l)" = 10 ] || fail "check_tables.sh finds more than what was planted: $printed"
(cd "$scratch" && tar xf tables.tar && rm -r vm/planted)

planted vm/ir/planted.c '#include "opt/phase.h"' check_layers.sh 'vm/ir/planted.c:1: ir may not include opt/phase.h'
planted vm/ir/deeper/planted.h '#include "opt/phase.h"' check_layers.sh 'vm/ir/deeper/planted.h:1: ir may not include opt/phase.h'
planted vm/ir/planted.h '#  include "vm.h"' check_layers.sh 'vm/ir/planted.h:1: ir may not include vm.h'
planted vm/planted.c '#include "harness/run.h"' check_layers.sh 'vm/planted.c:1: vm may not include harness/run.h'
planted vm/vm.h '#include "runtime/object.h"' check_layers.sh 'vm.h may not include runtime/object.h'
planted vm/vm.h '#include "vm_internal.h"' check_layers.sh 'vm.h may not include vm_internal.h'
planted vm/tools/planted.c '#include "harness/run.h"' check_layers.sh 'vm/tools/planted.c:1: tools may not include harness/run.h'
planted harness/planted.c '#include "runtime/object.h"' check_layers.sh 'harness/planted.c:1: harness may not include runtime/object.h'
planted ci/layers.txt 'planted: base' check_layers.sh 'docs/architecture.md has no row for planted'
planted harness/planted.c '#include "vm_internal.h"' check_layers.sh 'harness/planted.c:1: harness may not include vm_internal.h'
planted harness/planted.c '#include "vm.h"' check_layers.sh 'harness/planted.c:1: harness may not include vm.h'
planted harness/planted.c '#include "harness/t_vm.h"' check_layers.sh 'harness may not include harness/t_vm.h'
planted assertions/planted.h '#include "vm.h"' check_layers.sh 'assertions/planted.h:1: assertions may not include vm.h'
planted assertions/planted.c '#include "event/event.h"' check_layers.sh \
    'assertions/planted.c:1: assertions may not include event/event.h'
planted assertions/planted.c '#include "tests/untrusted.h"' check_layers.sh \
    'assertions/planted.c:1: assertions may not include tests/untrusted.h'
planted vm/attic/planted.c '#include "base/vec.h"' check_layers.sh 'vm/attic/planted.c:1: ci/layers.txt has no row for attic'

planted harness/planted.c 'struct virtual_object {' check_tags.sh \
    'virtual_object is defined 2 times: harness/planted.c:1 vm/escape/object_state.h:'
planted vm/ir/planted.c '    union { enum tristate { MAYBE } a; } b;' check_tags.sh \
    'tristate is defined 2 times: vm/ir/planted.c:1 vm/opt/facts.h:'
planted vm/ir/planted.h 'enum { TRISTATE_NO };' check_tags.sh "redeclaration of enumerator 'TRISTATE_NO'"
planted vm/ir/planted.h '#define STRBUF_INIT 0' check_tags.sh '"STRBUF_INIT" redefined'
planted vm/ir/planted.h 'static inline int class_is_interface(void) { return 0; }' check_tags.sh \
    "conflicting types for 'class_is_interface'"

# Where there is clang-format: a loop that .clang-format does not know, and a line that is not as it writes it.
if command -v clang-format > /dev/null; then
    format=$scratch/format
    for folder in adapters assertions bench examples harness rules sections tests vm; do mkdir -p "$format/$folder"; done
    cp "$source/.clang-format" "$format"
    cat > "$format/vm/planted.h" << 'END'
#define planted_each(item, list) \
    for (item = (list)->first; item; item = item->next)
#define planted_once(item) for (; item;) planted(item)
int  planted;
END
    printed=$("$source/ci/check_format.sh" "$format" 2>&1) && fail "check_format.sh finds nothing"
    for text in 'ForEachMacros lacks planted_each' 'planted.h:4'; do
        case $printed in *"$text"*) ;; *) fail "check_format.sh does not find: $text: $printed" ;; esac
    done
    case $printed in *"lacks planted_once"*) fail "check_format.sh takes a macro for a loop: $printed" ;; esac
fi

if [ $failures -ne 0 ]; then
    echo "$failures failures"
    exit 1
fi
