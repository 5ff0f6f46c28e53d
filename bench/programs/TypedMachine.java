/**
 * An interpreter of a register machine whose instructions are typed, as those of Java are: some hundred of them, each a class
 * with a method of its own. The program that it runs executes each for a while, in rotation, so that all of them are hot, and
 * none for long: code for all of them has to be at hand, or is made again in each round.
 */
abstract class Instruction {
    final int first, second, result;

    Instruction(int first, int second, int result) {
        this.first = first;
        this.second = second;
        this.result = result;
    }

    abstract void execute(long[] registers);
}

final class AddInt extends Instruction {
    AddInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x + y);
    }
}

final class SubtractInt extends Instruction {
    SubtractInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x - y);
    }
}

final class MultiplyInt extends Instruction {
    MultiplyInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x * y);
    }
}

final class DivideInt extends Instruction {
    DivideInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x / (y == 0 ? 1 : y));
    }
}

final class RemainderInt extends Instruction {
    RemainderInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x % (y == 0 ? 1 : y));
    }
}

final class NegateInt extends Instruction {
    NegateInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (-x);
    }
}

final class AbsoluteInt extends Instruction {
    AbsoluteInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x < 0 ? -x : x);
    }
}

final class LeastInt extends Instruction {
    LeastInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x < y ? x : y);
    }
}

final class GreatestInt extends Instruction {
    GreatestInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x < y ? y : x);
    }
}

final class AverageInt extends Instruction {
    AverageInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) ((x & y) + ((x ^ y) >> 1));
    }
}

final class CompareInt extends Instruction {
    CompareInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x < y ? -1 : x > y ? 1 : 0);
    }
}

final class AndInt extends Instruction {
    AndInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x & y);
    }
}

final class OrInt extends Instruction {
    OrInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x | y);
    }
}

final class XorInt extends Instruction {
    XorInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x ^ y);
    }
}

final class ShiftLeftInt extends Instruction {
    ShiftLeftInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x << (y & 7));
    }
}

final class ShiftRightInt extends Instruction {
    ShiftRightInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x >> (y & 7));
    }
}

final class SquareInt extends Instruction {
    SquareInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x * x);
    }
}

final class IncrementInt extends Instruction {
    IncrementInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        registers[result] = (int) (x + 1);
    }
}

final class BitsInt extends Instruction {
    BitsInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        int n = 0;
        for (long left = x & 0xffff; left != 0; left &= left - 1) n++;
        registers[result] = (int) n;
    }
}

final class PowerInt extends Instruction {
    PowerInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        long p = 1;
        for (long left = y & 7; left > 0; left--) p *= x;
        registers[result] = (int) p;
    }
}

final class DivisorInt extends Instruction {
    DivisorInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        long a = x, b = y;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        registers[result] = (int) a;
    }
}

final class DigitsInt extends Instruction {
    DigitsInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        int n = 0;
        for (long left = x; left != 0; left /= 10) n++;
        registers[result] = (int) n;
    }
}

final class ReverseInt extends Instruction {
    ReverseInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        long n = 0;
        for (long left = x; left != 0; left /= 10) n = n * 10 + left % 10;
        registers[result] = (int) n;
    }
}

final class RootInt extends Instruction {
    RootInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        long r = 0;
        while ((r + 1) * (r + 1) <= (x & 0xfff)) r++;
        registers[result] = (int) r;
    }
}

final class HashInt extends Instruction {
    HashInt(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        int x = (int) registers[first], y = (int) registers[second];
        long h = 17;
        for (int i = 0; i < 8; i++) h = h * 31 + (x >> i ^ y);
        registers[result] = (int) h;
    }
}

final class AddShort extends Instruction {
    AddShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x + y);
    }
}

final class SubtractShort extends Instruction {
    SubtractShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x - y);
    }
}

final class MultiplyShort extends Instruction {
    MultiplyShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x * y);
    }
}

final class DivideShort extends Instruction {
    DivideShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x / (y == 0 ? 1 : y));
    }
}

final class RemainderShort extends Instruction {
    RemainderShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x % (y == 0 ? 1 : y));
    }
}

final class NegateShort extends Instruction {
    NegateShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (-x);
    }
}

final class AbsoluteShort extends Instruction {
    AbsoluteShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x < 0 ? -x : x);
    }
}

final class LeastShort extends Instruction {
    LeastShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x < y ? x : y);
    }
}

final class GreatestShort extends Instruction {
    GreatestShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x < y ? y : x);
    }
}

final class AverageShort extends Instruction {
    AverageShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) ((x & y) + ((x ^ y) >> 1));
    }
}

final class CompareShort extends Instruction {
    CompareShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x < y ? -1 : x > y ? 1 : 0);
    }
}

final class AndShort extends Instruction {
    AndShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x & y);
    }
}

final class OrShort extends Instruction {
    OrShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x | y);
    }
}

final class XorShort extends Instruction {
    XorShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x ^ y);
    }
}

final class ShiftLeftShort extends Instruction {
    ShiftLeftShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x << (y & 7));
    }
}

final class ShiftRightShort extends Instruction {
    ShiftRightShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x >> (y & 7));
    }
}

final class SquareShort extends Instruction {
    SquareShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x * x);
    }
}

final class IncrementShort extends Instruction {
    IncrementShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        registers[result] = (short) (x + 1);
    }
}

final class BitsShort extends Instruction {
    BitsShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        int n = 0;
        for (long left = x & 0xffff; left != 0; left &= left - 1) n++;
        registers[result] = (short) n;
    }
}

final class PowerShort extends Instruction {
    PowerShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        long p = 1;
        for (long left = y & 7; left > 0; left--) p *= x;
        registers[result] = (short) p;
    }
}

final class DivisorShort extends Instruction {
    DivisorShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        long a = x, b = y;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        registers[result] = (short) a;
    }
}

final class DigitsShort extends Instruction {
    DigitsShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        int n = 0;
        for (long left = x; left != 0; left /= 10) n++;
        registers[result] = (short) n;
    }
}

final class ReverseShort extends Instruction {
    ReverseShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        long n = 0;
        for (long left = x; left != 0; left /= 10) n = n * 10 + left % 10;
        registers[result] = (short) n;
    }
}

final class RootShort extends Instruction {
    RootShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        long r = 0;
        while ((r + 1) * (r + 1) <= (x & 0xfff)) r++;
        registers[result] = (short) r;
    }
}

final class HashShort extends Instruction {
    HashShort(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        short x = (short) registers[first], y = (short) registers[second];
        long h = 17;
        for (int i = 0; i < 8; i++) h = h * 31 + (x >> i ^ y);
        registers[result] = (short) h;
    }
}

final class AddByte extends Instruction {
    AddByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x + y);
    }
}

final class SubtractByte extends Instruction {
    SubtractByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x - y);
    }
}

final class MultiplyByte extends Instruction {
    MultiplyByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x * y);
    }
}

final class DivideByte extends Instruction {
    DivideByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x / (y == 0 ? 1 : y));
    }
}

final class RemainderByte extends Instruction {
    RemainderByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x % (y == 0 ? 1 : y));
    }
}

final class NegateByte extends Instruction {
    NegateByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (-x);
    }
}

final class AbsoluteByte extends Instruction {
    AbsoluteByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x < 0 ? -x : x);
    }
}

final class LeastByte extends Instruction {
    LeastByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x < y ? x : y);
    }
}

final class GreatestByte extends Instruction {
    GreatestByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x < y ? y : x);
    }
}

final class AverageByte extends Instruction {
    AverageByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) ((x & y) + ((x ^ y) >> 1));
    }
}

final class CompareByte extends Instruction {
    CompareByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x < y ? -1 : x > y ? 1 : 0);
    }
}

final class AndByte extends Instruction {
    AndByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x & y);
    }
}

final class OrByte extends Instruction {
    OrByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x | y);
    }
}

final class XorByte extends Instruction {
    XorByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x ^ y);
    }
}

final class ShiftLeftByte extends Instruction {
    ShiftLeftByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x << (y & 7));
    }
}

final class ShiftRightByte extends Instruction {
    ShiftRightByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x >> (y & 7));
    }
}

final class SquareByte extends Instruction {
    SquareByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x * x);
    }
}

final class IncrementByte extends Instruction {
    IncrementByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        registers[result] = (byte) (x + 1);
    }
}

final class BitsByte extends Instruction {
    BitsByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        int n = 0;
        for (long left = x & 0xffff; left != 0; left &= left - 1) n++;
        registers[result] = (byte) n;
    }
}

final class PowerByte extends Instruction {
    PowerByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        long p = 1;
        for (long left = y & 7; left > 0; left--) p *= x;
        registers[result] = (byte) p;
    }
}

final class DivisorByte extends Instruction {
    DivisorByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        long a = x, b = y;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        registers[result] = (byte) a;
    }
}

final class DigitsByte extends Instruction {
    DigitsByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        int n = 0;
        for (long left = x; left != 0; left /= 10) n++;
        registers[result] = (byte) n;
    }
}

final class ReverseByte extends Instruction {
    ReverseByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        long n = 0;
        for (long left = x; left != 0; left /= 10) n = n * 10 + left % 10;
        registers[result] = (byte) n;
    }
}

final class RootByte extends Instruction {
    RootByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        long r = 0;
        while ((r + 1) * (r + 1) <= (x & 0xfff)) r++;
        registers[result] = (byte) r;
    }
}

final class HashByte extends Instruction {
    HashByte(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        byte x = (byte) registers[first], y = (byte) registers[second];
        long h = 17;
        for (int i = 0; i < 8; i++) h = h * 31 + (x >> i ^ y);
        registers[result] = (byte) h;
    }
}

final class AddLong extends Instruction {
    AddLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x + y;
    }
}

final class SubtractLong extends Instruction {
    SubtractLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x - y;
    }
}

final class MultiplyLong extends Instruction {
    MultiplyLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x * y;
    }
}

final class DivideLong extends Instruction {
    DivideLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x / (y == 0 ? 1 : y);
    }
}

final class RemainderLong extends Instruction {
    RemainderLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x % (y == 0 ? 1 : y);
    }
}

final class NegateLong extends Instruction {
    NegateLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = -x;
    }
}

final class AbsoluteLong extends Instruction {
    AbsoluteLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x < 0 ? -x : x;
    }
}

final class LeastLong extends Instruction {
    LeastLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x < y ? x : y;
    }
}

final class GreatestLong extends Instruction {
    GreatestLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x < y ? y : x;
    }
}

final class AverageLong extends Instruction {
    AverageLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = (x & y) + ((x ^ y) >> 1);
    }
}

final class CompareLong extends Instruction {
    CompareLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x < y ? -1 : x > y ? 1 : 0;
    }
}

final class AndLong extends Instruction {
    AndLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x & y;
    }
}

final class OrLong extends Instruction {
    OrLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x | y;
    }
}

final class XorLong extends Instruction {
    XorLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x ^ y;
    }
}

final class ShiftLeftLong extends Instruction {
    ShiftLeftLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x << (y & 7);
    }
}

final class ShiftRightLong extends Instruction {
    ShiftRightLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x >> (y & 7);
    }
}

final class SquareLong extends Instruction {
    SquareLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x * x;
    }
}

final class IncrementLong extends Instruction {
    IncrementLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        registers[result] = x + 1;
    }
}

final class BitsLong extends Instruction {
    BitsLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        int n = 0;
        for (long left = x & 0xffff; left != 0; left &= left - 1) n++;
        registers[result] = n;
    }
}

final class PowerLong extends Instruction {
    PowerLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        long p = 1;
        for (long left = y & 7; left > 0; left--) p *= x;
        registers[result] = p;
    }
}

final class DivisorLong extends Instruction {
    DivisorLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        long a = x, b = y;
        while (b != 0) {
            long rest = a % b;
            a = b;
            b = rest;
        }
        registers[result] = a;
    }
}

final class DigitsLong extends Instruction {
    DigitsLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        int n = 0;
        for (long left = x; left != 0; left /= 10) n++;
        registers[result] = n;
    }
}

final class ReverseLong extends Instruction {
    ReverseLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        long n = 0;
        for (long left = x; left != 0; left /= 10) n = n * 10 + left % 10;
        registers[result] = n;
    }
}

final class RootLong extends Instruction {
    RootLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        long r = 0;
        while ((r + 1) * (r + 1) <= (x & 0xfff)) r++;
        registers[result] = r;
    }
}

final class HashLong extends Instruction {
    HashLong(int first, int second, int result) {
        super(first, second, result);
    }

    void execute(long[] registers) {
        long x = registers[first], y = registers[second];
        long h = 17;
        for (int i = 0; i < 8; i++) h = h * 31 + (x >> i ^ y);
        registers[result] = h;
    }
}

final class TypedMachine extends Benchmark {
    private static final int REGISTERS = 16, ROUNDS = 4, TIMES = 1500, KEPT = 4096;

    /** What the registers were, to go back to. */
    private final long[][] past = new long[KEPT][];

    private static Instruction[] program() {
        return new Instruction[] {
            new AddInt(0, 3, 1),
            new SubtractInt(1, 10, 6),
            new MultiplyInt(2, 1, 11),
            new DivideInt(3, 8, 0),
            new RemainderInt(4, 15, 5),
            new NegateInt(5, 6, 10),
            new AbsoluteInt(6, 13, 15),
            new LeastInt(7, 4, 4),
            new GreatestInt(8, 11, 9),
            new AverageInt(9, 2, 14),
            new CompareInt(10, 9, 3),
            new AndInt(11, 0, 8),
            new OrInt(12, 7, 13),
            new XorInt(13, 14, 2),
            new ShiftLeftInt(14, 5, 7),
            new ShiftRightInt(15, 12, 12),
            new SquareInt(0, 3, 1),
            new IncrementInt(1, 10, 6),
            new BitsInt(2, 1, 11),
            new PowerInt(3, 8, 0),
            new DivisorInt(4, 15, 5),
            new DigitsInt(5, 6, 10),
            new ReverseInt(6, 13, 15),
            new RootInt(7, 4, 4),
            new HashInt(8, 11, 9),
            new AddShort(9, 2, 14),
            new SubtractShort(10, 9, 3),
            new MultiplyShort(11, 0, 8),
            new DivideShort(12, 7, 13),
            new RemainderShort(13, 14, 2),
            new NegateShort(14, 5, 7),
            new AbsoluteShort(15, 12, 12),
            new LeastShort(0, 3, 1),
            new GreatestShort(1, 10, 6),
            new AverageShort(2, 1, 11),
            new CompareShort(3, 8, 0),
            new AndShort(4, 15, 5),
            new OrShort(5, 6, 10),
            new XorShort(6, 13, 15),
            new ShiftLeftShort(7, 4, 4),
            new ShiftRightShort(8, 11, 9),
            new SquareShort(9, 2, 14),
            new IncrementShort(10, 9, 3),
            new BitsShort(11, 0, 8),
            new PowerShort(12, 7, 13),
            new DivisorShort(13, 14, 2),
            new DigitsShort(14, 5, 7),
            new ReverseShort(15, 12, 12),
            new RootShort(0, 3, 1),
            new HashShort(1, 10, 6),
            new AddByte(2, 1, 11),
            new SubtractByte(3, 8, 0),
            new MultiplyByte(4, 15, 5),
            new DivideByte(5, 6, 10),
            new RemainderByte(6, 13, 15),
            new NegateByte(7, 4, 4),
            new AbsoluteByte(8, 11, 9),
            new LeastByte(9, 2, 14),
            new GreatestByte(10, 9, 3),
            new AverageByte(11, 0, 8),
            new CompareByte(12, 7, 13),
            new AndByte(13, 14, 2),
            new OrByte(14, 5, 7),
            new XorByte(15, 12, 12),
            new ShiftLeftByte(0, 3, 1),
            new ShiftRightByte(1, 10, 6),
            new SquareByte(2, 1, 11),
            new IncrementByte(3, 8, 0),
            new BitsByte(4, 15, 5),
            new PowerByte(5, 6, 10),
            new DivisorByte(6, 13, 15),
            new DigitsByte(7, 4, 4),
            new ReverseByte(8, 11, 9),
            new RootByte(9, 2, 14),
            new HashByte(10, 9, 3),
            new AddLong(11, 0, 8),
            new SubtractLong(12, 7, 13),
            new MultiplyLong(13, 14, 2),
            new DivideLong(14, 5, 7),
            new RemainderLong(15, 12, 12),
            new NegateLong(0, 3, 1),
            new AbsoluteLong(1, 10, 6),
            new LeastLong(2, 1, 11),
            new GreatestLong(3, 8, 0),
            new AverageLong(4, 15, 5),
            new CompareLong(5, 6, 10),
            new AndLong(6, 13, 15),
            new OrLong(7, 4, 4),
            new XorLong(8, 11, 9),
            new ShiftLeftLong(9, 2, 14),
            new ShiftRightLong(10, 9, 3),
            new SquareLong(11, 0, 8),
            new IncrementLong(12, 7, 13),
            new BitsLong(13, 14, 2),
            new PowerLong(14, 5, 7),
            new DivisorLong(15, 12, 12),
            new DigitsLong(0, 3, 1),
            new ReverseLong(1, 10, 6),
            new RootLong(2, 1, 11),
            new HashLong(3, 8, 0),
        };
    }

    long run() {
        Instruction[] program = program();
        long[] registers = new long[REGISTERS];
        for (int i = 0; i < REGISTERS; i++) registers[i] = i * 7919 - 4000;
        for (int round = 0; round < ROUNDS; round++)
            for (Instruction instruction : program) repeat(instruction, registers);
        long sum = 0;
        for (long register : registers) sum = sum * 31 + register;
        return sum;
    }

    /** What it reads changes from time to time. */
    private void repeat(Instruction instruction, long[] registers) {
        for (int i = 0; i < TIMES; i++) {
            registers[i & 15] += i;
            instruction.execute(registers);
            past[i & KEPT - 1] = registers.clone();
        }
    }

    long answer() {
        return -3621744261225430320L;
    }

    public static void main(String[] arguments) {
        new TypedMachine().start(arguments);
    }
}
