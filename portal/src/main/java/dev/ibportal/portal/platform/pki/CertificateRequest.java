package dev.ibportal.portal.platform.pki;

import dev.ibportal.types.InvalidValueException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;

/**
 * A PKCS#10 request. Only its key counts: who the owner is, the portal says.
 *
 * @param key an ECDSA P-256 key whose owner signed the request
 */
public record CertificateRequest(PublicKey key) {
    private static final int FIELD_BITS = 256;

    /** @throws InvalidValueException if it cannot be read, is not signed by its own key, or the key is not P-256 */
    public static CertificateRequest parse(byte[] der) {
        try {
            var request = new JcaPKCS10CertificationRequest(der);
            PublicKey key = request.getPublicKey();
            if (!(key instanceof ECPublicKey ec)
                    || ec.getParams().getCurve().getField().getFieldSize() != FIELD_BITS) {
                throw invalid("csr.key", "the key is " + key.getAlgorithm() + ", ECDSA P-256 expected");
            }
            if (!request.isSignatureValid(new JcaContentVerifierProviderBuilder().build(key))) {
                throw invalid("csr.signature", "it is not signed with the key that it names");
            }
            return new CertificateRequest(key);
        } catch (IOException | GeneralSecurityException | OperatorCreationException | PKCSException e) {
            throw invalid("csr.syntax", "it is not a PKCS#10 request in DER");
        }
    }

    private static InvalidValueException invalid(String code, String why) {
        return new InvalidValueException(code, "the certificate request is not usable: " + why, "");
    }
}
