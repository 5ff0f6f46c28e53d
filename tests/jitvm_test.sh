#!/bin/sh
# jitvm as its user meets it: options, exit statuses, streams, what is told when something is wrong.
#
#     jitvm_test.sh JITVM CLASS_LIBRARY SCRATCH_DIRECTORY
set -u
jitvm=$1 classlib=$2 scratch=$3
failures=0
rm -rf "$scratch"
mkdir -p "$scratch"
cd "$scratch" || exit 1

cat > Main.java << 'END'
public class Main {
    static int divide(int a, int b) {
        return a / b;
    }

    public static void main(String[] arguments) {
        for (String argument : arguments) System.out.println("<" + argument + ">");
        if (arguments.length == 2) System.exit(7);
        if (arguments.length == 3) System.out.println(divide(1, 0));
        assert arguments.length != 4 : "four";
        System.err.println("end");
    }
}
END
echo 'class Broken { int f() { return "x"; } }' > Broken.java
mkdir -p java/own
cp "$classlib/java/lang/Object.class" Renamed.class
cp Renamed.class java/own
echo junk > Junk.class
echo 'public class PrivateMain { private static void main(String[] a) {} }' > PrivateMain.java
echo 'public class NoMain { public void main(String[] a) {} }' > NoMain.java

expect() { # what, status, text on the output (- for any), text on the error stream, arguments...
    what=$1 status=$2 out=$3 err=$4
    shift 4
    "$jitvm" "$@" > out 2> err
    actual=$?
    [ $actual -eq "$status" ] || fail "$what: status $actual instead of $status"
    case $(cat out) in $out) ;; *) fail "$what: the output is: $(cat out)" ;; esac
    case $(cat err) in $err) ;; *) fail "$what: the errors are: $(cat err)" ;; esac
}

fail() {
    echo "FAILED: $1"
    failures=$((failures + 1))
}

newline='
'
expect "a program" 0 "<a>" "end" --java Main.java Main a
expect "arguments that look like options" 0 "<--int>" "end" --java Main.java Main --int
expect "exit" 7 "<a>$newline<b>" "" --java Main.java Main a b
expect "an exception that nobody catches" 1 "*" "Exception in thread \"main\" java.lang.ArithmeticException: / by zero${newline}\
	at Main.divide(Main.java:3)${newline}	at Main.main(Main.java:9)" --java Main.java Main a b c
expect "assertions off" 0 "*" "end" --java Main.java Main 1 2 3 4
expect "assertions on" 1 "*" "Exception in thread \"main\" java.lang.AssertionError: four*" -ea --java Main.java Main 1 2 3 4
expect "the pipeline as it runs" 1 "*" "*compilation *: Main.divide(II)I$newline  row *nodes *after$newline  build *0 *[1-9]*$newline\
*$newline    escape round 1 *$newline  escape *$newline  lower *$newline  splice *$newline  lower inserted *$newline  generate *[0-9]${newline}compilation *" \
    --compile-threshold 1 --phases --java Main.java Main a b c
expect "times" 0 "*" "*microseconds$newline  build *[0-9].[0-9]$newline*" --compile-threshold 1 --phases --times --java Main.java Main a
expect "times alone" 2 "" "jitvm: --times needs --phases*" --times Main
expect "help" 0 "usage: jitvm*--stats*" "" --help
expect "help of a command" 0 "usage: jitvm compare FIRST.json [[]SECOND.json]${newline}compare two profiles *" "" compare --help
for command in compare metrics cross cache; do
    # Each option that the command's own usage names is explained.
    for option in $("$jitvm" $command --nope 2>&1 | grep -o -e '--[a-z-]*' | grep -v -e --nope | sort -u); do
        "$jitvm" $command --help | grep -q "^  $option [A-Z].*  [a-z]\|^  $option OPTION" || fail "jitvm $command --help does not explain $option"
    done
done
expect "help with commands" 0 "*Commands*$newline  metrics *" "" --help
expect "a main class called as a command" 1 "" "Error: Could not find or load main class metrics*" -cp . metrics
expect "help with ranges" 0 "*-O N *(default 2; 0 to 3)$newline*--heap BYTES *(default 256 MiB; 1 MiB to 64 GiB)$newline*" "" --help
twice=$("$jitvm" --help | sed -n 's/^  \(-[^ ]*\).*/\1/p' | sort | uniq -d)
[ -z "$twice" ] || fail "help names twice: $twice"
expect "an unknown option" 2 "" "jitvm: unknown option '--nope'; see jitvm --help" --nope Main
expect "an option without its value" 2 "" "jitvm: '--heap' needs a value; see jitvm --help" --heap
expect "a size that is none" 2 "" "jitvm: --heap needs a size in bytes (k, m and g are understood), not '1x'; see jitvm --help" \
    --heap 1x Main
expect "no class" 2 "" "jitvm: no main class is named; see jitvm --help" --int
expect "a class that is not there" 1 "" \
    "Error: Could not find or load main class no.where${newline}Caused by: java.lang.ClassNotFoundException: no.where" no.where
expect "a class without main" 1 "" "Error: Main method not found in class PrivateMain*" --java PrivateMain.java PrivateMain
expect "a source that does not compile" 1 "" "jitvm: Broken.java:1:*incompatible types*" --java Broken.java Broken
expect "a class path that is not there" 0 "" "end" -cp nowhere --java Main.java Main
expect "a file on the class path that is no jar" 0 "" "end" -cp Main.java --java Main.java Main
expect "a jar that is none" 1 "" "Error: Invalid or corrupt jarfile Main.java" -jar Main.java
expect "a jar that is not there" 1 "" "Error: Unable to access jarfile none.jar" -jar none.jar
expect "a main that is not static" 1 "" "Error: Main method is not static in class NoMain, please define the main method as:*" \
    --java NoMain.java NoMain
expect "a class of another name in the file" 1 "" "Error: Could not find or load main class Renamed${newline}Caused by: \
java.lang.NoClassDefFoundError: Renamed (wrong name: java/lang/Object)" -cp "$scratch" Renamed
expect "a file that is no class" 1 "" "Error: LinkageError occurred while loading main class Junk${newline}	\
java.lang.ClassFormatError: *" -cp "$scratch" Junk
expect "a class in a package of the class library" 1 "" "Exception in thread \"main\" java.lang.SecurityException: \
Prohibited package name: java.own" -cp "$scratch" java.own.Renamed
expect "a heap too small to start" 2 "" "jitvm: --heap is 1048576 to 68719476736, not '1k'; see jitvm --help" --heap 1k --java Main.java Main
expect "a heap too large" 2 "" "jitvm: --heap is 1048576 to 68719476736, not '65g'; see jitvm --help" --heap 65g --java Main.java Main
expect "statistics" 0 "<a>" "end$newline{\"interpreted_calls\": *}" --stats json --java Main.java Main a
expect "statistics after exit" 7 "*" "{\"interpreted_calls\": *}" --stats json --java Main.java Main a b
expect "a number that is too large" 2 "" "jitvm: -O is at most 3, not '4'; see jitvm --help" -O 4 Main
expect "a size that is too large" 2 "" "jitvm: --tlab is at most 32768, not '1g'; see jitvm --help" --tlab 1g Main
expect "a number that is none" 2 "" "jitvm: --loop-threshold needs a number, not '-1'; see jitvm --help" --loop-threshold -1 Main
expect "statistics in no format" 2 "" "jitvm: --stats is text or json, not 'xml'; see jitvm --help" --stats xml Main
expect "a file for no statistics" 2 "" "jitvm: --stats-file needs --stats; see jitvm --help" --stats-file stats Main
expect "a file for statistics that cannot be written" 1 "" "jitvm: cannot write 'no/where': No such file or directory" \
    --stats text --stats-file no/where --java Main.java Main
for format in text json; do
    expect "statistics onto a full disk" 3 "" "end${newline}jitvm: cannot write '/dev/full': No space left on device" \
        --stats $format --stats-file /dev/full --java Main.java Main
done
expect "what to dump, but not where" 2 "" "jitvm: --dump-method needs --dump; see jitvm --help" --dump-method main Main
expect "how often calls are sampled for nobody" 2 "" "jitvm: --sampled-every needs --sampled-inlining; see jitvm --help" \
    --sampled-every 10 Main
expect "a dump into a file" 1 "" "jitvm: cannot make 'Main.java': File exists" --dump Main.java --java Main.java Main
expect "classes into a file" 1 "" "jitvm: cannot make 'Main.java': File exists" --dump-classes Main.java --java Main.java Main
mkdir -p blocked/java && : > blocked/java/lang
expect "classes that cannot be written" 1 "" "jitvm: cannot write 'blocked/java/lang/Object.class': Not a directory" \
    --dump-classes blocked --java Main.java Main
mkdir -p late/Hidden.class
cat > Hidden.java << 'END'
public class Hidden {
    interface Task { int run(); }

    public static void main(String[] arguments) {
        Task task = () -> arguments.length;
        System.out.println(task.run());
    }
}
END
expect "classes, hidden ones too" 0 "0" "" --dump-classes dumped --java Hidden.java Hidden
for file in Hidden 'Hidden$Task' java/lang/Object; do
    [ -f "dumped/$file.class" ] || fail "no dumped/$file.class"
done
cmp dumped/java/lang/Object.class "$classlib/java/lang/Object.class" || fail "a class is dumped otherwise than it was defined"
[ "$(find dumped -name 'Hidden$$Lambda*' | wc -l)" -eq 1 ] || fail "hidden classes: $(find dumped -name 'Hidden*')"
expect "a class that cannot be written while the program runs" 3 "0" "jitvm: cannot write 'late/Hidden.class': Is a directory" \
    --dump-classes late --java Hidden.java Hidden
expect "a source that is not there" 1 "" "jitvm: cannot open 'no.java': No such file or directory" --java no.java Main
expect "a source without an end" 1 "" "jitvm: cannot read '/dev/zero': it is a device, not a file" --java /dev/zero Main
expect "a phase that does not exist" 1 "" "jitvm: phase or rule 'escap' does not exist; did you mean 'escape'?" \
    --without escap --java Main.java Main
mkdir broken
: > broken/libgccjit.so.0
export LD_LIBRARY_PATH="$scratch/broken"
expect "no code generator" 0 "<a>" "warning: code generator: *libgccjit.so.0: *; methods stay interpreted${newline}end" \
    --compile-threshold 1 --java Main.java Main a
unset LD_LIBRARY_PATH
expect "a file that cannot be written" 1 "" "jitvm: cannot write 'no/where': No such file or directory" \
    --events no/where --java Main.java Main

cat > Told.java << 'END'
public class Told {
    public static void main(String[] arguments) {
        System.out.println(System.getProperty("sun.java.command") + "|" + System.getProperty("java.version").indexOf('.'));
    }
}
END
expect "the command that runs" 0 "Told a  b|2" "" --java Told.java Told a " b"

cat > Ends.java << 'END'
public class Ends {
    static class Broken {
        static {
            if (true) throw new IllegalStateException("broken");
        }

        static void use() {
        }
    }

    static void use() {
        try {
            Broken.use();
        } catch (ExceptionInInitializerError e) {
            System.out.println(e.getCause());
        }
    }

    static void hook(Runnable hook) {
        Runtime.getRuntime().addShutdownHook(new Thread(hook));
    }

    static void start(Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
    }

    static void deadlock(Object mine, Object other) {
        synchronized (mine) {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                return;
            }
            synchronized (other) {
                System.out.println("no deadlock");
            }
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Thread main = Thread.currentThread();
        Object a = new Object(), b = new Object();
        switch (arguments[0]) {
        case "renamed":
            main.setName("principal");
            throw new IllegalStateException("x");
        case "thread":
            start(new Thread(() -> {
                throw new IllegalStateException("x");
            }));
            break;
        case "handler":
            Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println(t.getName() + " " + e));
            throw new IllegalStateException("x");
        case "handler that throws":
            Thread.setDefaultUncaughtExceptionHandler((t, e) -> {
                throw new UnsupportedOperationException("y");
            });
            throw new IllegalStateException("x");
        case "initializer":
            start(new Thread(() -> use(), "worker"));
            Broken.use();
            break;
        case "joined":
            new Thread(() -> {
                try {
                    main.join();
                } catch (InterruptedException e) {
                    return;
                }
                System.out.println(main.getState());
            }).start();
            break;
        case "halt":
            hook(() -> Runtime.getRuntime().halt(9));
            System.exit(3);
        case "late":
            hook(() -> hook(null));
            System.exit(3);
        case "deadlock":
            hook(() -> System.out.println("hook"));
            new Thread(() -> deadlock(a, b)).start();
            deadlock(b, a);
            break;
        case "TMPDIR":
            System.out.println(System.getenv("TMPDIR"));
            break;
        case "endless":
            System.out.println("begun");
            while (true) arguments = null;
        }
    }
}
END

# What java prints, but for the lines of its library.
thrown='Exception in thread "'
expect "a main thread with another name" 1 "" "${thrown}principal\" java.lang.IllegalStateException: x${newline}	at Ends.main(*" \
    --java Ends.java Ends renamed
expect "a thread that throws" 0 "" "${thrown}Thread-0\" java.lang.IllegalStateException: x${newline}	at Ends.lambda\$main\$*${newline}\
	at java.base/java.lang.Thread.run(Thread.java:*)" --java Ends.java Ends thread
expect "a default handler, for the main thread too" 1 "main java.lang.IllegalStateException: x" "" --java Ends.java Ends handler
expect "a handler that throws" 1 "" "${newline}Exception: java.lang.UnsupportedOperationException thrown from the \
UncaughtExceptionHandler in thread \"main\"" --java Ends.java Ends "handler that throws"
expect "an initialiser that threw in another thread" 1 "java.lang.IllegalStateException: broken" "${thrown}main\" \
java.lang.NoClassDefFoundError: Could not initialize class Ends\$Broken${newline}	at Ends.main(*${newline}\
Caused by: java.lang.ExceptionInInitializerError: Exception java.lang.IllegalStateException: broken [[]in thread \"worker\"]${newline}\
	at Ends\$Broken.<clinit>(*${newline}	at Ends.use(*" --java Ends.java Ends initializer
expect "a main thread that is waited for" 0 TERMINATED "" --java Ends.java Ends joined
expect "halt in a hook" 9 "" "" --java Ends.java Ends halt
expect "a hook in a hook" 3 "" "${thrown}Thread-0\" java.lang.IllegalStateException: Shutdown in progress*" --java Ends.java Ends late

# An argument, a signal's name and number, what is printed.
killed() {
    "$jitvm" --java Ends.java Ends "$1" > out 2> err &
    sleep 1
    kill -s "$2" $!
    wait $! 2> err
    status=$?
    [ $status -eq $((128 + $3)) ] || fail "$1 ends by $2 with status $status"
    [ "$(cat out)" = "$4" ] || fail "$1 when $2 comes prints: $(cat out)"
}
killed deadlock TERM 15 hook
killed deadlock HUP 1 hook
killed endless TERM 15 begun

# What the code generator writes is in a folder that goes with the process, or that the next one removes.
mkdir temporary
TMPDIR=$PWD/temporary
export TMPDIR
left() { # when, how many folders
    [ "$(ls temporary | wc -l)" = "$2" ] || fail "$1, the temporary folder holds: $(ls temporary)"
}
killed endless KILL 9 ""
left "after a process that was killed" 1
"$jitvm" --java Ends.java Ends endless > out 2> err &
sleep 1
left "when the next one runs" 1
# One that is pending would be lost while the code generator sets a handler.
caught=$((0x$(sed -n 's/^SigCgt:[[:space:]]*//p' /proc/$!/status) & 0x4003))
[ $caught -eq 0 ] || fail "the code generator catches signals that are waited for: $caught"
kill -s TERM $!
wait $! 2> err
left "when that is asked to end" 0
expect "a program that asks for TMPDIR" 0 "$TMPDIR" "" --java Ends.java Ends TMPDIR
left "after a program that ends" 0
expect "halt in a hook" 9 "" "" --java Ends.java Ends halt
left "after a program that halts" 0
unset TMPDIR

# Whatever is under way in the background, as deep in the code generator as it may be.
cat > BackgroundExit.java << 'END'
public class BackgroundExit {
    static int f(int x) {
        int s = 0;
        for (int i = 0; i < x; i++) s += i * x;
        return s;
    }

    public static void main(String[] arguments) {
        int s = 0;
        for (int i = 0; i < 200; i++) s += f(i);
        System.out.println(s);
        if (arguments.length > 0) System.exit(0);
    }
}
END
for run in 1 2 3 4 5 6 7 8 9 10; do
    expect "an exit while a thread compiles, run $run" 0 196681650 "" --background --compile-threshold 20 \
        --java BackgroundExit.java BackgroundExit
    expect "System.exit while a thread compiles, run $run" 0 196681650 "" --background --compile-threshold 20 \
        --java BackgroundExit.java BackgroundExit now
done

# 65,535 constants hold a class's name, its superclass's and so on, and one name per field.
many_fields() { # how many
    echo 'class Fields {'
    awk "BEGIN { for (i = 0; i < $1; i++) print \"int f\" i \";\" }"
    echo "public static void main(String[] a) { System.out.println(new Fields().f$(($1 - 1))); } }"
}
many_fields 65400 > Fields.java
expect "as many fields as there is room for" 0 0 "" --java Fields.java Fields
many_fields 65535 > Fields.java
expect "more fields than there is room for" 1 "" "jitvm: Fields.java:1:7: too many constants" --java Fields.java Fields
{
    echo 'class Calls {'
    awk 'BEGIN { for (i = 0; i < 9000; i++) print "static int f" i "() { return " (i ? "f" (i - 1) "()" : 0) " ; }" }'
    echo 'public static void main(String[] a) { System.out.println(f99()); } }'
} > Calls.java
expect "as many methods that call each other" 0 0 "" --java Calls.java Calls

# Each level doubles the ways on which the interface at the top is reached.
{
    echo 'interface D0 { int d = 1; class C { } default int d() { return 1; } }'
    echo 'interface E0 { int e = 1; default int e() { return 2; } }'
    awk 'BEGIN { for (i = 1; i < 60; i++) { j = i - 1; s = " extends D" j ", E" j " { }"; print "interface D" i s " interface E" i s } }'
    echo 'class A implements D59, E59 { int own() { return outer + e; } static int outer = 4; }'
    echo 'class B<T extends D59> extends A { int f(T t, Object o) { return t.d() + (o instanceof E0 ? 1 : 0) + E59.d; } }'
    echo 'class Diamond { static class Other { } interface None { }'
    echo 'static int g(None x) { return 1; } static int g(Object x) { return 2; }'
    echo 'public static void main(String[] a) { A x = new A(); Other o = new Other();'
    echo 'System.out.println(x.d() + x.e() + x.own() + g(x) + new B<A>().f(x, x)); } }'
} > Diamond.java
expect "diamonds of interfaces" 0 13 "" --java Diamond.java Diamond

# The code generator ends the process when it misses something, so it is not begun.
refused() { # the warning, a command
    warning=$1
    shift
    [ "$("$@" 2> err)" = 196681650 ] || fail "without what compiling needs the program prints something else"
    [ "$(cat err)" = "warning: code generator: $warning; methods stay interpreted" ] || fail "not '$warning' but: $(cat err)"
}
mkdir -p empty
refused "there is no assembler: 'as' is in no folder of PATH" \
    env PATH="$scratch/empty" "$jitvm" --compile-threshold 20 --java BackgroundExit.java BackgroundExit
limited() {
    (ulimit -f 16 && "$jitvm" --compile-threshold 20 --java BackgroundExit.java BackgroundExit)
}
refused "files may have no more than 8192 bytes (ulimit -f)" limited

# A build with sanitizers does not start with so little. How much address space malloc takes for each thread is a matter of time: a
# thread that ends as another begins has not given its arena back.
cat > Large.java << 'END'
public class Large {
    public static void main(String[] arguments) throws Exception {
        for (long size : new long[] {1L << 20, 1L << 40, 1L << 20}) {
            try {
                Thread thread = new Thread(null, () -> System.out.println("runs"), "large", size);
                thread.start();
                thread.join();
            } catch (OutOfMemoryError e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
END
refused="unable to create native thread: possibly out of memory or process/resource limits reached"
for kilobytes in 1000000 400000; do
    (ulimit -v $kilobytes && "$jitvm" --help) > /dev/null 2>&1 || continue
    actual=$(ulimit -v $kilobytes && MALLOC_ARENA_MAX=1 timeout -k 5 60 "$jitvm" --java Large.java Large 2>&1)
    [ "$actual" = "runs$newline$refused${newline}runs" ] || fail "a thread without memory in $kilobytes KB: $actual"
done

[ $failures -eq 0 ] && echo "jitvm does as it is told"
exit $((failures > 0))
