package p;
class Hidden { public Hidden() { } }
