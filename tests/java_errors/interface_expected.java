class A { }
class T implements A { }
