package java.util.regex;

public class PatternSyntaxException extends IllegalArgumentException {
    private final String description;
    private final String pattern;
    private final int index;

    public PatternSyntaxException(String description, String pattern, int index) {
        this.description = description;
        this.pattern = pattern;
        this.index = index;
    }

    public int getIndex() {
        return index;
    }

    public String getDescription() {
        return description;
    }

    public String getPattern() {
        return pattern;
    }

    public String getMessage() {
        StringBuilder text = new StringBuilder().append(description);
        if (index >= 0) text.append(" near index ").append(index);
        text.append('\n').append(pattern);
        if (index >= 0 && pattern != null && index < pattern.length())
            text.append('\n').append(pattern.substring(0, index).replaceAll("[^\t]", " ")).append('^');
        return text.toString();
    }
}
