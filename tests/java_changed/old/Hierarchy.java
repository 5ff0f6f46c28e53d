class BecomesFinal { }
class ExtendsFinal extends BecomesFinal { }
class BecomesInterface { }
class ExtendsInterface extends BecomesInterface { }
interface BecomesClass { }
class ImplementsClass implements BecomesClass { }
class HasFinal { int m(int i, String s) { return 1; } }
class OverridesFinal extends HasFinal { int m(int i, String s) { return 2; } }
class Circle { }
class Circle2 extends Circle { }
interface RoundA { }
interface RoundB extends RoundA { }
interface Iface { int iface(); }
class Implementor implements Iface { public int iface() { return 1; } static Object make() { return new Implementor(); } }
class Parent { int parent() { return 1; } }
class Child extends Parent { static Parent make() { return new Child(); } }

class BecomesSealed { }
class BelowSealed extends BecomesSealed { }
interface BecomesSealedToo { }
class ImplementsSealed implements BecomesSealedToo { }
interface ExtendsSealed extends BecomesSealedToo { }
class StaysPermitted extends BecomesSealed { }
