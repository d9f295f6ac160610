package dev.ibportal.portal.platform.web;

import dev.ibportal.portal.platform.fault.DomainFault;
import jakarta.ws.rs.ext.Provider;
import jakarta.ws.rs.ext.ReaderInterceptor;
import jakarta.ws.rs.ext.ReaderInterceptorContext;
import java.io.IOException;

/** Where a body is read, there must be one: {@code null} is no form. */
@Provider
public class BodyRequired implements ReaderInterceptor {
    @Override
    public Object aroundReadFrom(ReaderInterceptorContext context) throws IOException {
        Object body = context.proceed();
        if (body == null) {
            throw new DomainFault.Malformed("The body is missing; a JSON object is expected.");
        }
        return body;
    }
}
