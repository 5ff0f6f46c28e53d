class Failing { static int value = compute(); static int compute() { return 1; } }
class FailingBelow extends Failing { }
class FailingError { static int value = 1; static { if (value == 2) throw new AssertionError("error"); } }
