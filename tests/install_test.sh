#!/bin/sh
# What cmake --install makes is whole: programs outside of the tree compile and link with what pkg-config says of it, and run;
# jittest and jitvm run from another directory; and no file of a release build names the tree that it was built in.
#
#     install_test.sh CMAKE SOURCE_DIRECTORY BUILD_DIRECTORY BUILD_TYPE
set -eu
cmake=$1 source=$2 build=$3 type=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$cmake" --install "$build" --prefix "$scratch/staged" > "$scratch/log" || { cat "$scratch/log"; exit 1; }
mv "$scratch/staged" "$scratch/installed" # it may be moved
prefix=$scratch/installed
pc=$(find "$prefix" -name jitvm.pc)
export PKG_CONFIG_PATH="${pc%/*}"
mkdir "$scratch/elsewhere"
cd "$scratch/elsewhere"

same() { # EXPECTED, COMMAND...
    expected=$1
    shift
    printed=$("$@" 2>&1) || { echo "$* failed: $printed"; exit 1; }
    case $printed in *"$expected"*) ;; *) echo "$*: '$printed' lacks '$expected'"; exit 1 ;; esac
}

cat > embed.c << 'END'
#include <string.h>
#include <vm.h>

int main(void) {
    static const char text[] = "class A { static int twice(int x) { return x + x; } }";
    struct diag diag = DIAG_INIT;
    struct vm_options options = vm_options_default();
    struct vm *vm = vm_create(&options, &diag);
    struct java_source source = {"A.java", text, strlen(text), 1, 1, NULL};
    if (!vm || !vm_define_sources(vm, &source, 1, &diag)) return 1;
    struct method *method = vm_find_method(vm, "A.twice", &diag);
    if (!method) return 2;
    int64_t sum = 0;
    for (int i = 0; i < 1000; i++) sum += vm_call(vm, method, &(union value){.i = i}).value.i;
    printf("%d %s\n", (int)sum, vm_is_compiled(method) ? "compiled" : "interpreted");
    vm_destroy(vm);
    return 0;
}
END
for static in "" --static; do
    # shellcheck disable=SC2046,SC2086 # they are lists
    cc -Wall -Wextra -Werror embed.c $(pkg-config --cflags --libs $static jitvm) -o embed
    same "999000 compiled" ./embed
done

# A profiler of somebody else's: rules, and a table of what they count.
cat > exits.c << 'END'
#include <string.h>
#include <vm.h>
#include <profilers/profilers.h>

static const struct vm_rule rules[] = {{.point = POINT_exit}};
static const enum vm_key by[] = {BY_method};
static const struct profiler_value values[] = {
    {.name = "exits", .header = "exits", .kind = PROFILE_COUNT, .split = BY_COUNT}};
static const struct profiler exits = {.name = "exits", .meaning = "returns",
    .rules = rules, .rule_count = 1, .by = by, .by_count = 1, .values = values, .value_count = 1};

int main(void) {
    static const char text[] = "class A { static int twice(int x) { return x + x; } }";
    struct diag diag = DIAG_INIT;
    struct arena arena;
    arena_init(&arena);
    struct profilings all = {.arena = &arena};
    struct profiling_options asked = {0};
    struct vm_options options = vm_options_default();
    struct vm *vm = vm_create(&options, &diag);
    struct java_source source = {"A.java", text, strlen(text), 1, 1, NULL};
    if (!vm || !vm_define_sources(vm, &source, 1, &diag)) return 1;
    if (!profilings_add(&all, &exits, &asked, &diag)) return 2;
    if (!profilings_begin(&all, vm, &asked, "A", &diag)) return 3;
    struct method *method = vm_find_method(vm, "A.twice", &diag);
    for (int i = 0; i < 1000; i++) vm_call(vm, method, &(union value){.i = i});
    struct profile_tables tables = profilings_read(&all);
    const struct profile_cell *row = tables.tables[0].rows[0];
    printf("%s %d\n", row[0].text, (int)row[1].number);
    arena_release(&arena);
    vm_destroy(vm);
    return 0;
}
END
# shellcheck disable=SC2046
cc -Wall -Wextra -Werror exits.c $(pkg-config --cflags --libs jitvm) -o exits
same "A.twice(I)I 1000" ./exits

cp "$prefix"/share/doc/jittest/examples/c/partial_escape.c .
# shellcheck disable=SC2046
cc -Wall -Wextra -Werror partial_escape.c $(pkg-config --cflags --libs jittest) -o partial_escape
same "100%" ./partial_escape

same "1 passed" "$prefix/bin/jittest" "$prefix/share/doc/jittest/examples/01-first-spec"
echo 'class Main { public static void main(String[] words) { System.out.println(String.join("-", words)); } }' > Main.java
if command -v luajit > /dev/null; then
    same "1 passed" "$prefix/bin/jittest" "$prefix/share/doc/jittest/examples/04-other-compilers/lua/an_object_that_never_escapes_is_not_allocated.yaml"
fi
same "a-b" "$prefix/bin/jitvm" --java Main.java Main a b

[ "$type" = Debug ] && exit 0 # debuggers shall find the sources
if grep -rlF -e "$source" -e "$build" "$prefix"; then
    echo "these files name the tree that they were built in"
    exit 1
fi
