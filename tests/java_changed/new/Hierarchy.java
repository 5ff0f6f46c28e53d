final class BecomesFinal { }
interface BecomesInterface { }
class BecomesClass { }
class HasFinal { final int m(int i, String s) { return 1; } }
interface Iface { int iface(); }
class Implementor { public int iface() { return 1; } static Object make() { return new Implementor(); } }
class Parent { int parent() { return 1; } }
class Child { static Parent make() { return (Parent) (Object) new Child(); } }

sealed class BecomesSealed permits Permitted, StaysPermitted { }
final class Permitted extends BecomesSealed { }
final class StaysPermitted extends BecomesSealed { }
sealed interface BecomesSealedToo permits Permitted2 { }
final class Permitted2 implements BecomesSealedToo { }
