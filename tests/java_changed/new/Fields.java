class FieldsAbove { int movedUp = 90; }
interface FieldsInterface { Object movedToInterface = "100"; }
class Fields extends FieldsAbove implements FieldsInterface {
    static int nowStatic = 30;
    int nowInstance = 40;
    long otherType = 50;
    private int nowPrivate = 60;
    final int nowFinal = 70;
    static final int staticNowFinal = "12345678".length();
    int inherited = 110;
    static final int CONSTANT = 120;
}
class FieldsBelow extends Fields { int inherited = 1100; }
