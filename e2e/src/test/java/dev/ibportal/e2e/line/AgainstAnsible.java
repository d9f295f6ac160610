package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.ibportal.demo.Waiting;
import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import dev.ibportal.testing.RequiresTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The same change on the same hosts, once by the portal and its daemons and once by Ansible: every interface gets another
 * MTU, live and in its file, and is read back. Then both once more with nothing to do. Ansible gets what helps it: no
 * facts, pipelining, a fork for each host, Python started inside the host's namespace.
 */
@RequiresTools(
        value = {"ibsim", "opensm", "smpquery", "ip", "nsenter", "unshare", "python3", "ifup"},
        root = true)
class AgainstAnsible {
    private static final int HOSTS = Integer.getInteger("ibportal.ansible-hosts", 32);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int FIRST_MTU = 2044;
    private static final int PORTAL_MTU = 1500;
    private static final int ANSIBLE_MTU = 1600;
    private static final int WANTED_RATIO = 20;

    @TempDir
    private Path folder;

    private final List<String> report = new ArrayList<>();

    @Test
    void theSameChangeAndTheSameLook() throws IOException {
        try (Lab lab = Lab.builder().hosts(HOSTS).management().up();
                Line line = Line.up(lab, folder.resolve("line"))) {
            Line.Tenant tenant = line.tenant("grid", lab.hosts().toArray(LabHost[]::new));
            Partition partition = tenant.partition("grid", "10.70.0.0/24");
            lab.hosts().forEach(host -> partition.add(host, "full"));
            awaitMtu(partition, FIRST_MTU);
            double change = seconds(() -> portalChanges(tenant, partition));
            double look = seconds(() -> portalLooks(tenant, partition));
            requireMtu(lab, partition, PORTAL_MTU);
            lab.hosts().forEach(host -> line.daemon(host).kill());

            Path playbook = playbook(lab, partition);
            double ansibleChange = seconds(() -> ansible(playbook));
            requireMtu(lab, partition, ANSIBLE_MTU);
            double ansibleLook = seconds(() -> ansible(playbook));

            report.add(String.format(
                    Locale.ROOT,
                    "hosts: %d, processors: %d",
                    HOSTS,
                    Runtime.getRuntime().availableProcessors()));
            line("change of the MTU, live and on disk, read back", change, ansibleChange);
            line("nothing to do, every host looked at", look, ansibleLook);
            Files.write(Path.of(System.getProperty("ibportal.ansible-report")), report);
            assertThat(ansibleChange / change).isGreaterThan(WANTED_RATIO);
            assertThat(ansibleLook / look).isGreaterThan(WANTED_RATIO);
        }
    }

    private void line(String what, double ours, double theirs) {
        report.add(String.format(
                Locale.ROOT,
                "%s: portal and daemons %.2f s, ansible %.2f s, %.1f times",
                what,
                ours,
                theirs,
                theirs / ours));
    }

    private interface Work {
        void run() throws IOException;
    }

    private static double seconds(Work work) throws IOException {
        long begun = System.nanoTime();
        work.run();
        return (System.nanoTime() - begun) / 1e9;
    }

    private static void portalChanges(Line.Tenant tenant, Partition partition) {
        JsonNode present = tenant.rest().get("/api/v1/partitions/" + partition.id());
        tenant.rest()
                .patch(
                        "/api/v1/partitions/" + partition.id(),
                        "\"" + present.path("version").asInt() + "\"",
                        Map.of("ipMtu", PORTAL_MTU));
        awaitMtu(partition, PORTAL_MTU);
    }

    private static void awaitMtu(Partition partition, int mtu) {
        Waiting.until(
                PATIENCE,
                () -> partition.members().stream()
                        .filter(member ->
                                !member.path("interface").path("state").asText().equals("in_sync")
                                        || member.path("interface").path("mtu").asInt() != mtu)
                        .findFirst()
                        .map(member -> "not in sync with " + mtu + ": " + member));
    }

    /** Each daemon looks at its whole host and makes its plan, in which there is nothing to do. */
    private static void portalLooks(Line.Tenant tenant, Partition partition) {
        JsonNode plan = tenant.rest().get("/api/v1/partitions/" + partition.id() + "/plan");
        assertThat(plan.path("groups")).as("%s", plan).hasSize(1);
        assertThat(plan.path("groups").get(0).path("kind").asText()).isEqualTo("nothing");
        assertThat(plan.path("groups").get(0).path("nodes")).hasSize(HOSTS);
    }

    private static void requireMtu(Lab lab, Partition partition, int mtu) {
        String device = "ib0." + partition.pkey().substring(2);
        for (LabHost host : lab.hosts()) {
            Optional<JsonNode> link = host.link(device);
            assertThat(link.orElseThrow().path("mtu").asInt()).as("%s", host).isEqualTo(mtu);
        }
    }

    private Path home() {
        return folder.resolve("ansible");
    }

    private Path playbook(Lab lab, Partition partition) throws IOException {
        Path home = Files.createDirectories(home());
        StringBuilder inventory = new StringBuilder("[grid]\n");
        for (LabHost host : lab.hosts()) {
            Path python = Files.writeString(
                    home.resolve("python-" + host.name()),
                    "#!/bin/sh\nexec " + host.root().resolveSibling("enter") + " /usr/bin/python3 \"$@\"\n");
            Files.setPosixFilePermissions(python, PosixFilePermissions.fromString("rwxr-xr-x"));
            inventory
                    .append(host.name())
                    .append(" ansible_connection=local ansible_python_interpreter=")
                    .append(python)
                    .append(" root=")
                    .append(host.root())
                    .append(" ip=")
                    .append(host.commands().resolve("ip"))
                    .append('\n');
        }
        Files.writeString(home.resolve("inventory"), inventory);
        Files.writeString(
                home.resolve("ansible.cfg"),
                "[defaults]\nforks = " + HOSTS + "\ngathering = explicit\n[connection]\npipelining = True\n");
        return Files.writeString(
                home.resolve("site.yml"), """
                - hosts: grid
                  gather_facts: false
                  vars:
                    device: ib0.%s
                    mtu: %d
                  tasks:
                    - name: keep it over a reboot
                      ansible.builtin.copy:
                        dest: "{{ root }}/etc/network/interfaces.d/ansible-{{ device }}"
                        mode: "0644"
                        content: |
                          # iface {{ device }}, kept by ansible
                          # mtu {{ mtu }}
                    - name: look
                      ansible.builtin.command: "{{ ip }} -j -d link show dev {{ device }}"
                      register: link
                      changed_when: false
                    - name: set the MTU
                      ansible.builtin.command: "{{ ip }} link set dev {{ device }} mtu {{ mtu }}"
                      when: (link.stdout | from_json)[0].mtu != mtu
                    - name: look at the addresses
                      ansible.builtin.command: "{{ ip }} -j addr show dev {{ device }}"
                      register: addresses
                      changed_when: false
                    - name: read back
                      ansible.builtin.command: "{{ ip }} -j -d link show dev {{ device }}"
                      register: after
                      changed_when: false
                      failed_when: (after.stdout | from_json)[0].mtu != mtu or 'UP' not in (after.stdout | from_json)[0].flags
                """.formatted(partition.pkey().substring(2), ANSIBLE_MTU));
    }

    private void ansible(Path playbook) throws IOException {
        Path home = home();
        ProcessBuilder builder = new ProcessBuilder(
                        "ansible-playbook", "-i", home.resolve("inventory").toString(), playbook.toString())
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(home.resolve("log").toFile()));
        builder.environment().put("ANSIBLE_CONFIG", home.resolve("ansible.cfg").toString());
        Process process = builder.start();
        try {
            int status = process.waitFor();
            assertThat(status)
                    .as("ansible-playbook: %s", Files.readString(home.resolve("log")))
                    .isZero();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
