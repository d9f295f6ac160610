package dev.ibportal.portal.platform.page;

import io.quarkus.qute.TemplateInstance;
import io.quarkus.qute.i18n.MessageBundles;
import jakarta.ws.rs.core.CacheControl;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/** Answers of pages. */
public final class Html {
    /** Set when a part of a page asks for itself again: then only that part is answered. */
    public static final String HTMX = "HX-Request";

    private static final int UNPROCESSABLE = 422;
    private static final Pattern LOCAL = Pattern.compile("/(?![/\\\\])[\\x21-\\x5b\\x5d-\\x7e]{0,2000}");

    private Html() {}

    public static Response ok(Shell shell, TemplateInstance page) {
        return answer(200, shell, page);
    }

    /** A form that was refused, with what was typed. */
    public static Response refused(Shell shell, TemplateInstance form) {
        return answer(UNPROCESSABLE, shell, form);
    }

    /**
     * A place of this portal to go to, and never of another one, whoever wrote the link: a path of plain characters, in
     * which neither the portal nor a browser can read the name of a host.
     */
    public static String local(String path) {
        return LOCAL.matcher(path).matches() && isUri(path) ? path : "/";
    }

    private static boolean isUri(String path) {
        try {
            URI uri = new URI(path);
            return uri.getRawAuthority() == null && uri.getScheme() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** After a form has done its work: a page that can be reloaded without doing it again. */
    public static Response see(String path) {
        return Response.seeOther(URI.create(path)).build();
    }

    public static Response see(String path, String done) {
        return see(path + (path.contains("?") ? "&" : "?") + "done=" + done);
    }

    /** With the name of what it was done to. */
    public static Response see(String path, String done, String name) {
        return see(path + (path.contains("?") ? "&" : "?") + Done.query(done, name));
    }

    public static Response answer(int status, Shell shell, TemplateInstance page) {
        String text = page.setAttribute(
                        MessageBundles.ATTRIBUTE_LOCALE, shell.language().locale())
                .render();
        CacheControl control = new CacheControl();
        control.setNoStore(true);
        return Response.status(status)
                .type(MediaType.TEXT_HTML_TYPE.withCharset("UTF-8"))
                .cacheControl(control)
                .header("Vary", HTMX + ", Accept-Language, Cookie")
                .header("Content-Language", shell.language().tag())
                .entity(text)
                .build();
    }
}
