package dev.ibportal.daemon.ipoib;

import dev.ibportal.daemon.host.Command;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.ipoib.persist.PolicyRule;
import dev.ibportal.daemon.ipoib.persist.Route;
import dev.ibportal.daemon.ipoib.persist.Writer;
import dev.ibportal.types.InterfaceAddress;
import dev.ibportal.types.InterfaceName;
import dev.ibportal.types.IpoibMode;
import dev.ibportal.types.PKey;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** One change of the host. Each knows, from what was there before, which steps take it back. */
public sealed interface Step {
    /** NetworkManager waits that long for a device to come up by itself. */
    Duration ACTIVATION_LIMIT = Duration.ofSeconds(60);

    /** The steps that take this one back, in order. */
    List<Step> undo();

    /** A step that is one command. */
    sealed interface ByCommand extends Step {
        Command command();
    }

    /** A step that changes a file of ours. */
    sealed interface ByFile extends Step {}

    record LoadModule(String module) implements ByCommand {
        @Override
        public Command command() {
            return Command.of("modprobe", module);
        }

        @Override
        public List<Step> undo() {
            return List.of(new UnloadModule(module));
        }
    }

    /** Only ever takes back a {@link LoadModule} of the same pass: before it nothing can have used the module. */
    record UnloadModule(String module) implements ByCommand {
        @Override
        public Command command() {
            return Command.of("modprobe", "-r", module);
        }

        @Override
        public List<Step> undo() {
            return List.of();
        }
    }

    record CreateChild(InterfaceName parent, InterfaceName name, PKey pkey, IpoibMode mode) implements ByCommand {
        @Override
        public Command command() {
            return Command.of(
                    "ip",
                    "link",
                    "add",
                    "link",
                    parent.text(),
                    "name",
                    name.text(),
                    "type",
                    "ipoib",
                    "pkey",
                    pkey.toString(),
                    "mode",
                    mode.text());
        }

        @Override
        public List<Step> undo() {
            return List.of(new DeleteChild(name, List.of()));
        }
    }

    /** @param again how to make it anew as it was */
    record DeleteChild(InterfaceName name, List<Step> again) implements ByCommand {
        public DeleteChild {
            again = List.copyOf(again);
        }

        @Override
        public Command command() {
            return Command.of("ip", "link", "delete", "dev", name.text());
        }

        @Override
        public List<Step> undo() {
            return again;
        }
    }

    /** @param oldMtu a change of mode changes the MTU too */
    record SetMode(InterfaceName name, IpoibMode mode, IpoibMode old, Optional<Integer> oldMtu) implements ByCommand {
        @Override
        public Command command() {
            return Command.of("ip", "link", "set", "dev", name.text(), "type", "ipoib", "mode", mode.text());
        }

        @Override
        public List<Step> undo() {
            Step back = new SetMode(name, old, mode, Optional.empty());
            return oldMtu.map(mtu -> List.of(back, new SetMtu(name, mtu, Optional.empty())))
                    .orElse(List.of(back));
        }
    }

    record SetMtu(InterfaceName name, int mtu, Optional<Integer> old) implements ByCommand {
        @Override
        public Command command() {
            return Command.of("ip", "link", "set", "dev", name.text(), "mtu", Integer.toString(mtu));
        }

        @Override
        public List<Step> undo() {
            return old.<List<Step>>map(before -> List.of(new SetMtu(name, before, Optional.empty())))
                    .orElse(List.of());
        }
    }

    /** The largest MTU that the mode allows: which InfiniBand MTU the port has is known to the kernel only. */
    record RaiseMtu(InterfaceName name, IpoibMode mode, Optional<Integer> old) implements Step {
        @Override
        public List<Step> undo() {
            return new SetMtu(name, 0, old).undo();
        }
    }

    record AddAddress(InterfaceName name, InterfaceAddress address) implements ByCommand {
        @Override
        public Command command() {
            return Command.of("ip", "addr", "add", address.toString(), "dev", name.text());
        }

        @Override
        public List<Step> undo() {
            return List.of(new RemoveAddress(name, address));
        }
    }

    record RemoveAddress(InterfaceName name, InterfaceAddress address) implements ByCommand {
        @Override
        public Command command() {
            return Command.of("ip", "addr", "del", address.toString(), "dev", name.text());
        }

        @Override
        public List<Step> undo() {
            return List.of(new AddAddress(name, address));
        }
    }

    record LinkUp(InterfaceName name) implements ByCommand {
        @Override
        public Command command() {
            return Command.of("ip", "link", "set", "dev", name.text(), "up");
        }

        @Override
        public List<Step> undo() {
            return List.of(new LinkDown(name));
        }
    }

    record LinkDown(InterfaceName name) implements ByCommand {
        @Override
        public Command command() {
            return Command.of("ip", "link", "set", "dev", name.text(), "down");
        }

        @Override
        public List<Step> undo() {
            return List.of(new LinkUp(name));
        }
    }

    /** @param before the old content; empty when there was no such file */
    record WriteFile(String path, String content, FileMode mode, Optional<String> before) implements ByFile {
        @Override
        public List<Step> undo() {
            Step back = before.<Step>map(old -> new WriteFile(path, old, mode, Optional.empty()))
                    .orElse(new DeleteFile(path, content, mode));
            return Writer.isReadByNetplan(path) ? List.of(back, new GenerateNetplan()) : List.of(back);
        }
    }

    record DeleteFile(String path, String before, FileMode mode) implements ByFile {
        @Override
        public List<Step> undo() {
            Step back = new WriteFile(path, before, mode, Optional.empty());
            return Writer.isReadByNetplan(path) ? List.of(back, new GenerateNetplan()) : List.of(back);
        }
    }

    /** Has netplan make, from all its files, what the back-ends read. It starts and stops nothing. */
    record GenerateNetplan() implements ByCommand {
        @Override
        public Command command() {
            return Command.of("netplan", "generate");
        }

        /** Whatever changed a file of netplan's generates again when it takes that back. */
        @Override
        public List<Step> undo() {
            return List.of();
        }
    }

    /** @param known whether NetworkManager knew a profile of ours before, which then has to be read again */
    record LoadProfile(String path, String uuid, boolean known) implements ByCommand {
        @Override
        public Command command() {
            return Command.of("nmcli", "connection", "load", path);
        }

        @Override
        public List<Step> undo() {
            return known ? List.of(this) : List.of(new ForgetProfile(uuid, List.of()));
        }
    }

    record ActivateProfile(String uuid) implements ByCommand {
        @Override
        public Command command() {
            return Command.of("nmcli", "connection", "up", "uuid", uuid).within(ACTIVATION_LIMIT);
        }

        @Override
        public List<Step> undo() {
            return List.of(new DeactivateProfile(uuid));
        }
    }

    record DeactivateProfile(String uuid) implements ByCommand {
        @Override
        public Command command() {
            return Command.of("nmcli", "connection", "down", "uuid", uuid);
        }

        @Override
        public List<Step> undo() {
            return List.of();
        }
    }

    /**
     * Removes profile and file; NetworkManager deletes the child if it made it.
     *
     * @param again how to have it known again, once its file is back
     */
    record ForgetProfile(String uuid, List<Step> again) implements ByCommand {
        public ForgetProfile {
            again = List.copyOf(again);
        }

        @Override
        public Command command() {
            return Command.of("nmcli", "connection", "delete", "uuid", uuid);
        }

        @Override
        public List<Step> undo() {
            return again;
        }
    }

    /** A command that was kept on disk as the way back from a transaction. */
    record Replay(Command command) implements ByCommand {
        @Override
        public List<Step> undo() {
            return List.of();
        }
    }

    record AddRoute(InterfaceName name, Route route) implements ByCommand {
        @Override
        public Command command() {
            return RoutingCommands.route("add", name, route);
        }

        @Override
        public List<Step> undo() {
            return List.of(new RemoveRoute(name, route));
        }
    }

    record RemoveRoute(InterfaceName name, Route route) implements ByCommand {
        @Override
        public Command command() {
            return RoutingCommands.route("del", name, route);
        }

        @Override
        public List<Step> undo() {
            return List.of(new AddRoute(name, route));
        }
    }

    record AddRule(PolicyRule rule) implements ByCommand {
        @Override
        public Command command() {
            return RoutingCommands.rule("add", rule);
        }

        @Override
        public List<Step> undo() {
            return List.of(new RemoveRule(rule));
        }
    }

    record RemoveRule(PolicyRule rule) implements ByCommand {
        @Override
        public Command command() {
            return RoutingCommands.rule("del", rule);
        }

        @Override
        public List<Step> undo() {
            return List.of(new AddRule(rule));
        }
    }

    /** A setting of the kernel or, by a key of ours, of an adapter's queues. */
    record SetSysctl(String key, String value, String before) implements ByCommand {
        @Override
        public Command command() {
            return Queues.command(key, value).orElseGet(() -> Command.of("sysctl", "-w", key + "=" + value));
        }

        @Override
        public List<Step> undo() {
            return List.of(new SetSysctl(key, before, value));
        }
    }

    /** @param servers of this interface; none: the resolver is not to use it for names */
    record SetNameServers(InterfaceName name, List<String> servers, List<String> before) implements ByCommand {
        @Override
        public Command command() {
            return RoutingCommands.resolver("dns", name, servers);
        }

        @Override
        public List<Step> undo() {
            return List.of(new SetNameServers(name, before, servers));
        }
    }

    record SetSearchDomains(InterfaceName name, List<String> domains, List<String> before) implements ByCommand {
        @Override
        public Command command() {
            return RoutingCommands.resolver("domain", name, domains);
        }

        @Override
        public List<Step> undo() {
            return List.of(new SetSearchDomains(name, before, domains));
        }
    }
}
