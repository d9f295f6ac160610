package dev.ibportal.daemon.ipoib.persist;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.HostFiles.FileMode;
import dev.ibportal.daemon.inventory.Backend;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Writes, for one back-end, the files that bring an interface back after a reboot. The same profile, the same bytes. */
public sealed interface Writer
        permits BootUnitWriter,
                IfcfgWriter,
                IfupdownWriter,
                KeyfileWriter,
                NetplanWriter,
                NetworkdWriter,
                WickedWriter {
    static Writer of(Backend.Kind kind) {
        return switch (kind) {
            case IFUPDOWN -> new IfupdownWriter();
            case NETWORK_MANAGER -> new KeyfileWriter();
            case IFCFG -> new IfcfgWriter(false);
            case IFCFG_NETWORK_MANAGER -> new IfcfgWriter(true);
            case NETWORKD -> new NetworkdWriter(false);
            case NETPLAN_NETWORKD -> new NetworkdWriter(true);
            case NETPLAN_NETWORK_MANAGER -> new NetplanWriter();
            case WICKED -> new WickedWriter();
            case BOOT_UNIT -> new BootUnitWriter();
        };
    }

    /**
     * Every file that keeps the interface, each with our mark in its first line; the main one first.
     *
     * @param view what is there now: some files are named after other people's
     */
    default List<KeptFile> files(Profile profile, PersistedView view) {
        return CommonFiles.after(own(profile, view), profile);
    }

    /** The files of this back-end alone. */
    List<KeptFile> own(Profile profile, PersistedView view);

    /** Where its files are, ours and other people's. */
    List<Place> places();

    /**
     * Why files of ours would not do, although the back-end is right: somebody else's file is in the way, or the
     * back-end has no words for a part of the profile.
     */
    default Optional<String> obstacle(Profile profile, PersistedView view) {
        return CommonFiles.obstacle(profile).or(() -> inTheWay(profile, view));
    }

    /** What is particular to this back-end. */
    Optional<String> inTheWay(Profile profile, PersistedView view);

    /** The profile that NetworkManager gets; empty where it is not the one who makes the interface. */
    default Optional<NmProfile> nmProfile(Profile profile) {
        return Optional.empty();
    }

    /** Looks at the back-end's files. */
    default PersistedView observe(HostFiles files) {
        return Place.read(files, places());
    }

    /** Everybody's files: a host may have several back-ends, or have had another one before. */
    static PersistedView observeAll(HostFiles files) {
        Map<String, String> ours = new TreeMap<>();
        Map<String, String> foreign = new TreeMap<>();
        Map<String, String> odd = new TreeMap<>();
        Optional<String> trouble = Optional.empty();
        for (PersistedView view : List.of(
                Writer.of(Backend.Kind.IFUPDOWN).observe(files),
                Writer.of(Backend.Kind.NETWORK_MANAGER).observe(files),
                Writer.of(Backend.Kind.IFCFG).observe(files),
                Writer.of(Backend.Kind.NETWORKD).observe(files),
                Writer.of(Backend.Kind.NETPLAN_NETWORK_MANAGER).observe(files),
                Writer.of(Backend.Kind.WICKED).observe(files),
                Writer.of(Backend.Kind.BOOT_UNIT).observe(files),
                Place.read(files, CommonFiles.PLACES))) {
            ours.putAll(view.ours());
            foreign.putAll(view.foreign());
            odd.putAll(view.odd());
            trouble = trouble.or(view::trouble);
        }
        return new PersistedView(ours, foreign, trouble, odd);
    }

    /** The mode of a file of ours, whichever back-end it was written for. */
    static FileMode modeOf(String path) {
        return path.startsWith(KeyfileWriter.DIRECTORY) || path.startsWith(NetplanWriter.DIRECTORY)
                ? FileMode.OWNER_ONLY
                : FileMode.WORLD_READABLE;
    }

    static boolean isReadByNetplan(String path) {
        return path.startsWith(NetplanWriter.DIRECTORY + "/");
    }

    /** The file that NetworkManager reads for an interface that this file of ours keeps. */
    static String readByNetworkManager(String path, String name) {
        return isReadByNetplan(path) ? NetplanWriter.generated(name) : path;
    }

    static boolean isReadByNetworkManager(String path) {
        return path.startsWith(KeyfileWriter.DIRECTORY + "/")
                || path.startsWith(IfcfgWriter.DIRECTORY + "/")
                || isReadByNetplan(path);
    }
}
