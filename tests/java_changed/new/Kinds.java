interface NowInterface { static int call() { return 1; } int method(); }
class NowClass { static int call() { return 1; } String method() { return ""; } static NowClass object() { return new NowClass(); } }
abstract class NowAbstract { }
