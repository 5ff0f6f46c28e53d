int x;
class T { }
