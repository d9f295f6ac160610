package dev.ibportal.portal.platform.page;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.CRC32;

/** Version of our own style sheet and scripts in their addresses, so that browsers keep them exactly until they change. */
@ApplicationScoped
class Assets {
    private static final String[] FILES = {"portal.css", "portal.js", "theme.js", "icon.svg"};

    private final String version;

    Assets() {
        CRC32 sum = new CRC32();
        for (String file : FILES) {
            sum.update(read("META-INF/resources/" + file));
        }
        this.version = Long.toHexString(sum.getValue());
    }

    private static byte[] read(String name) {
        try (InputStream file = Thread.currentThread().getContextClassLoader().getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("the portal was built without " + name);
            }
            return file.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String version() {
        return version;
    }
}
