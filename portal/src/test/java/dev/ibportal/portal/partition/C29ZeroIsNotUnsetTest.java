package dev.ibportal.portal.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.nullValue;

import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import org.junit.jupiter.api.Test;

@QuarkusTest
class C29ZeroIsNotUnsetTest extends PartitionTestBase {
    @Test
    void withoutMembershipNothingHappens() {
        add(Map.of("node", "n101")).statusCode(422).body("detail", containsString("membership"));
        assertNoMember();
    }

    @Test
    void withoutMtuThePortFollowsThePartition() {
        String id = add(Map.of("node", "n101", "membership", "full"))
                .statusCode(201)
                .body("mtu", nullValue())
                .body("effectiveMtu", equalTo(2044))
                .extract()
                .path("id");

        patch(partitionPath(), "{\"ipMtu\": 1500}").statusCode(200).body("effectiveMtu", equalTo(1500));

        admin.api().get(memberPath(id)).then().body("mtu", nullValue()).body("effectiveMtu", equalTo(1500));
        assertThat(world.count("membership", "ip_mtu IS NULL")).isOne();
    }

    @Test
    void mtuZeroIsNotUnset() {
        add(Map.of("node", "n101", "membership", "full", "mtu", 0))
                .statusCode(422)
                .body("detail", containsString("MTU 0"));
        assertNoMember();
    }

    @Test
    void anUnknownModeIsNoMode() {
        add(Map.of("node", "n101", "membership", "full", "mode", 99))
                .statusCode(422)
                .body("detail", containsString("99"));
        assertNoMember();
    }

    private void assertNoMember() {
        assertThat(world.count("membership", "true")).isZero();
        assertThat(world.count("interface", "true")).isZero();
        assertThat(world.count("audit_event", "action = 'member.add' AND outcome = 'success'"))
                .isZero();
    }
}
