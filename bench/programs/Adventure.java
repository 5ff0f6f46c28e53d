import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The parser and the world of a text adventure: commands in English, rooms, things, a lamp and a locked door. */
final class Adventure extends Benchmark {
    private enum Verb { GO, TAKE, DROP, LOOK, OPEN, LIGHT, INVENTORY, PUT }

    private enum Direction {
        NORTH, SOUTH, EAST, WEST, UP, DOWN;

        Direction opposite() {
            switch (this) {
            case NORTH: return SOUTH;
            case SOUTH: return NORTH;
            case EAST: return WEST;
            case WEST: return EAST;
            case UP: return DOWN;
            default: return UP;
            }
        }
    }

    private static final class Thing {
        final String name, adjective;
        final boolean isFixed;
        final List<Thing> content = new ArrayList<>();
        boolean isOpen, isLit;

        Thing(String adjective, String name, boolean isFixed) {
            this.adjective = adjective;
            this.name = name;
            this.isFixed = isFixed;
        }

        public String toString() {
            return adjective + " " + name;
        }
    }

    private static final class Room {
        final String name;
        final boolean isDark;
        final Map<Direction, Room> exits = new HashMap<>();
        final List<Thing> things = new ArrayList<>();

        Room(String name, boolean isDark) {
            this.name = name;
            this.isDark = isDark;
        }
    }

    private static final class Refusal extends Exception {
        Refusal(String message) {
            super(message);
        }
    }

    private static final class Command {
        Verb verb;
        Direction direction;
        String adjective, noun, target;
        boolean isAll;
    }

    private static final Map<String, Verb> VERBS = new HashMap<>();
    private static final Map<String, Direction> DIRECTIONS = new HashMap<>();
    private static final Set<String> FILLERS = new HashSet<>(), ADJECTIVES = new HashSet<>();

    static {
        String[][] verbs = {{"go", "walk", "run"}, {"take", "get", "grab"}, {"drop", "leave"}, {"look", "l", "examine"},
                            {"open", "unlock"}, {"light"}, {"inventory", "i"}, {"put", "insert"}};
        for (int i = 0; i < verbs.length; i++)
            for (String word : verbs[i]) VERBS.put(word, Verb.values()[i]);
        for (Direction direction : Direction.values()) {
            DIRECTIONS.put(direction.name().toLowerCase(), direction);
            DIRECTIONS.put(direction.name().substring(0, 1).toLowerCase(), direction);
        }
        for (String word : new String[] {"the", "a", "an", "to", "at", "my"}) FILLERS.add(word);
    }

    private final Map<String, Room> rooms = new HashMap<>();
    private final List<Thing> carried = new ArrayList<>();
    private final StringBuilder log = new StringBuilder();
    private Room here;
    private Thing door, lamp;

    private Room room(String name, boolean isDark) {
        Room room = new Room(name, isDark);
        rooms.put(name, room);
        return room;
    }

    private void join(Room from, Direction direction, Room to) {
        from.exits.put(direction, to);
        to.exits.put(direction.opposite(), from);
    }

    private Thing thing(Room room, String adjective, String name, boolean isFixed) {
        Thing thing = new Thing(adjective, name, isFixed);
        room.things.add(thing);
        ADJECTIVES.add(adjective);
        return thing;
    }

    private void build() {
        Room garden = room("garden", false), hall = room("hall", false), cellar = room("cellar", true), attic = room("attic", true);
        join(garden, Direction.NORTH, hall);
        join(hall, Direction.DOWN, cellar);
        join(hall, Direction.UP, attic);
        thing(garden, "rusty", "key", false);
        thing(garden, "old", "bench", true);
        door = thing(garden, "oak", "door", true);
        lamp = thing(garden, "brass", "lamp", false);
        thing(hall, "wooden", "chest", true).content.add(new Thing("silver", "coin", false));
        ADJECTIVES.add("silver");
        thing(cellar, "red", "bottle", false);
        thing(cellar, "green", "bottle", false);
        thing(attic, "dusty", "book", false);
        here = garden;
    }

    /* --- parsing --- */

    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        for (int from = 0; from < line.length();) {
            int to = line.indexOf(' ', from);
            if (to < 0) to = line.length();
            String word = line.substring(from, to).toLowerCase();
            if (!word.isEmpty() && !FILLERS.contains(word)) words.add(word);
            from = to + 1;
        }
        return words;
    }

    private static Command parse(String line) throws Refusal {
        Command command = new Command();
        boolean isBehindPreposition = false;
        for (String word : words(line)) {
            if (command.verb == null && VERBS.containsKey(word)) command.verb = VERBS.get(word);
            else if (DIRECTIONS.containsKey(word)) command.direction = DIRECTIONS.get(word);
            else if (word.equals("all") || word.equals("everything")) command.isAll = true;
            else if (word.equals("in") || word.equals("into") || word.equals("with")) isBehindPreposition = true;
            else if (ADJECTIVES.contains(word) && !isBehindPreposition) command.adjective = word;
            else if (ADJECTIVES.contains(word)) continue;
            else if (isBehindPreposition) command.target = word;
            else if (command.noun == null) command.noun = word;
            else throw new Refusal("I do not understand '" + word + "'.");
        }
        if (command.verb == null && command.direction != null) command.verb = Verb.GO;
        if (command.verb == null) throw new Refusal("What do you want to do?");
        return command;
    }

    /* --- doing --- */

    private Thing find(String adjective, String noun, boolean onlyCarried) throws Refusal {
        Thing found = null;
        List<Thing> near = new ArrayList<>(carried);
        if (!onlyCarried) near.addAll(here.things);
        for (int i = 0; i < near.size(); i++) {
            Thing thing = near.get(i);
            if (thing.isOpen) near.addAll(thing.content);
            if (!thing.name.equals(noun) || adjective != null && !thing.adjective.equals(adjective)) continue;
            if (found != null) throw new Refusal("Which " + noun + ", the " + found + " or the " + thing + "?");
            found = thing;
        }
        if (found == null) throw new Refusal("There is no " + noun + " here.");
        return found;
    }

    private boolean isDark() {
        return here.isDark && !(lamp.isLit && (carried.contains(lamp) || here.things.contains(lamp)));
    }

    private void remove(Thing thing) {
        if (carried.remove(thing) || here.things.remove(thing)) return;
        for (Thing holder : here.things) holder.content.remove(thing);
    }

    private String go(Command command) throws Refusal {
        Room to = here.exits.get(command.direction);
        if (to == null) throw new Refusal("You cannot go there.");
        if (to == rooms.get("hall") && !door.isOpen) throw new Refusal("The oak door is locked.");
        here = to;
        return look();
    }

    private String look() {
        return isDark() ? "It is pitch dark." : "You are in the " + here.name + ". You see " + here.things + ".";
    }

    private String take(Command command) throws Refusal {
        if (isDark()) throw new Refusal("You cannot see a thing.");
        if (!command.isAll) return take(find(command.adjective, command.noun, false));
        StringBuilder answers = new StringBuilder();
        for (Thing thing : new ArrayList<>(here.things))
            if (!thing.isFixed) answers.append(take(thing));
        return answers.toString();
    }

    private String take(Thing thing) throws Refusal {
        if (thing.isFixed) throw new Refusal("The " + thing + " does not move.");
        remove(thing);
        carried.add(thing);
        return "Taken: " + thing + ". ";
    }

    private String execute(Command command) throws Refusal {
        switch (command.verb) {
        case GO: return go(command);
        case LOOK: return look();
        case INVENTORY: return "You carry " + carried + ".";
        case TAKE: return take(command);
        case DROP: {
            Thing thing = find(command.adjective, command.noun, true);
            remove(thing);
            here.things.add(thing);
            return "Dropped.";
        }
        case LIGHT:
            if (find(command.adjective, command.noun, true) != lamp) throw new Refusal("That does not burn.");
            lamp.isLit = true;
            return "The lamp shines.";
        case OPEN: {
            Thing thing = find(command.adjective, command.noun, false);
            if (thing == door) find("rusty", "key", true);
            thing.isOpen = true;
            return "Open: " + thing.content;
        }
        case PUT: {
            Thing thing = find(command.adjective, command.noun, true), into = find(null, command.target, false);
            if (!into.isOpen) throw new Refusal("The " + into + " is closed.");
            remove(thing);
            into.content.add(thing);
            return "Done.";
        }
        default: throw new AssertionError(command.verb);
        }
    }

    private void play(String line) {
        try {
            log.append(execute(parse(line)));
        } catch (Refusal refusal) {
            log.append(refusal.getMessage());
        }
        log.append('\n');
    }

    private static final String[] LINES = {
        "look", "north", "open the door", "take the rusty key", "unlock the oak door with my key", "take everything", "go n",
        "open chest", "get coin", "i", "down", "take bottle", "light the brass lamp", "take bottle", "grab the red bottle",
        "put the red bottle into the wooden chest", "u", "put red bottle into chest", "take the dusty book", "walk up",
        "get the book", "drop lamp", "inventory", "dance with the bench", "go south", "go down", "leave silver coin", "l"};

    long run() {
        long sum = 0;
        for (int i = 0; i < 200; i++) {
            Adventure game = new Adventure();
            game.build();
            for (String line : LINES) game.play(line);
            sum = sum * 31 + game.log.toString().hashCode();
        }
        return sum;
    }

    long answer() {
        return 8296088579717488768L;
    }

    public static void main(String[] arguments) {
        new Adventure().start(arguments);
    }
}
