package dev.ibportal.portal.platform.page;

import io.quarkus.qute.i18n.Localized;
import io.quarkus.qute.i18n.MessageBundles;

/** Messages for Java code that has to choose between them. */
public final class Texts {
    private Texts() {}

    public static <T> T of(Class<T> bundle, Language language) {
        return language == Language.EN
                ? MessageBundles.get(bundle)
                : MessageBundles.get(
                        bundle, Localized.Literal.of(language.locale().getLanguage()));
    }
}
