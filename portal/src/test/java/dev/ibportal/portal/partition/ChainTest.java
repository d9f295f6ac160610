package dev.ibportal.portal.partition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.portal.partition.Chain.Link;
import dev.ibportal.portal.partition.Chain.Saying;
import dev.ibportal.portal.partition.Chain.Step;
import dev.ibportal.portal.platform.page.Badge.Tone;
import dev.ibportal.portal.platform.web.Ref;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChainTest {
    private static final Instant THEN = Instant.parse("2026-11-30T10:00:00Z");
    private static final Instant SM_SEEN = Instant.parse("2026-11-30T10:00:05Z");
    private static final String GOOD_LINKS = """
            [{"link":"driver","verdict":"ok"},{"link":"port","verdict":"ok"},{"link":"pkey-in-table","verdict":"ok"},
             {"link":"interface","verdict":"ok"},{"link":"carrier","verdict":"ok"},{"link":"mode","verdict":"ok"},
             {"link":"mtu","verdict":"ok"},{"link":"address","verdict":"ok"},{"link":"persisted","verdict":"ok"}]""";

    @Test
    void isWholeWhenEveryLinkWasReadBack() {
        Chain chain = chain("effective", "full", "in_sync", GOOD_LINKS);

        assertThat(chain.firstOpen()).isEmpty();
        assertThat(chain.links()).extracting(Link::step).containsExactly(Step.values());
        assertThat(chain.links()).allMatch(Link::isGood);
    }

    @Test
    void beginsOpenAtTheSubnetManager() {
        Chain chain = chain("pending", null, "pending", "[]");

        assertThat(chain.firstOpen()).contains(new Link(Step.SUBNET_MANAGER, Tone.BUSY, Saying.NOT_SENT, SM_SEEN));
    }

    @Test
    void isOpenAtThePortTableWhileTheKeyIsNotThere() {
        Chain chain = chain("programmed", "none", "pending", "[]");

        assertThat(chain.links().get(2)).isEqualTo(new Link(Step.PORT_TABLE, Tone.BUSY, Saying.FOUND_NONE, THEN));
    }

    @Test
    void aKeyThatWasThereAndIsGoneIsBad() {
        Chain chain = chain("effective", "none", "in_sync", GOOD_LINKS);

        assertThat(chain.firstOpen()).contains(new Link(Step.PORT_TABLE, Tone.BAD, Saying.FOUND_NONE, THEN));
    }

    @Test
    void limitedIsNotFull() {
        Chain chain = chain("programmed", "limited", "pending", "[]");

        assertThat(chain.links().get(2)).isEqualTo(new Link(Step.PORT_TABLE, Tone.BUSY, Saying.LIMITED, THEN));
    }

    @Test
    void aDeadSubnetManagerIsNamedBeforeWhatFollowsFromIt() {
        MemberView member = member("effective", "full", "in_sync", GOOD_LINKS, "online", null);

        Chain chain = Chain.of(member, "not_running", SM_SEEN);

        assertThat(chain.firstOpen()).contains(new Link(Step.SUBNET_MANAGER, Tone.BAD, Saying.SM_DOWN, SM_SEEN));
    }

    @Test
    void aSilentSubnetManagerIsUnknownAndNotBad() {
        MemberView member = member("effective", "full", "in_sync", GOOD_LINKS, "online", null);

        Chain chain = Chain.of(member, "unknown", SM_SEEN);

        assertThat(chain.links()).noneMatch(link -> link.tone() == Tone.BAD);
        assertThat(chain.firstOpen()).map(Link::tone).contains(Tone.UNKNOWN);
    }

    @Test
    void aSilentNodeIsUnknownSinceItsLastSignOfLife() {
        MemberView member = member("effective", "full", "unreachable", GOOD_LINKS, "unreachable", null);

        Chain chain = Chain.of(member, "running", SM_SEEN);

        assertThat(chain.firstOpen()).contains(new Link(Step.DRIVER, Tone.UNKNOWN, Saying.SILENT, THEN));
    }

    @Test
    void whatLeavesWaitsForWhateverIsSilentAndNotForItsWish() {
        MemberView leaving = member("leaving", "full", "leaving", GOOD_LINKS, "unreachable", THEN);

        assertThat(Chain.of(leaving, "unknown", SM_SEEN).firstOpen())
                .contains(new Link(Step.SUBNET_MANAGER, Tone.UNKNOWN, Saying.SM_UNKNOWN, SM_SEEN));
        assertThat(Chain.of(leaving, "running", SM_SEEN).firstOpen())
                .contains(new Link(Step.DRIVER, Tone.UNKNOWN, Saying.SILENT, THEN));
        assertThat(Chain.of(leaving, "not_running", SM_SEEN).firstOpen())
                .map(Link::saying)
                .contains(Saying.SM_DOWN);
    }

    @Test
    void fabricAndNodeThatDisagreeAreAConflict() {
        Chain chain = chain("effective", "full", "failed", "[{\"link\":\"pkey-in-table\",\"verdict\":\"broken\"}]");

        assertThat(chain.firstOpen()).contains(new Link(Step.PORT_TABLE, Tone.WARN, Saying.NODE_DISAGREES, THEN));
    }

    @Test
    void namesTheFirstBrokenLinkOfTheNode() {
        Chain chain = chain("effective", "full", "failed", """
                [{"link":"driver","verdict":"ok"},{"link":"carrier","verdict":"broken"},{"link":"mtu","verdict":"broken"}]""");

        assertThat(chain.firstOpen()).contains(new Link(Step.INTERFACE, Tone.BAD, Saying.BROKEN, THEN));
    }

    @Test
    void whatIsNotRightYetWhileTheDaemonWorksIsNoFault() {
        Chain chain = chain("effective", "full", "applying", "[{\"link\":\"interface\",\"verdict\":\"broken\"}]");

        assertThat(chain.links()).noneMatch(link -> link.tone() == Tone.BAD);
    }

    @Test
    void whatTheDaemonWaitsForMayNeedAPerson() {
        Chain chain = Chain.of(
                member(
                        "effective",
                        "full",
                        "pending",
                        "[{\"link\":\"port\",\"verdict\":\"broken\"}]",
                        "online",
                        null,
                        "port.down"),
                "running",
                SM_SEEN);

        assertThat(chain.firstOpen()).contains(new Link(Step.DRIVER, Tone.WARN, Saying.BROKEN, THEN));
    }

    @Test
    void whatCouldNotBeReadIsUnknown() {
        Chain chain = chain("effective", "full", "failed", "[{\"link\":\"driver\",\"verdict\":\"unknown\"}]");

        assertThat(chain.firstOpen()).contains(new Link(Step.DRIVER, Tone.UNKNOWN, Saying.UNKNOWN, THEN));
    }

    @Test
    void whatIsBeingRemovedIsBusyEverywhere() {
        MemberView member = member("leaving", "full", "leaving", GOOD_LINKS, "online", THEN);

        Chain chain = Chain.of(member, "running", SM_SEEN);

        assertThat(chain.links()).allMatch(link -> link.tone() == Tone.BUSY);
    }

    @Test
    void linksOfANewerDaemonAreLeftOut() {
        Chain chain = chain("effective", "full", "in_sync", "[{\"link\":\"quantum\",\"verdict\":\"broken\"}]");

        assertThat(chain.links()).noneMatch(link -> link.tone() == Tone.BAD);
    }

    private static Chain chain(String fabricState, @Nullable String found, String interfaceState, String links) {
        return Chain.of(member(fabricState, found, interfaceState, links, "online", null), "running", SM_SEEN);
    }

    private static MemberView member(
            String fabricState,
            @Nullable String found,
            String interfaceState,
            String links,
            String nodeState,
            @Nullable Instant removedAt) {
        return member(fabricState, found, interfaceState, links, nodeState, removedAt, "");
    }

    private static MemberView member(
            String fabricState,
            @Nullable String found,
            String interfaceState,
            String links,
            String nodeState,
            @Nullable Instant removedAt,
            String cause) {
        return new MemberView(
                UUID.randomUUID(),
                new Ref(UUID.randomUUID(), "weather"),
                "0x8001",
                "full",
                false,
                null,
                null,
                "datagram",
                2044,
                new MemberView.Port(UUID.randomUUID(), "0x0002c90300000001"),
                new MemberView.Node(UUID.randomUUID(), "node-1", nodeState, "", THEN),
                new MemberView.Fabric(fabricState, THEN, "", THEN, found),
                new MemberView.Interface(
                        UUID.randomUUID(),
                        interfaceState,
                        THEN,
                        cause,
                        "",
                        THEN,
                        "ib0.8001",
                        null,
                        null,
                        null,
                        List.of(),
                        links),
                List.of(),
                removedAt,
                THEN,
                1);
    }
}
