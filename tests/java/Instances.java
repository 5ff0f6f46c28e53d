import java.util.function.Supplier;

/* Members of instances and local classes that lambdas make, in a static method and in an instance. */
public class Instances {
    private final int secret;

    private Instances(int secret) {
        this.secret = secret;
    }

    class Member {
        int k;

        Member(int k) {
            this.k = k + secret;
        }

        class Deep {
            int sum() {
                return k + secret;
            }
        }
    }

    static class Below extends Member {
        Below(Instances around, int k) {
            around.super(k);
        }

        Supplier<Deep> deep() {
            return () -> new Deep();
        }

        static Supplier<Deep> deep(Below of) {
            return () -> of.new Deep();
        }
    }

    /** What lambdas make that stand in no instance, or in that of a local class. */
    static String made(int n, Instances around) {
        class Local {
            int v = n;

            class Within {
                int w = v + n;

                Supplier<Local> local() {
                    return () -> new Local();
                }
            }
        }
        Supplier<Member> member = () -> around.new Member(n);
        Supplier<Member.Deep> deep = () -> around.new Member(n).new Deep();
        Supplier<Local> local = () -> new Local();
        Supplier<Local.Within> within = () -> new Local().new Within();
        Supplier<Supplier<Object>> anonymous = () -> () -> new Local() {
            public String toString() {
                return "anonymous " + v + n;
            }
        };
        Below below = new Below(around, n);
        return member.get().k + " " + deep.get().sum() + " " + local.get().v + " " + within.get().w + " " + within.get().local().get().v + " "
               + anonymous.get().get() + " " + below.deep().get().sum() + " " + Below.deep(below).get().sum();
    }

    public static void main(String[] arguments) {
        System.out.println(made(3, new Instances(7)));
    }
}
