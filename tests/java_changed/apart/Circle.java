class Circle2 { }
class Circle extends Circle2 { }
