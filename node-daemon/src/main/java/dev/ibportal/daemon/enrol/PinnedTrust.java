package dev.ibportal.daemon.enrol;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trust for the one call that is made before this host has a trust anchor: the presented chain must contain the CA
 * certificate whose fingerprint came with the token, and lead to it.
 */
final class PinnedTrust extends X509ExtendedTrustManager {
    private final String fingerprint;

    PinnedTrust(String fingerprint) {
        this.fingerprint = fingerprint;
    }

    /** The portal is not the one that the token names; the text tells both fingerprints. */
    static final class WrongCaException extends CertificateException {
        private static final long serialVersionUID = 1L;

        WrongCaException(String message) {
            super(message);
        }
    }

    private X509ExtendedTrustManager pinned(X509Certificate[] chain) throws CertificateException {
        try {
            for (X509Certificate certificate : chain) {
                if (Certificates.fingerprint(certificate).equals(fingerprint)) {
                    return Certificates.trusting(List.of(certificate));
                }
            }
            throw new WrongCaException("the token names the CA certificate with SHA-256 fingerprint " + fingerprint
                    + ", but the portal presented a chain that ends in "
                    + Certificates.fingerprint(chain[chain.length - 1]));
        } catch (WrongCaException e) {
            throw e;
        } catch (GeneralSecurityException e) {
            throw new CertificateException("the portal's chain could not be checked", e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        pinned(chain).checkServerTrusted(chain, authType, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        pinned(chain).checkServerTrusted(chain, authType, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        pinned(chain).checkServerTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        throw notAServer();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        throw notAServer();
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw notAServer();
    }

    private static CertificateException notAServer() {
        return new CertificateException("a daemon takes no connections");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
