/** What every host keeps, whether real, simulated or of the lab. Other modules run it from this module's test jar. */
@NullMarked
package dev.ibportal.daemon.host.contract;

import org.jspecify.annotations.NullMarked;
