import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles the cases of linking_cases.txt, each to a directory of its name: java LinkingCases.java CASES DIRECTORY */
public class LinkingCases {
    static final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    static int failures;
    static final StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);

    /** A compilation unit; its name says nothing of its classes. */
    static class Unit extends SimpleJavaFileObject {
        final StringBuilder text = new StringBuilder();

        Unit(int number) {
            super(URI.create("case:///" + (number == 0 ? "Case.java" : "Case" + number + ".java")), Kind.SOURCE);
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return text;
        }

        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return true;
        }
    }

    final Path directory;
    final List<Unit> units = new ArrayList<>();
    final List<String> attempts = new ArrayList<>();
    String[] step = {"old"};

    LinkingCases(Path directory) throws IOException {
        this.directory = Files.createDirectories(directory);
    }

    void add(String line) throws IOException {
        if (line.startsWith("--- ")) {
            finishStep();
            step = line.substring(4).split(" ");
        } else if (line.startsWith("> ")) {
            attempts.add(line.substring(2));
        } else {
            if (units.isEmpty() || line.startsWith("package ")) units.add(new Unit(units.size()));
            units.get(units.size() - 1).text.append(line).append('\n');
        }
    }

    /** Every attempt is made three times, the last one once more without a handler. */
    void addMain() {
        Unit main = new Unit(0);
        main.text.append("public class Main {\n");
        for (int i = 0; i < attempts.size(); i++)
            main.text.append("static void attempt" + i + "() throws Throwable { " + attempts.get(i) + " }\n");
        main.text.append("static void show(Object shown) { System.out.println(shown); }\n");
        main.text.append("public static void main(String[] arguments) throws Throwable {\n");
        for (int i = 0; i < attempts.size(); i++)
            main.text.append("for (int i = 0; i < 3; i++) try { show(" + i + "); attempt" + i + "(); }\n"
                             + "catch (Throwable thrown) { thrown.printStackTrace(System.out); }\n");
        main.text.append("attempt" + (attempts.size() - 1) + "();\n}\n}\n");
        units.add(main);
    }

    void compile(Path classPath, Path output) throws IOException {
        files.setLocationFromPaths(StandardLocation.CLASS_PATH, List.of(classPath));
        files.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(Files.createDirectories(output)));
        List<String> options = List.of("-proc:none", "-Xlint:none", "-XDsuppressNotes");
        if (compiler.getTask(null, files, null, options, null, units).call()) return;
        System.err.println(directory + ": " + step[0] + " is not compiled");
        failures++;
    }

    void copy(Path from, String name) throws IOException {
        Path to = directory.resolve(name + ".class");
        Files.createDirectories(to.getParent());
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }

    void finishStep() throws IOException {
        switch (step[0]) {
            case "old" -> {
                addMain();
                compile(directory, directory);
            }
            case "new" -> compile(directory, directory);
            case "apart" -> {
                Path apart = Path.of(directory + ".apart");
                compile(apart, apart);
                for (int i = 1; i < step.length; i++) copy(apart.resolve(step[i] + ".class"), step[i]);
            }
            case "remove" -> {
                for (int i = 1; i < step.length; i++) Files.delete(directory.resolve(step[i] + ".class"));
            }
            case "rename" -> copy(directory.resolve(step[1] + ".class"), step[2]);
            default -> throw new IllegalStateException(directory + ": what is " + step[0] + "?");
        }
        units.clear();
    }

    public static void main(String[] arguments) throws IOException {
        LinkingCases current = null;
        for (String line : Files.readAllLines(Path.of(arguments[0]))) {
            if (line.startsWith("=== ")) {
                if (current != null) current.finishStep();
                current = new LinkingCases(Path.of(arguments[1], line.substring(4).replace(' ', '_')));
            } else if (current != null) {
                current.add(line);
            }
        }
        current.finishStep();
        System.exit(failures == 0 ? 0 : 1);
    }
}
