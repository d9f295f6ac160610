package dev.ibportal.daemon.enrol;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequestBuilder;

/** A fresh ECDSA P-256 key, the request made from it, and the check that the answer belongs to it. */
final class HostKey {
    /** The portal sets the identity itself and ignores this. */
    private static final X500Name SUBJECT = new X500Name("CN=ibnoded");

    private final KeyPair pair;

    private HostKey(KeyPair pair) {
        this.pair = pair;
    }

    static HostKey generate() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return new HostKey(generator.generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot make ECDSA P-256 keys", e);
        }
    }

    PrivateKey privateKey() {
        return pair.getPrivate();
    }

    /** PKCS#10 in DER. */
    ByteString request() {
        try {
            return ByteString.copyFrom(new JcaPKCS10CertificationRequestBuilder(SUBJECT, pair.getPublic())
                    .build(new JcaContentSignerBuilder("SHA256withECDSA").build(pair.getPrivate()))
                    .getEncoded());
        } catch (OperatorCreationException | IOException e) {
            throw new IllegalStateException("the certificate request could not be signed", e);
        }
    }

    /** @throws GeneralSecurityException if the chain is not for this key or leads to none of the anchors */
    void check(List<X509Certificate> chain, List<X509Certificate> anchors) throws GeneralSecurityException {
        if (chain.isEmpty() || anchors.isEmpty()) {
            throw new GeneralSecurityException("the portal sent no certificate");
        }
        PublicKey certified = chain.get(0).getPublicKey();
        if (!certified.equals(pair.getPublic())) {
            throw new GeneralSecurityException("the portal's certificate is for another key than this host's");
        }
        Certificates.trusting(anchors).checkClientTrusted(chain.toArray(new X509Certificate[0]), "EC");
    }
}
