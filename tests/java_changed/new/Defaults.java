interface More { int first(); int second(); }
class UsesMore { static int call(More m) { return m.second(); } }
interface HelloA { default String hello() { return "new A"; } }
interface HelloB { default String hello() { return "new B"; } }
interface HelloD { String hello(); }
interface HelloE extends HelloA { default String hello() { return "E"; } }
class PrivateAbove { private String hello() { return "private"; } }
class PackageAbove { String hello() { return "package"; } }
interface HelloC { default String tool() { return "tool"; } static String help() { return "help"; } }
