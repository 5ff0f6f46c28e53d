/* try, catch, finally, throw: every way out of a try statement, nested. */
class Exceptions {
    static StringBuilder log = new StringBuilder();

    static class First extends Exception {
        First(String message) {
            super(message);
        }
    }

    static class Second extends First {
        final int code;

        Second(int code) {
            super("second " + code);
            this.code = code;
        }
    }

    static void flush() {
        System.out.println(log);
        log = new StringBuilder();
    }

    static int returnFromTry(int i) {
        try {
            log.append("t");
            if (i == 0) return 1;
            if (i == 1) throw new First("one");
            log.append("e");
        } catch (First e) {
            log.append("c").append(e.getMessage());
            return 2;
        } finally {
            log.append("f");
        }
        return 3;
    }

    static int finallyWins() {
        try {
            return 1;
        } finally {
            return 2;
        }
    }

    static int finallySwallows() {
        try {
            throw new RuntimeException("lost");
        } finally {
            return 3;
        }
    }

    static int valueIsSaved() {
        int i = 1;
        try {
            return i;
        } finally {
            i = 5;
        }
    }

    static long nested(int depth) {
        long r = 0;
        try {
            try {
                try {
                    r += 1;
                    if (depth == 1) throw new Second(1);
                    if (depth == 2) return r + 100;
                } finally {
                    r += 10;
                    log.append("[a").append(r).append("]");
                    if (depth == 3) throw new IllegalStateException("from finally");
                }
            } catch (Second e) {
                r += e.code * 1000;
                if (depth == 1) throw new First("again");
            } finally {
                r += 20;
                log.append("[b").append(r).append("]");
            }
        } catch (First e) {
            log.append(e.getMessage());
        } catch (IllegalStateException e) {
            log.append(e.getMessage());
        } finally {
            log.append("[c").append(r).append("]");
        }
        return r;
    }

    static void jumps() {
        outer:
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                try {
                    if (j == 1) continue;
                    if (i == 1) continue outer;
                    if (i == 3) break outer;
                    if (j == 3) break;
                    log.append(i).append(j).append(' ');
                } finally {
                    log.append('f');
                    try {
                        if (i == 2 && j == 2) continue outer;
                    } finally {
                        log.append('g');
                    }
                }
            }
            log.append('|');
        }
        flush();
    }

    static int loopInFinally() {
        int r = 0;
        while (true) {
            try {
                r++;
                if (r == 3) break;
                if (r == 1) continue;
                throw new RuntimeException();
            } catch (RuntimeException e) {
                log.append('c');
            } finally {
                for (int i = 0; i < 3; i++) {
                    if (i == 1) continue;
                    log.append(i);
                }
            }
        }
        return r;
    }

    static int breakOutOfFinally() {
        for (int i = 0; ; i++) {
            try {
                throw new RuntimeException();
            } finally {
                if (i < 2) continue;
                break;
            }
        }
        return 77;
    }

    static void rethrow(int i) throws First {
        try {
            if (i == 0) throw new Second(9);
            if (i == 1) throw new First("plain");
        } catch (final Exception e) {
            log.append("r");
            throw e;
        }
    }

    static void runtime() {
        Object o = "string";
        Object[] objects = new String[1];
        int[] none = null;
        for (int i = 0; i < 9; i++) {
            try {
                switch (i) {
                case 0: o = (Integer) o; break;
                case 1: objects[0] = new Object(); break;
                case 2: none[0] = 1; break;
                case 3: System.out.println(none.length); break;
                case 4: objects[1] = null; break;
                case 5: objects[-1] = null; break;
                case 6: none = new int[-1]; break;
                case 7: throw null;
                case 8: ((String) null).length(); break;
                }
                System.out.println("no exception at " + i);
            } catch (ClassCastException e) {
                System.out.println("cast");
            } catch (ArrayStoreException e) {
                System.out.println("store");
            } catch (ArrayIndexOutOfBoundsException e) {
                System.out.println("index");
            } catch (NegativeArraySizeException e) {
                System.out.println("size");
            } catch (NullPointerException e) {
                System.out.println("null");
            }
        }
    }

    static int deep(int n) {
        if (n == 0) throw new IllegalArgumentException("deep");
        try {
            return deep(n - 1) + 1;
        } finally {
            log.append(n);
        }
    }

    static void nothingToCatch() {
        try {
        } catch (RuntimeException e) {
            log.append("never");
        } finally {
            log.append("empty");
        }
        try {
            log.append("-");
        } finally {
        }
        flush();
    }

    static int sideEffects(int[] a) {
        int i = 0;
        try {
            a[i++] = a[i++] = i / 0;
        } catch (ArithmeticException e) {
            return i;
        }
        return -1;
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 3; i++) System.out.println(returnFromTry(i));
        flush();
        System.out.println(finallyWins() + finallySwallows() + valueIsSaved());
        for (int i = 0; i < 4; i++) System.out.println(nested(i));
        flush();
        jumps();
        System.out.println(loopInFinally());
        flush();
        System.out.println(breakOutOfFinally());
        for (int i = 0; i < 3; i++)
            try {
                rethrow(i);
            } catch (Second e) {
                log.append("S").append(e.code);
            } catch (First e) {
                log.append("F");
            }
        flush();
        runtime();
        try {
            deep(5);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        flush();
        nothingToCatch();
        System.out.println(sideEffects(new int[2]));
        try {
            throw new First("end");
        } catch (Throwable t) {
            System.out.println(t.getMessage());
        }
    }
}
