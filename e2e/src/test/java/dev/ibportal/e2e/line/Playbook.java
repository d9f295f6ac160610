package dev.ibportal.e2e.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ibportal.e2e.lab.Lab;
import dev.ibportal.e2e.lab.LabHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A playbook that brings one device of each host to an MTU, live and in its file, and reads back what a daemon reads: link,
 * mode, addresses, and the PKey table of the port. Ansible gets what helps it: no facts, pipelining, one look for link
 * and addresses, a second one only after a change, Python started inside the host's namespace.
 */
final class Playbook {
    private static final int FORKS = Integer.getInteger("ibportal.ansible-forks", 8);

    private final Path home;

    private Playbook(Path home) {
        this.home = home;
    }

    /** @param wanted end state by MTU; its files are what Ansible copies */
    static Playbook in(Path home, Lab lab, String device, Map<Integer, EndState> wanted) throws IOException {
        Files.createDirectories(home);
        for (Map.Entry<Integer, EndState> state : wanted.entrySet()) {
            for (LabHost host : lab.hosts()) {
                Map<String, String> files = state.getValue().kept().get(host.name());
                assertThat(files).as("files of %s", host).hasSize(1);
                Files.writeString(
                        home.resolve(host.name() + "-" + state.getKey()),
                        files.values().iterator().next());
            }
        }
        EndState any = wanted.values().iterator().next();
        String file = Objects.requireNonNull(any.kept().get(lab.host(1).name()), "files of the first host")
                .keySet()
                .iterator()
                .next();
        Files.writeString(home.resolve("inventory"), inventory(home, lab));
        Files.writeString(
                home.resolve("ansible.cfg"),
                "[defaults]\nforks = " + FORKS + "\ngathering = explicit\n[connection]\npipelining = True\n");
        Files.writeString(home.resolve("site.yml"), tasks(device, file));
        return new Playbook(home);
    }

    private static String inventory(Path home, Lab lab) throws IOException {
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
                    .append(" sys=")
                    .append(host.sysfs())
                    .append(" ip=")
                    .append(host.commands().resolve("ip"))
                    .append('\n');
        }
        return inventory.toString();
    }

    private static String tasks(String device, String file) {
        return """
                - hosts: grid
                  gather_facts: false
                  vars:
                    device: %s
                  tasks:
                    - name: keep it over a reboot
                      ansible.builtin.copy:
                        src: "{{ inventory_hostname }}-{{ mtu }}"
                        dest: "{{ root }}%s"
                        mode: "0644"
                    - name: look at the PKey table
                      ansible.builtin.shell: cat {{ sys }}/class/infiniband/*/ports/1/pkeys/*
                      register: table
                      changed_when: false
                      failed_when: ("0x" ~ device[4:]) not in table.stdout
                    - name: look at link and addresses
                      ansible.builtin.command: "{{ ip }} -j -d addr show dev {{ device }}"
                      register: seen
                      changed_when: false
                      failed_when: >-
                        'LOWER_UP' not in (seen.stdout | from_json)[0].flags
                        or not (seen.stdout | from_json)[0].addr_info
                    - name: set the MTU
                      ansible.builtin.command: "{{ ip }} link set dev {{ device }} mtu {{ mtu }}"
                      register: set
                      when: (seen.stdout | from_json)[0].mtu != mtu | int
                    - name: read back
                      ansible.builtin.command: "{{ ip }} -j -d addr show dev {{ device }}"
                      register: after
                      changed_when: false
                      failed_when: (after.stdout | from_json)[0].mtu != mtu | int
                      when: set is changed
                """.formatted(device, file);
    }

    void run(int mtu) throws IOException {
        Path log = home.resolve("log");
        ansible(
                log,
                "-i",
                home.resolve("inventory").toString(),
                "-e",
                "mtu=" + mtu,
                home.resolve("site.yml").toString());
    }

    String version() throws IOException {
        Path out = home.resolve("version");
        ansible(out, "--version");
        return Files.readAllLines(out).get(0);
    }

    int forks() {
        return FORKS;
    }

    private void ansible(Path log, String... words) throws IOException {
        List<String> argv = new ArrayList<>(List.of("ansible-playbook"));
        argv.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(argv)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.to(log.toFile()));
        builder.environment().put("ANSIBLE_CONFIG", home.resolve("ansible.cfg").toString());
        builder.environment().put("LC_ALL", "C.UTF-8");
        try {
            int status = builder.start().waitFor();
            assertThat(status).as("ansible-playbook: %s", Files.readString(log)).isZero();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }
}
