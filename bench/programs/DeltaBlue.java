import java.util.ArrayList;
import java.util.List;

/**
 * An incremental solver of one-way constraints with strengths (Freeman-Benson, Maloney: "The DeltaBlue algorithm"): a chain
 * of equalities, and pairs of variables joined by scale and offset, changed and read many times.
 */
final class DeltaBlue extends Benchmark {
    /** Smaller is stronger. */
    private static final int REQUIRED = 0, STRONG_PREFERRED = 1, PREFERRED = 2, STRONG_DEFAULT = 3, NORMAL = 4, WEAK_DEFAULT = 5,
                             WEAKEST = 6;

    private static final class Variable {
        int value;
        final List<Constraint> constraints = new ArrayList<>();
        Constraint determinedBy;
        int mark;
        int walkStrength = WEAKEST;
        boolean stays = true;

        Variable(int value) {
            this.value = value;
        }
    }

    private abstract static class Constraint {
        final int strength;

        Constraint(int strength) {
            this.strength = strength;
        }

        abstract boolean isSatisfied();

        abstract void attach();

        abstract void detach();

        abstract void chooseMethod(int mark);

        abstract void unsatisfy();

        abstract void markInputs(int mark);

        abstract boolean inputsKnown(int mark);

        abstract Variable output();

        abstract void recalculate();

        abstract void execute();

        boolean isInput() {
            return false;
        }
    }

    private abstract static class UnaryConstraint extends Constraint {
        final Variable output;
        private boolean isSatisfied;

        UnaryConstraint(Variable output, int strength) {
            super(strength);
            this.output = output;
        }

        void attach() {
            output.constraints.add(this);
        }

        void detach() {
            output.constraints.remove(this);
            isSatisfied = false;
        }

        boolean isSatisfied() {
            return isSatisfied;
        }

        void chooseMethod(int mark) {
            isSatisfied = output.mark != mark && strength < output.walkStrength;
        }

        void unsatisfy() {
            isSatisfied = false;
        }

        void markInputs(int mark) {
        }

        boolean inputsKnown(int mark) {
            return true;
        }

        Variable output() {
            return output;
        }

        void recalculate() {
            output.walkStrength = strength;
            output.stays = !isInput();
            if (output.stays) execute();
        }
    }

    private static final class StayConstraint extends UnaryConstraint {
        StayConstraint(Variable output, int strength) {
            super(output, strength);
        }

        void execute() {
        }
    }

    private static final class EditConstraint extends UnaryConstraint {
        EditConstraint(Variable output, int strength) {
            super(output, strength);
        }

        void execute() {
        }

        boolean isInput() {
            return true;
        }
    }

    private static class EqualityConstraint extends Constraint {
        final Variable first, second;
        /** The direction: 0 none, 1 towards the first, 2 towards the second. */
        int direction;

        EqualityConstraint(Variable first, Variable second, int strength) {
            super(strength);
            this.first = first;
            this.second = second;
        }

        void attach() {
            first.constraints.add(this);
            second.constraints.add(this);
        }

        void detach() {
            first.constraints.remove(this);
            second.constraints.remove(this);
            direction = 0;
        }

        boolean isSatisfied() {
            return direction != 0;
        }

        void chooseMethod(int mark) {
            if (first.mark == mark) {
                direction = second.mark != mark && strength < second.walkStrength ? 2 : 0;
            } else if (second.mark == mark) {
                direction = strength < first.walkStrength ? 1 : 0;
            } else if (first.walkStrength > second.walkStrength) {
                direction = strength < first.walkStrength ? 1 : 0;
            } else {
                direction = strength < second.walkStrength ? 2 : 0;
            }
        }

        void unsatisfy() {
            direction = 0;
        }

        final Variable input() {
            return direction == 2 ? first : second;
        }

        Variable output() {
            return direction == 2 ? second : first;
        }

        void markInputs(int mark) {
            input().mark = mark;
        }

        boolean inputsKnown(int mark) {
            Variable input = input();
            return input.mark == mark || input.stays || input.determinedBy == null;
        }

        void recalculate() {
            Variable input = input(), output = output();
            output.walkStrength = Math.max(strength, input.walkStrength);
            output.stays = input.stays;
            if (output.stays) execute();
        }

        void execute() {
            output().value = input().value;
        }
    }

    private static final class ScaleConstraint extends EqualityConstraint {
        final Variable scale, offset;

        ScaleConstraint(Variable from, Variable scale, Variable offset, Variable to, int strength) {
            super(from, to, strength);
            this.scale = scale;
            this.offset = offset;
        }

        void attach() {
            super.attach();
            scale.constraints.add(this);
            offset.constraints.add(this);
        }

        void detach() {
            super.detach();
            scale.constraints.remove(this);
            offset.constraints.remove(this);
        }

        void markInputs(int mark) {
            super.markInputs(mark);
            scale.mark = mark;
            offset.mark = mark;
        }

        void execute() {
            if (direction == 2) second.value = first.value * scale.value + offset.value;
            else first.value = (second.value - offset.value) / scale.value;
        }

        void recalculate() {
            Variable input = input(), output = output();
            output.walkStrength = Math.max(strength, input.walkStrength);
            output.stays = input.stays && scale.stays && offset.stays;
            if (output.stays) execute();
        }
    }

    private int lastMark;

    private void add(Constraint constraint) {
        constraint.attach();
        int mark = ++lastMark;
        for (Constraint overridden = satisfy(constraint, mark); overridden != null;) overridden = satisfy(overridden, mark);
    }

    private Constraint satisfy(Constraint constraint, int mark) {
        constraint.chooseMethod(mark);
        if (!constraint.isSatisfied()) {
            if (constraint.strength == REQUIRED) throw new IllegalStateException("a required constraint cannot be satisfied");
            return null;
        }
        constraint.markInputs(mark);
        Variable output = constraint.output();
        Constraint overridden = output.determinedBy;
        if (overridden != null) overridden.unsatisfy();
        output.determinedBy = constraint;
        if (!propagate(constraint, mark)) throw new IllegalStateException("a cycle of constraints");
        output.mark = mark;
        return overridden;
    }

    private boolean propagate(Constraint constraint, int mark) {
        List<Constraint> todo = new ArrayList<>();
        todo.add(constraint);
        while (!todo.isEmpty()) {
            Constraint next = todo.remove(todo.size() - 1);
            if (next.output().mark == mark) {
                remove(constraint);
                return false;
            }
            next.recalculate();
            addConsumers(next.output(), todo);
        }
        return true;
    }

    private void remove(Constraint constraint) {
        if (!constraint.isSatisfied()) {
            constraint.detach();
            return;
        }
        Variable output = constraint.output();
        constraint.unsatisfy();
        constraint.detach();
        List<Constraint> unsatisfied = removePropagate(output);
        for (int strength = REQUIRED; strength < WEAKEST; strength++)
            for (Constraint other : unsatisfied) {
                if (other.strength != strength) continue;
                int mark = ++lastMark;
                for (Constraint overridden = satisfy(other, mark); overridden != null;) overridden = satisfy(overridden, mark);
            }
    }

    private List<Constraint> removePropagate(Variable output) {
        List<Constraint> unsatisfied = new ArrayList<>();
        output.determinedBy = null;
        output.walkStrength = WEAKEST;
        output.stays = true;
        List<Variable> todo = new ArrayList<>();
        todo.add(output);
        while (!todo.isEmpty()) {
            Variable variable = todo.remove(todo.size() - 1);
            for (Constraint constraint : variable.constraints)
                if (!constraint.isSatisfied()) unsatisfied.add(constraint);
            for (Constraint constraint : variable.constraints)
                if (constraint != variable.determinedBy && constraint.isSatisfied()) {
                    constraint.recalculate();
                    todo.add(constraint.output());
                }
        }
        return unsatisfied;
    }

    private static void addConsumers(Variable variable, List<Constraint> out) {
        for (Constraint constraint : variable.constraints)
            if (constraint != variable.determinedBy && constraint.isSatisfied()) out.add(constraint);
    }

    /** The constraints downstream of the sources, in an order in which each comes after what it reads. */
    private List<Constraint> plan(List<Constraint> sources) {
        int mark = ++lastMark;
        List<Constraint> plan = new ArrayList<>(), todo = new ArrayList<>(sources);
        while (!todo.isEmpty()) {
            Constraint constraint = todo.remove(todo.size() - 1);
            if (constraint.output().mark == mark || !constraint.inputsKnown(mark)) continue;
            plan.add(constraint);
            constraint.output().mark = mark;
            addConsumers(constraint.output(), todo);
        }
        return plan;
    }

    private void change(Variable variable, int value) {
        EditConstraint edit = new EditConstraint(variable, PREFERRED);
        add(edit);
        List<Constraint> sources = new ArrayList<>();
        sources.add(edit);
        List<Constraint> plan = plan(sources);
        for (int i = 0; i < 10; i++) {
            variable.value = value;
            for (Constraint constraint : plan) constraint.execute();
        }
        remove(edit);
    }

    private static void check(boolean holds) {
        if (!holds) throw new IllegalStateException("a constraint does not hold");
    }

    private long chain(int length) {
        Variable[] variables = new Variable[length + 1];
        for (int i = 0; i <= length; i++) {
            variables[i] = new Variable(0);
            if (i > 0) add(new EqualityConstraint(variables[i - 1], variables[i], REQUIRED));
        }
        add(new StayConstraint(variables[length], STRONG_DEFAULT));
        EditConstraint edit = new EditConstraint(variables[0], PREFERRED);
        add(edit);
        List<Constraint> sources = new ArrayList<>();
        sources.add(edit);
        List<Constraint> plan = plan(sources);
        long sum = 0;
        for (int value = 1; value <= 100; value++) {
            variables[0].value = value;
            for (Constraint constraint : plan) constraint.execute();
            check(variables[length].value == value);
            sum += variables[length].value;
        }
        remove(edit);
        return sum;
    }

    private long projection(int pairs) {
        Variable scale = new Variable(10), offset = new Variable(1000);
        Variable[] from = new Variable[pairs], to = new Variable[pairs];
        for (int i = 0; i < pairs; i++) {
            from[i] = new Variable(i);
            to[i] = new Variable(i);
            add(new StayConstraint(from[i], NORMAL));
            add(new ScaleConstraint(from[i], scale, offset, to[i], REQUIRED));
        }
        change(from[0], 17);
        check(to[0].value == 1170);
        change(to[0], 1050);
        check(from[0].value == 5);
        change(scale, 5);
        long sum = 0;
        for (int i = 0; i < pairs - 1; i++) {
            check(to[i].value == from[i].value * 5 + 1000);
            sum += to[i].value;
        }
        change(offset, 2000);
        for (int i = 0; i < pairs - 1; i++) {
            check(to[i].value == from[i].value * 5 + 2000);
            sum += to[i].value;
        }
        return sum;
    }

    long run() {
        long sum = 0;
        for (int i = 0; i < 5; i++) sum += chain(1000) + projection(1000);
        return sum;
    }

    long answer() {
        return 39935550;
    }

    public static void main(String[] arguments) {
        new DeltaBlue().start(arguments);
    }
}
