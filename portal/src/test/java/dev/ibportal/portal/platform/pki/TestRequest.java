package dev.ibportal.portal.platform.pki;

import java.security.KeyPair;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/** A node's key with the certificate request made from it. */
@SuppressWarnings("ArrayRecordComponent")
public record TestRequest(KeyPair pair, byte[] der) {
    public static TestRequest make() {
        return make(CertificateProfile.newKey(), "SHA256withECDSA");
    }

    static TestRequest make(KeyPair pair, String algorithm) {
        try {
            byte[] der = new JcaPKCS10CertificationRequestBuilder(new X500Name("CN=ignored"), pair.getPublic())
                    .build(new JcaContentSignerBuilder(algorithm).build(pair.getPrivate()))
                    .getEncoded();
            return new TestRequest(pair, der);
        } catch (org.bouncycastle.operator.OperatorCreationException | java.io.IOException e) {
            throw new IllegalStateException("no request could be made", e);
        }
    }

    public CertificateRequest parsed() {
        return CertificateRequest.parse(der);
    }
}
