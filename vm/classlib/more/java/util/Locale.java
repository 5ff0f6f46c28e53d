package java.util;

/** Those that format as the class library does, which knows no other. */
public final class Locale implements Cloneable, java.io.Serializable {
    public static final Locale ENGLISH = new Locale("en", "", true);
    public static final Locale US = new Locale("en", "US", true);
    public static final Locale UK = new Locale("en", "GB", true);
    public static final Locale ROOT = new Locale("", "", true);

    private final String language;
    private final String country;

    /** Has no parameters of java's constructors: who calls those finds none. */
    private Locale(String language, String country, boolean isKnown) {
        this.language = language;
        this.country = country;
    }

    public static Locale getDefault() {
        return US;
    }

    public String getLanguage() {
        return language;
    }

    public String getCountry() {
        return country;
    }

    public String toLanguageTag() {
        return language.isEmpty() ? "und" : country.isEmpty() ? language : language + "-" + country;
    }

    public String toString() {
        return country.isEmpty() ? language : language + "_" + country;
    }
}
