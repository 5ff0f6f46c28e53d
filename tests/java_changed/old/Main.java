/* Compiled against the old classes, run with the new ones: what resolution, selection, access and loading say (JVMS 5.3, 5.4).
 * Every attempt is made twice. */
class Main {
    interface Attempt { Object run() throws Throwable; }

    static void tell(String name, Attempt attempt) {
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(name + " = " + attempt.run());
            } catch (Throwable t) {
                System.out.println(name + " ! " + t.getClass().getName() + ": " + t.getMessage());
                for (Throwable c = t.getCause(); c != null; c = c.getCause())
                    System.out.println("    by " + c.getClass().getName() + ": " + c.getMessage());
            }
        }
    }

    public static void main(String[] args) {
        fields();
        methods();
        kinds();
        access();
        hierarchy();
        defaults();
        initialization();
        dynamic();
    }

    static void fields() {
        tell("field removed", () -> new Fields().removed);
        tell("static field removed", () -> Fields.staticRemoved);
        tell("field now static", () -> new Fields().nowStatic);
        tell("field now static, put", () -> new Fields().nowStatic = 3);
        tell("static field now instance", () -> Fields.nowInstance);
        tell("static field now instance, put", () -> Fields.nowInstance = 4);
        tell("field of another type", () -> new Fields().otherType);
        tell("field now private", () -> new Fields().nowPrivate);
        tell("field now final", () -> new Fields().nowFinal = 5);
        tell("static field now final", () -> Fields.staticNowFinal = 6);
        tell("final field read", () -> Fields.staticNowFinal);
        tell("field moved up", () -> new Fields().movedUp);
        tell("field moved to interface", () -> Fields.movedToInterface);
        tell("field hidden below", () -> new FieldsBelow().inherited);
        tell("constant stays", () -> Fields.CONSTANT);
    }

    static void methods() {
        tell("method removed", () -> new Methods().removed(1, "x"));
        tell("static method removed", () -> Methods.staticRemoved(1L, new int[0]));
        tell("constructor removed", () -> new Methods(1));
        tell("method now static", () -> new Methods().nowStatic());
        tell("static method now instance", () -> Methods.nowInstance());
        tell("method now private", () -> new Methods().nowPrivate());
        tell("method now abstract", () -> AbstractMethods.make().nowAbstract());
        tell("method no longer overridden", () -> AbstractMethods.make().implemented());
        tell("method of another result", () -> new Methods().otherResult());
        tell("method moved up", () -> new Methods().movedUp());
        tell("method overridden", () -> new Methods().toString());
        tell("super call changed", () -> new MethodsBelow().callSuper());
        tell("super call removed", () -> new MethodsBelow().callRemoved());
        tell("super call abstract", () -> new MethodsBelow().callAbstract());
        tell("native", () -> Methods.nowNative());
    }

    static void kinds() {
        tell("class now interface, static", () -> NowInterface.call());
        tell("class now interface, virtual", () -> ((NowInterface) null).method());
        tell("class now interface, new", () -> new NowInterface());
        tell("interface now class, static", () -> NowClass.call());
        tell("interface now class, interface call", () -> NowClass.object().method());
        tell("class now abstract", () -> new NowAbstract());
        tell("class removed, new", () -> new Removed());
        tell("class removed, static", () -> Removed.call());
        tell("class removed, field", () -> Removed.field);
        tell("class removed, cast", () -> (Removed) (Object) "x");
        tell("class removed, cast of null", () -> (Removed) (Object) null);
        tell("class removed, instanceof", () -> (Object) "x" instanceof Removed);
        tell("class removed, instanceof of null", () -> (Object) null instanceof Removed);
        tell("class removed, array", () -> new Removed[2]);
        tell("class removed, arrays", () -> new Removed[2][2]);
        tell("class removed, literal", () -> Removed.class);
        tell("superclass removed", () -> new RemovedSuper());
        tell("superclass removed, array", () -> new RemovedSuper[1]);
        tell("interface removed", () -> new RemovedInterface());
    }

    static void access() {
        tell("class now package private", () -> new p.NowPackage());
        tell("class now package private, static", () -> p.NowPackage.call());
        tell("class now package private, array", () -> new p.NowPackage[1]);
        tell("class now package private, cast", () -> (p.NowPackage) (Object) null);
        tell("method now package private", () -> new p.Open().nowPackage());
        tell("method now protected", () -> new p.Open().nowProtected());
        tell("method now private", () -> new p.Open().nowPrivate());
        tell("constructor now protected", () -> new p.Open(1));
        tell("field now protected", () -> new p.Open().field);
        tell("static field now package private", () -> p.Open.staticField);
        tell("protected method of superclass", () -> new Below().above());
        tell("protected static method of superclass", () -> Below.viaStatic());
        tell("protected field of superclass", () -> new Below().aboveField());
        tell("package private method, not overridden", () -> p.Open.callPackage(new Below()));
        tell("overridden again", () -> p.Open.callPackage(new p.BelowAgain()));
        tell("superclass not accessible", () -> new BelowHidden());
        tell("interface not accessible", () -> new ImplementsHidden());
    }

    static void hierarchy() {
        tell("superclass now final", () -> new ExtendsFinal());
        tell("superclass now interface", () -> new ExtendsInterface());
        tell("interface now class", () -> new ImplementsClass());
        tell("superclass now sealed", () -> new BelowSealed());
        tell("interface now sealed, class", () -> new ImplementsSealed());
        tell("interface now sealed, interface", () -> ExtendsSealed.class);
        tell("superclass sealed, permitted", () -> new StaysPermitted() != null);
        tell("overrides final", () -> new OverridesFinal());
        tell("circular", () -> new Circle());
        tell("circular interfaces", () -> RoundA.class);
        tell("no longer implements, call", () -> ((Iface) Implementor.make()).iface());
        tell("no longer implements, through class", () -> { Iface i = new Implementor(); return i.iface(); });
        tell("array store", () -> { Object[] a = new Parent[1]; a[0] = Child.make(); return a.length; });
    }

    static void defaults() {
        tell("interface method added", () -> UsesMore.call(new MoreImplementor()));
        tell("default conflict", () -> new Conflict().hello());
        tell("conflict resolved below", () -> new ConflictBelow().hello());
        tell("default removed", () -> new DefaultRemoved().hello());
        tell("most specific default", () -> new Specific().hello());
        tell("private in class hides default", () -> ((HelloA) new PrivateHello()).hello());
        tell("not public in class", () -> ((HelloA) new PackageHello()).hello());
        tell("static in interface now instance", () -> HelloC.tool());
        tell("instance in interface now static", () -> new HelloC() { }.help());
        tell("super default", () -> new SuperDefault().hello());
    }

    static void initialization() {
        tell("initializer throws", () -> Failing.value);
        tell("initializer throws, new", () -> new Failing());
        tell("initializer throws, subclass", () -> new FailingBelow());
        tell("initializer throws error", () -> FailingError.value);
    }

    interface Text { String text(Object o); }
    interface Make { Object make(); }
    interface BiText { String text(Tools t, Object o); }

    static void dynamic() {
        tell("method reference removed", () -> { Text t = Tools::removed; return t.text("x"); });
        tell("method reference private", () -> { Text t = Tools::nowPrivate; return t.text("x"); });
        tell("method reference now static", () -> { BiText t = Tools::nowStatic; return t.text(new Tools(), "x"); });
        tell("constructor reference removed", () -> { Make m = Removed::new; return m.make(); });
        tell("constructor reference abstract", () -> { Make m = NowAbstract::new; return m.make(); });
        tell("lambda of a class now interface", () -> { NowClass c = () -> "x"; return c.method(); });
    }
}
