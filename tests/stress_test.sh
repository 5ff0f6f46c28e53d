#!/bin/sh
# What ci/stress_specs and ci/stress_program report: what is red under stress, but for a spec or program that says that it is not
# for this stress, and each such line that is wrong or not needed. And what a failed allocation keeps from running is no mistake of
# the spec.
#
#     stress_test.sh JITTEST SOURCE_DIRECTORY SCRATCH_DIRECTORY
set -u
jittest=$1 source=$2 scratch=$3
failures=0

rm -rf "$scratch"
mkdir -p "$scratch/specs/some"
cd "$scratch" || exit 1

spec() { # name, first line; the rest from standard input
    { echo "$2"; cat; } > "specs/some/$1.yaml"
}

kept() { # name, first line
    spec "$1" "$2" << 'EOF'
target:
  java: |
    class A {
        static Object last;
        static void foo() { last = new A(); }
    }
run: { call: A.foo, iterations: 30 }
expect:
  - { allocation: A, kind: TLAB }
relies_on: { none: "it is stored into a static field" }
EOF
}

stress() { # exit status
    "$source/ci/stress_specs" "$jittest" specs collect fail=1 > actual 2>&1
    status=$?
    [ $status -eq "$1" ] || { echo "FAILED: ended with $status, not $1"; cat actual; failures=$((failures + 1)); }
}

says() { # a regular expression
    grep -Eq "$1" actual || { echo "FAILED: nothing says '$1':"; cat actual; failures=$((failures + 1)); }
}

spec initialised '' << 'EOF'
target:
  java: |
    class Note {}
    class A {
        static final int[] model = {1, 2, 3};
        static Object last;
        static void foo(Object o) { last = model.clone(); }
    }
run: { call: A.foo, args: [{ new: A }], warm_up: { args: [{ new: Note }] }, iterations: 30 }
expect:
  - { allocation: { in: A.foo, of: 'int[]' }, kind: NATIVE }
relies_on: { none: "a native makes it" }
EOF
sed 's/new: A/new: Note/' specs/some/initialised.yaml > specs/some/cloned.yaml
kept kept '# Not under stress collect, fail=300: there is no buffer'
stress 0

kept silent '#'
kept passing '# Not under stress collect, fail=1: there is no buffer'
kept unreasoned '# Not under stress collect:'
kept unnamed '# Not under stress: there is no buffer'
kept unknown '# Not under stress collect, fail=7: there is no buffer'
stress 1
says '^FAIL: some/silent '
says 'observed  TLAB 0 '
says '^some/passing says "Not under stress fail=1", and does not fail under it'
says 'unreasoned.yaml:1:.*wrong: say'
says 'unnamed.yaml:1:.*wrong: say'
says 'unknown.yaml:1:.*wrong: say'
grep -Eq 'some/(kept|passing) \(' actual && { echo "FAILED: what is left out is reported:"; cat actual; failures=$((failures + 1)); }

rm -r specs
stress 1
says 'did not come to its end: .*specs'

# A VM that prints something else where all code goes at each poll.
cat > vm << 'EOF'
#!/bin/sh
case "$*" in *"--evict-always A"*) echo other ;; *) echo same ;; esac
EOF
chmod +x vm

program() { # exit status, the source, the modes
    echo "$2" > A.java
    "$source/ci/stress_program" ./vm classes "${3:-threads}" A.java > actual 2>&1
    status=$?
    [ $status -eq "$1" ] || { echo "FAILED: '$2' ended with $status, not $1"; cat actual; failures=$((failures + 1)); }
}

program 1 'class A {}'
says "^FAILED: A with '.* --evict-always' prints something else"
program 1 'class A {}' races
says "^FAILED: A with '.* --evict-always' prints something else"
program 0 '// Not under stress --evict-always: each round compiles all again.'
program 1 '// Not under stress --deoptimize-always --evict-always: each round compiles all again.'
says "^FAILED: A says 'Not under stress --deoptimize-always --evict-always', and no mode ends so"

[ $failures -eq 0 ] && echo "what stress shows is reported"
exit $((failures > 0))
