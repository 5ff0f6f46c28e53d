import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;

/** What java says of class files DIRECTORY/0.class to COUNT-1.class, which may use the classes of CLASSES: a line a file, its
 *  number, then "ok" or the exception. Each file gets a class loader of its own, which defines the others too. */
public class Verdicts {
    static class Loader extends ClassLoader {
        final Path classes;

        Loader(Path classes) {
            super(Verdicts.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> found = findLoadedClass(name);
            Path file = classes.resolve(name.replace('.', '/') + ".class");
            if (found != null) return found;
            if (!Files.exists(file)) return super.loadClass(name, resolve);
            try {
                byte[] bytes = Files.readAllBytes(file);
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name);
            }
        }

        /** Links the class, which verifies it: as the supertype of another one if it can be that. */
        void verify(byte[] bytes) throws IOException {
            Class<?> tried = defineClass(null, bytes, 0, bytes.length), linked;
            byte[] below = subclass(tried);
            try {
                linked = defineClass(null, below, 0, below.length);
            } catch (IncompatibleClassChangeError isFinal) {
                linked = tried;
            }
            try {
                linked.getDeclaredMethods();
            } catch (NoClassDefFoundError e) { /* perhaps a type in a descriptor only */
                linked.getDeclaredFields();
            }
        }
    }

    static byte[] subclass(Class<?> of) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        String name = of.getName().replace('.', '/');
        out.writeInt(0xcafebabe);
        out.writeInt(49);
        out.writeShort(7);
        for (String text : new String[] {name + "$$Verdict", name, "java/lang/Object"}) {
            out.writeByte(1);
            out.writeUTF(text);
        }
        for (int i = 1; i <= 3; i++) {
            out.writeByte(7);
            out.writeShort(i);
        }
        out.writeShort(Modifier.PUBLIC | 0x20);
        out.writeShort(4);
        out.writeShort(of.isInterface() ? 6 : 5);
        out.writeShort(of.isInterface() ? 1 : 0);
        if (of.isInterface()) out.writeShort(5);
        for (int i = 0; i < 3; i++) out.writeShort(0);
        return bytes.toByteArray();
    }

    public static void main(String[] args) throws IOException {
        Path classes = Path.of(args[2]);
        for (int i = 0; i < Integer.parseInt(args[1]); i++) {
            String verdict = "ok";
            try {
                new Loader(classes).verify(Files.readAllBytes(Path.of(args[0], i + ".class")));
            } catch (Throwable e) {
                verdict = (e.getClass().getName() + ": " + e.getMessage()).replace('\n', ' ');
            }
            System.out.println(i + " " + verdict);
        }
    }
}
