class Failing { static int value = compute(); static int compute() { throw new IllegalStateException("no value"); } }
class FailingError { static int value = 1; static { if (value == 1) throw new AssertionError("error"); } }
