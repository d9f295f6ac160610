package dev.ibportal.portal.platform.page;

import java.time.Duration;

/** How long ago something was, in one number and one unit: enough to judge whether to trust it. */
final class Ages {
    private Ages() {}

    static String text(Duration age, AppMessages messages) {
        long seconds = Math.max(0, age.toSeconds());
        if (seconds < 60) {
            return messages.age_seconds(Long.toString(seconds));
        }
        if (seconds < 3600) {
            return messages.age_minutes(Long.toString(seconds / 60));
        }
        if (seconds < 2 * 86400) {
            return messages.age_hours(Long.toString(seconds / 3600));
        }
        return messages.age_days(Long.toString(seconds / 86400));
    }
}
