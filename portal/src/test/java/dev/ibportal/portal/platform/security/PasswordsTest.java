package dev.ibportal.portal.platform.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ibportal.portal.platform.fault.DomainFault;
import dev.ibportal.portal.testing.World;
import io.quarkus.elytron.security.common.BcryptUtil;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusTest
class PasswordsTest {
    @Inject
    Passwords passwords;

    @Inject
    LogIn logIn;

    @Inject
    World world;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "fourteen chars", // 14
                "qwerty123456789",
                "QWERTY123456789",
                "passwordpassword",
                "Password12345678",
                "p@ssw0rd!!!!!!!!",
                "aaaaaaaaaaaaaaaaaaaa",
                "abcabcabcabcabcabc",
                "123456789012345678",
                "qwertyuiopasdfghjkl",
                "1qaz2wsx3edc4rfv5tgb",
                "manchesterunited",
                "ada.byron-ibportal1",
                "infiniband-portal!"
            })
    void refusesWhatGuessersTryFirst(String password) {
        assertThatThrownBy(() -> passwords.hash("newPassword", password, List.of("ada.byron", "Ada Byron")))
                .isInstanceOf(DomainFault.Invalid.class)
                .hasMessageStartingWith("newPassword: ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "correct horse battery",
                "   fifteen chars ",
                "ÄÖÜ äöü ß € 漢字 ok!",
                "我有四个词在这里面写着它们吗好",
                "no-digits-or-capitals",
                "Tr0ub4dor&3 with words"
            })
    void asksForNothingElse(String password) {
        String hash = passwords.hash("newPassword", password);

        assertThat(passwords.matches(password, Optional.of(hash))).isTrue();
        assertThat(passwords.matches(password + " ", Optional.of(hash))).isFalse();
    }

    @Test
    void takesAndReadsVeryLongOnes() {
        String longOne = "漢字 and words ".repeat(20).substring(0, 250);
        String hash = passwords.hash("newPassword", longOne + "x");

        assertThat(passwords.matches(longOne + "x", Optional.of(hash))).isTrue();
        assertThat(passwords.matches(longOne + "y", Optional.of(hash)))
                .as("its last character counts")
                .isFalse();
    }

    @Test
    void theSameCharactersAreTheSamePasswordHoweverTheyWereComposed() {
        String hash = passwords.hash("newPassword", "Müller geht nach Köln");

        assertThat(passwords.matches("Mu\u0308ller geht nach Ko\u0308ln", Optional.of(hash)))
                .isTrue();
    }

    @Test
    void hashesOfAnOlderKindAreReplacedAtTheLogIn() {
        world.reset();
        world.operator("olga");
        world.execute("UPDATE app_user SET password_hash = ?", BcryptUtil.bcryptHash(World.PASSWORD, 4));

        assertThatCode(() -> logIn.check("olga", World.PASSWORD, new Place("203.0.113.1", null)))
                .doesNotThrowAnyException();

        String now = world.string("SELECT password_hash FROM app_user");
        assertThat(now).startsWith("$argon2id$v=19$m=64,t=1,p=1$");
        assertThatCode(() -> logIn.check("olga", World.PASSWORD, new Place("203.0.113.1", null)))
                .doesNotThrowAnyException();
        assertThat(world.string("SELECT password_hash FROM app_user")).isEqualTo(now);
    }

    @Test
    void hashesOfALowerCostAreReplacedAtTheLogIn() {
        world.reset();
        world.operator("olga");
        String weak = Argon2Hash.of(World.PASSWORD.getBytes(StandardCharsets.UTF_8), new Argon2Hash.Cost(32, 1))
                .text();
        world.execute("UPDATE app_user SET password_hash = ?", weak);

        logIn.check("olga", World.PASSWORD, new Place("203.0.113.1", null));

        assertThat(world.string("SELECT password_hash FROM app_user")).contains("m=64,t=1");
    }

    @Test
    void theListIsTheOneThatItsSourceNames() throws IOException, NoSuchAlgorithmException {
        byte[] list = read("/passwords/common.txt");
        String sum =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(list));

        assertThat(new String(read("/passwords/SOURCE"), StandardCharsets.UTF_8))
                .contains("sha256 " + sum);
    }

    private static byte[] read(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(PasswordsTest.class.getResourceAsStream(name))) {
            return file.readAllBytes();
        }
    }
}
