package dev.ibportal.portal.platform.page;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The languages that pages speak. */
public enum Language {
    EN("en", "English", Locale.ENGLISH),
    ZH("zh-CN", "简体中文", Locale.CHINESE);

    private final String tag;
    private final String ownName;
    private final Locale locale;

    Language(String tag, String ownName, Locale locale) {
        this.tag = tag;
        this.ownName = ownName;
        this.locale = locale;
    }

    public static Optional<Language> of(@Nullable String tag) {
        for (Language language : values()) {
            if (language.tag.equals(tag)) {
                return Optional.of(language);
            }
        }
        return Optional.empty();
    }

    /** The first of the person's languages that we speak, else English. */
    static Language best(List<Locale> wanted) {
        for (Locale locale : wanted) {
            for (Language language : values()) {
                if (language.locale.getLanguage().equals(locale.getLanguage())) {
                    return language;
                }
            }
        }
        return EN;
    }

    /** For the {@code lang} attribute and the database. */
    public String tag() {
        return tag;
    }

    public String ownName() {
        return ownName;
    }

    /** Names the message files. */
    public Locale locale() {
        return locale;
    }
}
