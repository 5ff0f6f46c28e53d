class NowInterface { NowInterface() { } static int call() { return 1; } int method() { return 2; } }
interface NowClass { static int call() { return 1; } String method(); static NowClass object() { return () -> "object"; } }
class NowAbstract { }
class Removed { static int call() { return 1; } static int field = 2; }
class RemovedException extends RuntimeException { }
class RemovedParent { }
interface RemovedIface { }
class RemovedSuper extends RemovedParent { }
class RemovedInterface implements RemovedIface { }
