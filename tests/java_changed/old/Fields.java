class FieldsAbove { }
interface FieldsInterface { }
class Fields extends FieldsAbove implements FieldsInterface {
    int removed = 1;
    static int staticRemoved = 2;
    int nowStatic = 3;
    static int nowInstance = 4;
    int otherType = 5;
    int nowPrivate = 6;
    int nowFinal = 7;
    static int staticNowFinal = 8;
    int movedUp = 9;
    static Object movedToInterface = "10";
    int inherited = 11;
    static final int CONSTANT = 12;
}
class FieldsBelow extends Fields { }
