interface More { int first(); }
class MoreImplementor implements More { public int first() { return 1; } }
class UsesMore { static int call(More m) { return m.first(); } }
interface HelloA { default String hello() { return "A"; } }
interface HelloB { }
class Conflict implements HelloA, HelloB { }
class ConflictBelow extends Conflict { public String hello() { return "below " + HelloB.class.getName(); } }
interface HelloD { default String hello() { return "D"; } }
class DefaultRemoved implements HelloD { }
interface HelloE extends HelloA { }
class Specific implements HelloA, HelloE { }
class PrivateAbove { }
class PrivateHello extends PrivateAbove implements HelloA { }
class PackageHello extends PackageAbove implements HelloA { }
class PackageAbove { }
interface HelloC { static String tool() { return "tool"; } default String help() { return "help"; } }
class SuperDefault implements HelloA { public String hello() { return "super " + HelloA.super.hello(); } }
