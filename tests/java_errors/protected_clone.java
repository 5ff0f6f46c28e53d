class T {
    Object m(Object o) throws CloneNotSupportedException { return o.clone(); }
}
