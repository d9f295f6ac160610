package dev.ibportal.daemon.testing;

import dev.ibportal.types.EnrolmentToken;
import dev.ibportal.types.NodeIdentity;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** A certificate authority that lives as long as a test. */
public final class TestCa {
    private static final AtomicLong SERIAL = new AtomicLong(1);

    private final KeyPair pair = keys();
    private final X500Name name;
    private final X509Certificate certificate;

    public TestCa(String commonName) {
        this.name = new X500Name("CN=" + commonName);
        Instant now = Instant.now();
        this.certificate = sign(
                name,
                pair.getPublic(),
                now.minusSeconds(3600),
                now.plusSeconds(86_400 * 365L),
                builder -> builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(1)));
    }

    public X509Certificate certificate() {
        return certificate;
    }

    public static KeyPair keys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    public X509Certificate node(PublicKey key, NodeIdentity identity, Instant from, Instant to) {
        return sign(
                new X500Name("CN=node"),
                key,
                from,
                to,
                builder -> builder.addExtension(
                                Extension.subjectAlternativeName,
                                false,
                                new GeneralNames(new GeneralName(
                                        GeneralName.uniformResourceIdentifier,
                                        identity.uri().toString())))
                        .addExtension(
                                Extension.extendedKeyUsage,
                                false,
                                new ExtendedKeyUsage(KeyPurposeId.id_kp_clientAuth)));
    }

    X509Certificate server(PublicKey key) {
        Instant now = Instant.now();
        return sign(
                new X500Name("CN=portal"),
                key,
                now.minusSeconds(60),
                now.plusSeconds(86_400),
                builder -> builder.addExtension(
                                Extension.subjectAlternativeName,
                                false,
                                new GeneralNames(new GeneralName(GeneralName.dNSName, NodeIdentity.PORTAL_TLS_NAME)))
                        .addExtension(
                                Extension.extendedKeyUsage,
                                false,
                                new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth)));
    }

    /** For a server of that name. */
    public X509Certificate server(PublicKey key, String dnsName) {
        return leaf(key, dnsName, KeyPurposeId.id_kp_serverAuth);
    }

    /** For a client of that name. */
    public X509Certificate client(PublicKey key, String dnsName) {
        return leaf(key, dnsName, KeyPurposeId.id_kp_clientAuth);
    }

    private X509Certificate leaf(PublicKey key, String dnsName, KeyPurposeId use) {
        Instant now = Instant.now();
        return sign(
                new X500Name("CN=" + dnsName),
                key,
                now.minusSeconds(60),
                now.plusSeconds(86_400),
                builder -> builder.addExtension(
                                Extension.subjectAlternativeName,
                                false,
                                new GeneralNames(new GeneralName(GeneralName.dNSName, dnsName)))
                        .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(use)));
    }

    /** A token that names this CA; the secret is its 32 bytes. */
    public EnrolmentToken token(byte secret) {
        byte[] bytes = new byte[32];
        bytes[0] = secret;
        try {
            String fingerprint = HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
            return new EnrolmentToken(
                    fingerprint, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private interface Extensions {
        Object add(JcaX509v3CertificateBuilder builder) throws CertIOException;
    }

    private X509Certificate sign(X500Name subject, PublicKey key, Instant from, Instant to, Extensions extensions) {
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    name, BigInteger.valueOf(SERIAL.getAndIncrement()), Date.from(from), Date.from(to), subject, key);
            PrivateKey signer = pair.getPrivate();
            extensions.add(builder);
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(signer)));
        } catch (GeneralSecurityException | OperatorCreationException | CertIOException e) {
            throw new AssertionError(e);
        }
    }

    List<X509Certificate> chain(X509Certificate leaf) {
        return List.of(leaf, certificate);
    }
}
