package dev.ibportal.portal.platform.pki;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** The four kinds of certificate that this authority makes, and how each is signed. ECDSA P-256 throughout. */
enum CertificateProfile {
    ROOT(KeyUsage.keyCertSign | KeyUsage.cRLSign, "", 1),
    INTERMEDIATE(KeyUsage.keyCertSign | KeyUsage.cRLSign, "", 0),
    SERVER(KeyUsage.digitalSignature, KeyPurposeId.id_kp_serverAuth.getId(), -1),
    NODE(KeyUsage.digitalSignature, KeyPurposeId.id_kp_clientAuth.getId(), -1);

    static final String CURVE = "secp256r1";

    /** Clocks of nodes may be slow by this much. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    private static final int SERIAL_BITS = 127;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final int keyUsage;
    /** Object identifier of what it may be used for; authorities have none. */
    private final String purpose;

    private final int pathLength;

    CertificateProfile(int keyUsage, String purpose, int pathLength) {
        this.keyUsage = keyUsage;
        this.purpose = purpose;
        this.pathLength = pathLength;
    }

    /** Whose name stands in the certificate. */
    record Subject(String commonName, PublicKey key, List<GeneralName> names) {
        X500Name name() {
            return new X500Name("CN=" + commonName);
        }
    }

    /** Who signs. The root signs itself, so its certificate does not exist yet. */
    record Issuer(X500Name name, PublicKey key, PrivateKey signingKey) {
        static Issuer of(KeyAndChain authority) {
            return new Issuer(
                    X500Name.getInstance(
                            authority.certificate().getSubjectX500Principal().getEncoded()),
                    authority.certificate().getPublicKey(),
                    authority.key());
        }
    }

    static KeyPair newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec(CURVE));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java cannot make ECDSA P-256 keys", e);
        }
    }

    X509Certificate sign(Subject subject, Issuer issuer, Instant now, Instant notAfter) {
        try {
            var builder = new JcaX509v3CertificateBuilder(
                    issuer.name(),
                    new BigInteger(SERIAL_BITS, RANDOM).setBit(SERIAL_BITS - 1),
                    Date.from(now.minus(SKEW)),
                    Date.from(notAfter),
                    subject.name(),
                    subject.key());
            addExtensions(builder, subject, issuer);
            var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(issuer.signingKey());
            return new JcaX509CertificateConverter().getCertificate(builder.build(signer));
        } catch (IOException | OperatorCreationException | CertificateException e) {
            throw new IllegalStateException("certificate for " + subject.commonName() + " could not be signed", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-1 for key identifiers", e);
        }
    }

    private void addExtensions(X509v3CertificateBuilder builder, Subject subject, Issuer issuer)
            throws IOException, NoSuchAlgorithmException {
        boolean authority = pathLength >= 0;
        var utils = new JcaX509ExtensionUtils();
        builder.addExtension(Extension.subjectKeyIdentifier, false, utils.createSubjectKeyIdentifier(subject.key()));
        builder.addExtension(Extension.authorityKeyIdentifier, false, utils.createAuthorityKeyIdentifier(issuer.key()));
        builder.addExtension(
                Extension.basicConstraints,
                true,
                authority ? new BasicConstraints(pathLength) : new BasicConstraints(false));
        builder.addExtension(Extension.keyUsage, true, new KeyUsage(keyUsage));
        if (!authority) {
            builder.addExtension(
                    Extension.extendedKeyUsage,
                    true,
                    new ExtendedKeyUsage(KeyPurposeId.getInstance(new ASN1ObjectIdentifier(purpose))));
            builder.addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(subject.names().toArray(new GeneralName[0])));
        }
    }
}
