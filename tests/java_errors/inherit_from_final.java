final class A { }
class T extends A { }
