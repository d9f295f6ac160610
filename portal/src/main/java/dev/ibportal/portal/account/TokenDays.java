package dev.ibportal.portal.account;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.platform.page.Form;
import dev.ibportal.portal.platform.page.Shell;
import dev.ibportal.portal.platform.page.Texts;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Forms ask for how many days a token works, programs until when. */
public final class TokenDays {
    private static final String FIELD = "days";

    private TokenDays() {}

    /** @return null: as usual */
    public static @Nullable Instant end(Form form, Shell shell, Clock clock) {
        Long days = form.number(FIELD);
        if (days == null) {
            return null;
        }
        long most = TokenService.LONGEST.toDays();
        if (days < 1 || days > most) {
            String message = Texts.of(AccountMessages.class, shell.language()).days_wrong((int) most);
            throw new DomainFault.Invalid(List.of(DomainFault.FieldError.told(FIELD, message)), null);
        }
        return clock.instant().plus(Duration.ofDays(days));
    }
}
