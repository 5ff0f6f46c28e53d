class A { static class Base { private static class Each { } }
static class Sub extends Base { Object o = new Sub.Each(); } }
