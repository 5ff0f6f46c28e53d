#!/bin/sh
# The adapter of HotSpot (docs/adapters-hotspot.md) in conversations whose answers are known, with the JVM that is found: by
# JAVA_HOME, or java on the PATH. Skipped where there is none.
#
#     hotspot_adapter_test.sh ADAPTER JAVASUB CLASS_LIBRARY SCRATCH_DIRECTORY
set -u
adapter=$1 javasub=$2 classlib=$3 scratch=$4
failures=0
if [ -z "${JAVA_HOME:-}" ] && ! command -v java > /dev/null; then
    echo "skipped: no JVM is installed"
    exit 77
fi
rm -rf "$scratch"
mkdir -p "$scratch/classes" "$scratch/temporary"
cd "$scratch" || exit 1
export TMPDIR="$scratch/temporary"

fail() {
    echo "FAIL: $*"
    failures=$((failures + 1))
}

cat > All.java << 'END'
class A {
    int f;
    static A kept;
    static Object object;

    static void foo(boolean b) {
        A a = new A();
        if (b) bar(a);
    }

    static void bar(A a) { kept = a; }

    static void baz(boolean b) { bar(b ? kept : null); }

    static String all(boolean z, byte b, char c, short s, int i, long j, float f, double d, String text, int[] ints, Object[] objects) {
        return z + " " + b + " " + c + " " + s + " " + i + " " + j + " " + f + " " + d + " " + text + " " + ints[1] + " " + objects.length;
    }

    int plus(int n) { return f + n; }

    static double half(double d) { return d / 2; }

    static int divide(int a, int b) {
        A rest = new A();
        rest.f = a;
        if (b == 0) return rest.f / b;
        return rest.f / b;
    }

    static int twice(Object o) {
        synchronized (o) {
            synchronized (o) { return 1; }
        }
    }

    static void boxed(int n) { object = Integer.valueOf(n); }

    static void end(int status) { System.exit(status); }

    static int listed(java.util.ArrayList list) {
        list.add("a");
        return list.size();
    }

    static void start() {
        Thread thread = new Thread(() -> {
            while (kept == null) Thread.yield();
        });
        thread.setDaemon(true);
        thread.start();
    }

    static void print(String text) { System.out.println(text); }

    static boolean lock() {
        A a = new A();
        synchronized (a) { return a.f == 0; }
    }

    static Runnable runs(int n) { return () -> object = n; }

    static int applied(java.util.function.IntUnaryOperator operation, int n) { return operation.applyAsInt(operation.applyAsInt(n)); }

    static int added(int n) { return applied(value -> value + n, n); }

    static int hash(String text) { return java.util.Objects.hashCode(text); }

    static int quotient(int a, int b) { return a / b; }
}
END
"$javasub" -cp "$classlib" -d classes All.java || exit 1
bytes=$(base64 -w0 classes/A.class)

hello='{"ask":"hello","protocol":1,"switches":false}'
bye='{"ask":"bye"}'

define() { # method, descriptor, is it static, other members
    printf '{"ask":"define","call":{"class":"A","method":"%s","descriptor":"%s","static":%s},"classes":[{"name":"A","bytes":"%s"}],"class_path":[]%s}' \
        "$1" "$2" "$3" "$bytes" "${4:-}"
}

talk() { # what, status, then questions: answers to the file answers, one a line
    what=$1 status=$2
    shift 2
    printf '%s\n' "$@" > questions
    # What tells that the JVM ended the adapter outlives it: the answers end when nobody can tell more.
    # shellcheck disable=SC2086 # options are words
    { JITTEST_ASK=3 JITTEST_TELL=4 "$adapter" ${options:-} 3< questions > out 2> err; echo $? > status; } 4>&1 | cat > answers
    actual=$(cat status)
    [ "$actual" -eq "$status" ] || fail "$what: status $actual instead of $status: $(cat err answers | tail -c 400)"
    [ -z "$(ls -A "$TMPDIR")" ] || fail "$what: files are left: $(ls "$TMPDIR")"
}

says() { # number of the answer, text that is in it
    sed -n "$1p" answers | grep -qF -- "$2" || fail "$what: answer $1 has not $2: $(sed -n "$1p" answers | cut -c1-600)"
}

complains() { # text on standard error
    grep -qF -- "$1" err || fail "$what: standard error has not $1: $(head -c 400 err)"
}

warm_up() { # row, other: in turn, until compiled
    printf '{"ask":"warm_up","rows":[%s],"until":"compiled","at_most":100000,"after":100}' "$(
        i=0
        [ $# -eq 1 ] && echo "[200000,$1]" && exit
        while [ $i -lt 6000 ]; do
            printf '%s[1,%s],[1,%s]' "${comma:-}" "$1" "$2"
            comma=,
            i=$((i + 1))
        done
    )"
}

run() { printf '{"ask":"run","rows":[%s]}' "$1"; }

foo=$(define foo '(Z)V' true ',"never_inline":["A.bar(LA;)V"]')
talk "an object that escapes never" 0 "$hello" "$foo" "$(warm_up '[false]')" "$(run '[1000,[false]]')" '{"ask":"decisions"}' "$bye"
says 1 '"tell":"hello","protocol":1,"adapter":"hotspot","vm":"HotSpot'
says 1 '"tags":["hotspot","c2"]'
says 2 '{"tell":"defined"}'
says 3 '"tell":"compiled"'
says 3 '"tier":"c2"'
says 4 '"executions":1000,"in_code":[[1000,true]],"results":[[1000,"void"]],"sites":[],"deoptimizations":[],"story":null'
says 5 '"kind":"compiled"'
says 5 '{"kind":"virtualized","at":{"method":"A.foo(Z)V","bci":0,"line":7},"callers":[],"subject":"A"}'
says 5 '"unknown":{}'

talk "an object that escapes sometimes" 0 "$hello" "$foo" "$(warm_up '[true]' '[false]')" "$(run '[3,[true]],[5,[false]]')" '{"ask":"decisions"}' "$bye"
says 4 '{"kind":"allocation","at":{"method":"A.foo(Z)V","bci":0,"line":7},"subject":"A","effective":[[8,1]],"bytes":128}'
says 5 '"kind":"not_inlined","at":{"method":"A.foo(Z)V","bci":13,"line":8},"callers":[],"subject":"A.bar(LA;)V","reason":"disallowed by CompileCommand"'

options="--tier c1"
talk "C1" 0 "$hello" "$foo" "$(warm_up '[false]')" "$(run '[10,[false]]')" '{"ask":"decisions"}' "$bye"
says 1 '"tags":["hotspot","c1"]'
says 3 '"tier":"c1"'
says 4 '"effective":[[10,1]]'
says 5 '"kind":"compiled"'
says 5 '"kind":"inlined","at":{"method":"A.foo(Z)V","bci":4,"line":7},"callers":[],"subject":"A.<init>()V"'
options="--tier tiered"
talk "C2 after C1" 0 "$hello" "$foo" "$(warm_up '[false]')" "$(run '[10,[false]]')" '{"ask":"decisions"}' "$bye"
says 3 '"tier":"c2"'
says 4 '"sites":[]'
options=--background
talk "compiled in the background" 0 "$hello" "$foo" "$(warm_up '[false]')" "$(run '[10,[false]]')" "$bye"
says 3 '"tier":"c2"'
options=

talk "always_inline" 0 "$hello" "$(define baz '(Z)V' true ',"always_inline":["A.bar(LA;)V"]')" "$(warm_up '[true]' '[false]')" '{"ask":"decisions"}' "$bye"
says 4 '"subject":"A.bar(LA;)V","reason":"force inline by CompileCommand"'
talk "never_compile" 0 "$hello" "$(define baz '(Z)V' true ',"never_compile":["A.baz(Z)V"]')" \
    '{"ask":"warm_up","rows":[[20000,[true]]],"until":"compiled","at_most":20000,"after":100}' "$bye"
says 3 '{"tell":"not_evaluated","calls":20000,'
talk "a switch" 0 "$hello" "$(define foo '(Z)V' true ',"switches":{"DoEscapeAnalysis":false}')" "$(warm_up '[false]')" "$(run '[7,[false]]')" "$bye"
says 4 '"effective":[[7,1]]'

row='[true,-1,65,-2,3,9007199254740993,0.5,"NaN",{"text":"å"},{"array":"int","of":[1,22]},{"array":"java.lang.Object","of":[{"new":"A"},null]}]'
all='(ZBCSIJFDLjava/lang/String;[I[Ljava/lang/Object;)Ljava/lang/String;'
talk "values of all types" 0 "$hello" "$(define all "$all" true)" "{\"ask\":\"warm_up\",\"rows\":[[2,$row]],\"until\":\"calls\",\"at_most\":2,\"after\":0}" "$bye"
says 3 '"results":[[2,{"text":"true -1 A -2 3 9007199254740993 0.5 NaN å 22 2"}]]'
says 3 '"at_call":0'
talk "a receiver, and rows that come later" 0 "$hello" "$(define plus '(I)I' false)" \
    '{"ask":"warm_up","rows":[[2,[{"new":"A"},4]]],"until":"calls","at_most":3,"after":0}' '{"ask":"rows","rows":[[9,[{"new":"A"},-5]]]}' "$bye"
says 3 '{"tell":"more","calls":2}'
says 4 '"calls":3,'
says 4 '"results":[[2,4],[1,-5]]'
talk "numbers that JSON has not" 0 "$hello" "$(define half '(D)D' true)" \
    '{"ask":"warm_up","rows":[[1,["Infinity"]],[1,["NaN"]],[1,[3]]],"until":"calls","at_most":3,"after":0}' "$bye"
says 3 '"results":[[1,"Infinity"],[1,"NaN"],[1,1.5]]'
talk "null as receiver" 4 "$hello" "$(define plus '(I)I' false)" '{"ask":"warm_up","rows":[[1,[null,4]]],"until":"calls","at_most":1,"after":0}'
complains 'the receiver is null'
talk "a value of another type" 4 "$hello" "$(define foo '(Z)V' true)" '{"ask":"warm_up","rows":[[1,[4]]],"until":"calls","at_most":1,"after":0}'
complains '4 is no value of the type boolean'

talk "code that is left" 0 "$hello" "$(define divide '(II)I' true)" "$(warm_up '[6,3]')" "$(run '[3,[6,3]],[1,[6,0]],[2,[6,3]]')" "$bye"
says 4 '"results":[[3,2],[1,{"threw":"java.lang.ArithmeticException","message":"/ by zero"}],[2,2]]'
says 4 '"deoptimizations":[{"execution":3,"reason":"'
says 4 '"story":"call 4 threw java.lang.ArithmeticException: / by zero, in A.divide(II)I (line 26)"'
sed -n 4p answers | grep -q '"subject":"A"' && ! sed -n 4p answers | grep -qF '"subject":"A","effective":[[4,0]' &&
    fail "$what: the object that leaving code makes is an allocation: $(sed -n 4p answers)"
sed -n 4p answers | grep -qF '"in_code":[[6,true]]' && fail "$what: the executions after it began in compiled code"

talk "an exception of the JVM's where code is left" 0 "$hello" "$(define quotient '(II)I' true)" "$(warm_up '[6,3]')" "$(run '[3,[6,3]],[1,[6,0]],[2,[6,3]]')" "$bye"
says 4 '"deoptimizations":[{"execution":3,"reason":"div0_check"'
for class in java.lang.ArithmeticException java.lang.String 'byte[]'; do says 4 '"subject":"'"$class"'","effective":[[3,0],[1,1],[2,0]]'; done

talk "objects that the library makes" 0 "$hello" "$(define boxed '(I)V' true)" "$(warm_up '[1000]')" "$(run '[5,[1000]],[2,[1]]')" "$bye"
says 4 '{"kind":"allocation","at":{"method":"A.boxed(I)V","bci":1,"line":36},"subject":"java.lang.Integer","effective":[[5,1],[2,0]],"bytes":80}'

talk "a lambda, and what its call is inlined through" 0 "$hello" "$(define runs '(I)Ljava/lang/Runnable;' true)" "$(warm_up '[5]')" "$(run '[3,[5]]')" '{"ask":"decisions"}' "$bye"
says 4 '"results":[[3,{"object":"A$$Lambda/0x0000000000000001"}]]'
says 4 '"subject":"A$$Lambda/0x0000000000000001","effective":[[3,1]]'
says 5 '"subject":"A$$Lambda/0x0000000000000001.<init>(I)V"'
talk "lines of the library" 0 "$hello" "$(define hash '(Ljava/lang/String;)I' true)" "$(warm_up '[{"text":"ab"}]')" '{"ask":"decisions"}' "$bye"
sed -n 4p answers | grep -q '"at":{"method":"java.util.Objects.hashCode(Ljava/lang/Object;)I","bci":[0-9]*,"line":[1-9]' || fail "$what: $(sed -n 4p answers)"

talk "a lock of an object that does not escape" 0 "$hello" "$(define lock '()Z' true)" "$(warm_up '[]')" '{"ask":"decisions"}' "$bye"
says 4 '"kind":"lock_removed"'
talk "a compilation that is given up" 0 "$hello" "$(define twice '(Ljava/lang/Object;)I' true)" \
    '{"ask":"warm_up","rows":[[10000,[{"new":"A"}]]],"until":"compiled","at_most":10000,"after":100}' '{"ask":"decisions"}' "$bye"
says 3 '{"tell":"not_evaluated","calls":10000,"why":"cannot parse method'
says 4 '"kind":"bailed_out"'

talk "what the program prints" 0 "$hello" "$(define print '(Ljava/lang/String;)V' true)" \
    '{"ask":"warm_up","rows":[[1,[{"text":"printed"}]]],"until":"calls","at_most":1,"after":0}' "$bye"
[ "$(cat out)" = printed ] || fail "$what: $(cat out)"
[ -s err ] && fail "$what: $(cat err)"
talk "a program that ends" 3 "$hello" "$(define end '(I)V' true)" '{"ask":"warm_up","rows":[[1,[7]]],"until":"calls","at_most":1,"after":0}'
complains 'the program ended the JVM with System.exit(7)'

# --- what is wrong ---

talk "no JSON" 4 'hello'
complains 'no JSON'
talk "no question now" 4 "$hello" "$(run '[1,[true]]')"
complains "asked 'run', which is no question now"
talk "no such question" 4 "$hello" '{"ask":"dance"}'
complains "asked 'dance'"
talk "a method that is not there" 0 "$hello" "$(define gone '()V' true)" "$bye"
says 2 '{"tell":"error","message":"A has no static method gone()V"}'
talk "a class that is not there" 0 "$hello" '{"ask":"define","call":{"class":"B","method":"m","descriptor":"()V","static":true},"classes":[],"class_path":[]}' "$bye"
says 2 '"tell":"error","message":"java.lang.ClassNotFoundException: B"'
talk "bytes that are no class" 0 "$hello" '{"ask":"define","call":{"class":"B","method":"m","descriptor":"()V","static":true},"classes":[{"name":"B","bytes":"AAAA"}],"class_path":[]}' "$bye"
says 2 '"tell":"error","message":"java.lang.ClassFormatError'
talk "an option that is none" 0 "$hello" "$(define foo '(Z)V' true ',"vm_options":["-XX:+Nonsense"]')" "$bye"
says 2 '{"tell":"cannot","part":"vm_options","why":"'
says 2 "Unrecognized VM option 'Nonsense'"
talk "options that take away what is read" 0 "$hello" "$(define foo '(Z)V' true ',"switches":{"LogCompilation":false}')" "$bye"
says 2 '{"tell":"cannot","part":"switches","why":"-XX:-LogCompilation: decisions'
talk "without JVMTI's events the bytes of each call" 0 "$hello" "$(define foo '(Z)V' true ',"never_inline":["A.bar(LA;)V"],"vm_options":["-XX:-UseTLAB"]')" "$(warm_up '[true]' '[false]')" "$(run '[2,[true]],[3,[false]],[1,[true]]')" "$bye"
says 4 '"sites":[]'
says 4 '"allocation.rate":{"estimate":"this JVM'"'"'s JVMTI does not tell allocations: getThreadAllocatedBytes tells the bytes of each call"}'
says 4 '"bytes":[[6,16]],"sizes":{'
says 4 '"A":16'
talk "without WhiteBox the log says what is compiled" 0 "$hello" "$(define foo '(Z)V' true ',"vm_options":["-XX:-WhiteBoxAPI"]')" "$(warm_up '[false]')" "$(run '[10,[false]]')" "$bye"
says 4 '"in_code":[[10,true]]'
talk "a heap of another size" 0 "$hello" "$(define foo '(Z)V' true ',"vm_options":["-Xmx64m"]')" "$bye"
says 2 '{"tell":"defined"}'
talk "a heap that is too small" 1 "$hello" "$(define foo '(Z)V' true ',"vm_options":["-Xmx1k"]')"
says 2 '{"tell":"cannot","part":"vm_options","why":"'
talk "a tier that is none" 0 "$hello" "$(define foo '(Z)V' true ',"tier":"c3"')" "$bye"
says 2 '{"tell":"cannot","part":"tier","why":"there is no tier c3'
options="--home $scratch"
talk "no JVM at home" 3 "$hello"
complains "there is no JVM at $scratch (--home)"
options="--tier c9"
talk "no such tier" 2 "$hello"
options=
JITTEST_ASK='' "$adapter" 2> err && fail "no descriptors: status 0"
grep -q 'JITTEST_ASK is not the number of an open descriptor' err || fail "no descriptors: $(cat err)"

# --- more ---

talk "asking for bytes takes no code away" 0 "$hello" "$(define added '(I)I' true ',"vm_options":["-XX:-UseTLAB"]')" "$(warm_up '[7]')" "$(run '[300,[7]]')" "$bye"
says 4 '"in_code":[[300,true]]'
says 4 '"bytes":[[300,0]]'
talk "switches" 0 '{"ask":"hello","protocol":1,"switches":true}' "$bye"
says 1 '{"name":"DoEscapeAnalysis","is":true}'
options=--server
warm=$(warm_up '[false]')
talk "a JVM for two programs" 0 "$hello" "$(define foo '(Z)V' true)" "$warm" "$(run '[9,[false]]')" "$(define foo '(Z)V' true)" "$warm" "$(run '[9,[false]]')" '{"ask":"decisions"}' "$bye"
says 1 '"runs":"many"'
says 7 '"sites":[]'
[ "$(sed -n 3p answers)" = "$(sed -n 6p answers)" ] || fail "$what: the second is warm: $(sed -n '3p;6p' answers)"
listed='(Ljava/util/ArrayList;)I'
rows=$(printf '{"ask":"warm_up","rows":[[20000,[{"new":"java.util.ArrayList"}]]],"until":"compiled","at_most":20000,"after":100}')
talk "the library is cold again" 0 "$hello" "$(define listed "$listed" true)" "$rows" "$(define listed "$listed" true)" "$rows" "$(define listed "$listed" true)" "$rows" "$bye"
says 3 '"tell":"compiled"'
[ "$(sed -n 3p answers)" = "$(sed -n 5p answers)" ] && [ "$(sed -n 3p answers)" = "$(sed -n 7p answers)" ] || fail "$what: $(cut -c1-200 answers)"
both=$(warm_up '[true]' '[false]')
talk "methods that are treated in another way by each program" 0 "$hello" "$foo" "$both" '{"ask":"decisions"}' "$(define foo '(Z)V' true)" "$both" '{"ask":"decisions"}' \
    "$(define foo '(Z)V' true ',"always_inline":["A.bar(LA;)V"]')" "$both" '{"ask":"decisions"}' "$(define baz '(Z)V' true ',"never_compile":["A.baz(Z)V"]')" \
    '{"ask":"warm_up","rows":[[20000,[true]]],"until":"compiled","at_most":20000,"after":100}' "$bye"
says 4 '"subject":"A.bar(LA;)V","reason":"disallowed by CompileCommand"'
says 7 '"kind":"inlined","at":{"method":"A.foo(Z)V","bci":13'
says 7 '"reason":"inline (hot)"'
says 10 '"subject":"A.bar(LA;)V","reason":"force inline by CompileCommand"'
says 12 '{"tell":"not_evaluated","calls":20000,'
[ -s out ] && fail "$what: it printed $(cat out)"
talk "a program whose threads still run" 0 "$hello" "$(define start '()V' true)" '{"ask":"warm_up","rows":[[1,[]]],"until":"calls","at_most":1,"after":0}' "$(define foo '(Z)V' true)" "$bye"
says 4 '{"tell":"cannot","part":"call","why":"threads of the program before run here: a process of its own can"}'
talk "a JVM with other options" 0 "$hello" "$(define foo '(Z)V' true)" "$(define foo '(Z)V' true ',"switches":{"DoEscapeAnalysis":false}')" "$bye"
says 3 '{"tell":"cannot","part":"vm_options","why":"this JVM was started with other options'

[ "$failures" = 0 ] && echo "all conversations went as they must"
exit $((failures > 0))
