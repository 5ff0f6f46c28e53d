#!/bin/sh
# jitvm and java started in the same ways say and do the same: exit status, output, errors. Skipped without a JDK.
#
#     launcher_differential.sh JITVM SCRATCH_DIRECTORY
set -u
jitvm=$1 scratch=$2
command -v jar > /dev/null && command -v javac > /dev/null || { echo "skipped: needs a JDK"; exit 77; }
rm -rf "$scratch"
mkdir -p "$scratch/src/p" "$scratch/lib"
cd "$scratch" || exit 1
unset CLASSPATH

cat > src/M.java << 'END'
public class M {
    public static void main(String[] a) {
        System.out.println("M " + String.join("|", a) + " " + System.getProperty("java.class.path"));
    }
}
class Host {
    public static void main(String[] a) {
        for (String name : new String[] {"user.dir", "user.name", "user.home", "os.version"}) System.out.println(System.getProperty(name));
    }
}
class None { }
class NotStatic { public void main(String[] a) { } }
class NotPublic { static void main(String[] a) { } }
class Private { private static void main(String[] a) { } }
class Hiding extends M { private static void main(String[] a, int b) { } }
class ReturnsInt { public static int main(String[] a) { return 1; } }
class InheritsInt extends ReturnsInt { }
class InheritsNotStatic extends NotStatic { }
class TakesString { public static void main(String a) { } }
class Variable { public static void main(String... a) { System.out.println("variable"); } }
class Inherits extends M { }
interface Interface { static void main(String[] a) { System.out.println("interface"); } }
abstract class Abstract { public static void main(String[] a) { System.out.println("abstract"); } }
enum Enumeration { A; public static void main(String[] a) { System.out.println(A); } }
class Outer { static class Inner { public static void main(String[] a) { System.out.println("inner"); } } }
class Throws { public static void main(String[] a) { throw new IllegalStateException("thrown"); } }
class InitializerThrows { static int x = 1 / 0; public static void main(String[] a) { } }
class LosesSuper extends Lost { public static void main(String[] a) { } }
class Lost { }
class Exits { public static void main(String[] a) { System.exit(300); } }
class ExitsBelowZero { public static void main(String[] a) { System.exit(-1); } }
class ExitsInThread {
    public static void main(String[] a) throws Exception {
        Thread thread = new Thread(() -> System.exit(9));
        thread.start();
        thread.join();
        System.out.println("not reached");
    }
}
class ThrowsBeforeOther {
    public static void main(String[] a) {
        new Thread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                return;
            }
            System.out.println("other done");
        }).start();
        throw new IllegalStateException("main");
    }
}
class Halts {
    public static void main(String[] a) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook")));
        if (a.length > 0) Runtime.getRuntime().halt(4);
        System.exit(5);
    }
}
class HookHasRun {
    public static void main(String[] a) throws InterruptedException {
        Thread hook = new Thread(() -> System.out.println("once"));
        Runtime.getRuntime().addShutdownHook(hook);
        hook.start();
        hook.join();
        System.exit(3);
    }
}
class UsesProhibited {
    public static void main(String[] a) {
        try {
            java.own.X.f();
        } catch (SecurityException e) {
            System.out.println(e);
        }
    }
}
END
mkdir -p src/java/own
echo 'package p; public class P { public static void main(String[] a) { System.out.println("P"); } }' > src/p/P.java
echo 'package java.own; public class X { public static void f() { } }' > src/java/own/X.java
javac --release 8 -nowarn -d classes src/M.java src/java/own/X.java 2> /dev/null
javac -d package src/p/P.java
rm classes/Lost.class
mkdir -p renamed/p
cp classes/M.class renamed/N.class
cp classes/M.class renamed/p
(cd classes && jar cf ../lib/m.jar M.class && jar cfe ../run.jar M M.class && jar cf ../mainless.jar M.class)
(cd classes && jar cfe ../lost.jar Lost M.class && jar cfe ../none.jar None None.class)
(cd classes && jar cfe ../elsewhere.jar p.P M.class)
(cd package && jar cf ../lib/p.jar p)
echo text > lib/x.txt
printf 'Main-Class: M\nClass-Path: lib/m.jar missing.jar\n' > manifest && jar cfm named.jar manifest -C package p
mkdir -p 'lib/a b/c%' versioned/META-INF/versions/11/p versioned/META-INF/versions/18/p
cp lib/m.jar 'lib/a b/c%/m+.jar'
printf 'Class-Path: lib/a%%20b/c%%25/m+.jar\n' > manifest && jar cfm escaped.jar manifest -C package p
printf "Class-Path: file:$scratch/lib/m.jar\n" > manifest && jar cfm absolute.jar manifest -C package p
printf 'Class-Path: http://localhost/m.jar classes\n' > manifest && jar cfm slashless.jar manifest -C package p
printf 'Class-Path: again.jar lib/../again.jar escaped.jar\n' > manifest && jar cfm again.jar manifest -C package p
echo 'package p; public class P { public static void main(String[] a) { System.out.println("of 11"); } }' > src/p/P.java
javac --release 11 -d versioned/META-INF/versions/11 src/p/P.java
cp versioned/META-INF/versions/11/p/P.class versioned/META-INF/versions/18/p && printf junk >> versioned/META-INF/versions/18/p/P.class
printf 'Multi-Release: True\nMain-Class: p.P\n' > manifest && jar cfm versioned.jar manifest -C package p -C versioned META-INF
printf 'Multi-Release: no\nMain-Class: p.P\n' > manifest && jar cfm unversioned.jar manifest -C package p -C versioned META-INF
printf 'Main-Class: p/P\n' > manifest && jar cfm slash.jar manifest -C package p
printf 'Main-Class: M\nClass-Path: classes/\n' > manifest && jar cfm directory.jar manifest -C package p
echo junk > junk.jar
: > empty.jar

failures=0
compare() {
    java "$@" > java.out 2> java.err < /dev/null
    java=$?
    "$jitvm" "$@" > our.out 2> our.err < /dev/null
    our=$?
    [ $java = $our ] && cmp -s java.out our.out && cmp -s java.err our.err && return
    echo "DIFFERENT: $* (java's status $java, ours $our)"
    diff java.out our.out | head -8
    diff java.err our.err | head -8
    failures=$((failures + 1))
}

for class in M None NotStatic NotPublic Private Hiding ReturnsInt InheritsInt InheritsNotStatic TakesString Variable Inherits \
    Interface Abstract Enumeration 'Outer$Inner' Outer.Inner Throws InitializerThrows LosesSuper Exits ExitsBelowZero \
    ExitsInThread ThrowsBeforeOther Halts HookHasRun UsesProhibited Nowhere p.Nowhere p/Nowhere java.lang.Object M.class int '[I' '' 'M '; do
    compare -cp classes "$class"
done
compare -cp classes M '' 'a b' '*' --int
LC_ALL=C.UTF-8 compare -Dsun.jnu.encoding=UTF-8 -cp classes M "$(printf 'a\342b')" "$(printf '\342\202A')" "$(printf '\360\237\230')" \
    "$(printf '\377\303\251')" "$(printf '\364\220\200\200x')" "$(printf '\360\237\230\200')"
compare -cp classes Host
env -u USER -u PWD HOME=elsewhere "$jitvm" -cp classes Host > our.out
java -cp classes Host | cmp - our.out || failures=$((failures + 1))
compare -cp classes Halts now
for path in nowhere nowhere:classes classes:nowhere junk.jar:classes empty.jar:classes lib/x.txt:classes :classes classes: '' \
    'lib/*' './lib/*' 'lib/*:classes' 'nowhere/*:classes' 'classes/*' lib/m.jar classes/; do
    compare -cp "$path" M
done
compare --class-path classes M
compare --class-path=classes M
compare -classpath nowhere -cp classes M
compare -Da=b -D -Dc -cp classes M
(cd classes && compare M)
compare -cp renamed N
compare -cp renamed p.M
compare -cp package p.P
compare -cp package p/P
compare -cp package/p P
for jar in escaped absolute slashless again named.jar:directory; do compare -cp "$jar.jar" M; done
for jar in versioned unversioned run mainless lost none named slash directory junk empty missing; do compare -jar $jar.jar a; done
compare -jar classes
compare -cp classes -jar run.jar
compare -cp package -jar elsewhere.jar
export CLASSPATH=classes
compare M
compare -cp package M

[ $failures = 0 ] && echo "jitvm starts programs as java does"
exit $((failures > 0))
