package dev.ibportal.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The test runs programs of the machine. Where one is missing the test is skipped and the skip names it, unless
 * {@code IBPORTAL_NO_SKIP=true} (environment or system property) is given: then it fails.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(RequiresToolsCondition.class)
public @interface RequiresTools {
    /** Program names, looked up in PATH and the sbin directories. */
    String[] value() default {};

    /** Whether the test needs Linux with root rights, for example for network namespaces. */
    boolean root() default false;
}
