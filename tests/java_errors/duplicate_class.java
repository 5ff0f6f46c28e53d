class T { }
class T { }
