package p;
interface HiddenInterface { }
