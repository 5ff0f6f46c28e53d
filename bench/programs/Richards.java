/**
 * The kernel of an operating system: an idle task, a worker, two handlers and two devices that send packets to each other
 * through priorities and queues. Known answers: 23246 packets queued, 9297 times a task was held.
 */
final class Richards extends Benchmark {
    private static final int IDLE = 0, WORKER = 1, HANDLER_A = 2, HANDLER_B = 3, DEVICE_A = 4, DEVICE_B = 5, TASKS = 6;
    private static final int DEVICE_PACKET = 0, WORK_PACKET = 1;
    private static final int DATA = 4;

    private static final class Packet {
        Packet next;
        int identity;
        final int kind;
        int datum;
        final int[] data = new int[DATA];

        Packet(Packet next, int identity, int kind) {
            this.next = next;
            this.identity = identity;
            this.kind = kind;
        }
    }

    private static Packet append(Packet packet, Packet queue) {
        packet.next = null;
        if (queue == null) return packet;
        Packet last = queue;
        while (last.next != null) last = last.next;
        last.next = packet;
        return queue;
    }

    private abstract class Task {
        final Task next;
        final int identity, priority;
        Packet input;
        boolean hasPacket, isWaiting, isHeld;

        Task(int identity, int priority, Packet input) {
            this.identity = identity;
            this.priority = priority;
            this.input = input;
            next = tasks;
            tasks = this;
            byIdentity[identity] = this;
            hasPacket = input != null;
        }

        /** Runs with a packet or without; returns the task to run next. */
        abstract Task work(Packet packet);

        final boolean mustWait() {
            return isHeld || (!hasPacket && isWaiting);
        }

        final Task step() {
            Packet packet = null;
            if (hasPacket && isWaiting && !isHeld) {
                packet = input;
                input = packet.next;
                hasPacket = input != null;
                isWaiting = false;
            }
            return work(packet);
        }

        final Task take(Packet packet, Task from) {
            if (input == null) {
                input = packet;
                hasPacket = true;
                if (priority > from.priority) return this;
            } else {
                append(packet, input);
            }
            return from;
        }
    }

    private final class IdleTask extends Task {
        private int control = 1, count = 10000;

        IdleTask() {
            super(IDLE, 0, null);
        }

        Task work(Packet packet) {
            if (--count == 0) return hold(this);
            boolean isEven = (control & 1) == 0;
            control = isEven ? control / 2 : control / 2 ^ 0xD008;
            return release(isEven ? DEVICE_A : DEVICE_B, this);
        }
    }

    private final class WorkerTask extends Task {
        private int destination = HANDLER_A, letter;

        WorkerTask(Packet input) {
            super(WORKER, 1000, input);
            isWaiting = true;
        }

        Task work(Packet packet) {
            if (packet == null) return waitFor(this);
            destination = HANDLER_A + HANDLER_B - destination;
            packet.identity = destination;
            packet.datum = 0;
            for (int i = 0; i < DATA; i++) {
                letter = letter % 26 + 1;
                packet.data[i] = 'A' - 1 + letter;
            }
            return queue(packet, this);
        }
    }

    private final class HandlerTask extends Task {
        private Packet workQueue, deviceQueue;

        HandlerTask(int identity, int priority, Packet input) {
            super(identity, priority, input);
            isWaiting = true;
        }

        Task work(Packet packet) {
            if (packet != null && packet.kind == WORK_PACKET) workQueue = append(packet, workQueue);
            else if (packet != null) deviceQueue = append(packet, deviceQueue);
            Packet work = workQueue;
            if (work == null) return waitFor(this);
            if (work.datum >= DATA) {
                workQueue = work.next;
                return queue(work, this);
            }
            Packet device = deviceQueue;
            if (device == null) return waitFor(this);
            deviceQueue = device.next;
            device.datum = work.data[work.datum++];
            return queue(device, this);
        }
    }

    private final class DeviceTask extends Task {
        private Packet pending;

        DeviceTask(int identity, int priority) {
            super(identity, priority, null);
            isWaiting = true;
        }

        Task work(Packet packet) {
            if (packet != null) {
                pending = packet;
                return hold(this);
            }
            if (pending == null) return waitFor(this);
            Packet done = pending;
            pending = null;
            return queue(done, this);
        }
    }

    private Task tasks;
    private Task[] byIdentity;
    private int queued, held;

    private Task waitFor(Task task) {
        task.isWaiting = true;
        return task;
    }

    private Task hold(Task task) {
        held++;
        task.isHeld = true;
        return task.next;
    }

    private Task release(int identity, Task from) {
        Task task = byIdentity[identity];
        task.isHeld = false;
        return task.priority > from.priority ? task : from;
    }

    private Task queue(Packet packet, Task from) {
        queued++;
        packet.next = null;
        Task to = byIdentity[packet.identity];
        packet.identity = from.identity;
        return to.take(packet, from);
    }

    private void schedule() {
        for (Task task = tasks; task != null;) task = task.mustWait() ? task.next : task.step();
    }

    private static Packet packets(int count, int identity, int kind) {
        Packet packet = null;
        for (int i = 0; i < count; i++) packet = new Packet(packet, identity, kind);
        return packet;
    }

    private void start() {
        tasks = null;
        byIdentity = new Task[TASKS];
        queued = 0;
        held = 0;
        new IdleTask();
        new WorkerTask(packets(2, WORKER, WORK_PACKET));
        new HandlerTask(HANDLER_A, 2000, packets(3, DEVICE_A, DEVICE_PACKET));
        new HandlerTask(HANDLER_B, 3000, packets(3, DEVICE_B, DEVICE_PACKET));
        new DeviceTask(DEVICE_A, 4000);
        new DeviceTask(DEVICE_B, 5000);
    }

    long run() {
        long sum = 0;
        for (int i = 0; i < 20; i++) {
            start();
            schedule();
            sum += queued * 100000L + held;
        }
        return sum / 20;
    }

    long answer() {
        return 2324609297L;
    }

    public static void main(String[] arguments) {
        new Richards().start(arguments);
    }
}
