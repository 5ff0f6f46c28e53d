class Below extends p.Open {
    public int above() { return super.above(); }
    static int viaStatic() { return aboveStatic(); }
    int aboveField() { return aboveField; }
    int packageOnly() { return 1000; }
}
class BelowHidden extends p.Hidden { }
class ImplementsHidden implements p.HiddenInterface { }
