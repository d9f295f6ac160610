package dev.ibportal.daemon.adopt;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.inventory.HostView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What people configured by hand: read from files of all back-ends, and from the host itself. */
public final class HandMade {
    private HandMade() {}

    /**
     * @param files to look into; what cannot be read is passed over, because nothing is decided by it
     * @param ours whether a file is one of ours
     */
    public static Found look(HostFiles files, HostView host, Predicate<String> ours) {
        Map<String, String> texts = new TreeMap<>();
        add(files, InterfacesFile.MAIN, texts);
        for (String directory : List.of(
                InterfacesFile.DIRECTORY,
                IfcfgFile.DIRECTORY,
                WickedFile.DIRECTORY,
                KeyfileFile.DIRECTORY,
                NetworkdFiles.DIRECTORY,
                NetplanFile.DIRECTORY)) {
            files.list(directory).found().orElse(List.of()).forEach(name -> add(files, directory + "/" + name, texts));
        }
        files.list(NetworkdFiles.DIRECTORY).found().orElse(List.of()).stream()
                .filter(name -> name.endsWith(".network.d"))
                .map(name -> NetworkdFiles.DIRECTORY + "/" + name)
                .forEach(folder -> files.list(folder)
                        .found()
                        .orElse(List.of())
                        .forEach(name -> add(files, folder + "/" + name, texts)));
        texts.values().removeIf(ours);
        Found found = read(texts);
        List<WrongRecipe> wrong = new ArrayList<>(found.recipes());
        wrong.addAll(Recipes.live(host));
        return new Found(found.profiles(), wrong);
    }

    private static void add(HostFiles files, String path, Map<String, String> texts) {
        files.read(path).found().ifPresent(text -> texts.put(path, text));
    }

    /** @param texts files of others, by path */
    public static Found read(Map<String, String> texts) {
        Found all = Found.NOTHING;
        Map<String, String> networkd = new LinkedHashMap<>();
        for (Map.Entry<String, String> file : new TreeMap<>(texts).entrySet()) {
            String path = file.getKey();
            if (path.startsWith(NetworkdFiles.DIRECTORY + "/")) {
                networkd.put(path, file.getValue());
            } else {
                all = all.and(read(path, file.getValue()));
            }
        }
        return all.and(NetworkdFiles.read(networkd));
    }

    private static Found read(String path, String text) {
        String name = path.substring(path.lastIndexOf('/') + 1);
        if (path.equals(InterfacesFile.MAIN) || path.startsWith(InterfacesFile.DIRECTORY + "/")) {
            return InterfacesFile.read(path, text);
        }
        boolean ifcfg = name.startsWith("ifcfg-") && !name.equals("ifcfg-lo");
        if (ifcfg && path.startsWith(IfcfgFile.DIRECTORY + "/")) {
            return IfcfgFile.read(path, text);
        }
        if (ifcfg && path.startsWith(WickedFile.DIRECTORY + "/")) {
            return WickedFile.read(path, text);
        }
        if (path.startsWith(KeyfileFile.DIRECTORY + "/")) {
            return KeyfileFile.read(path, text);
        }
        return path.startsWith(NetplanFile.DIRECTORY + "/") && name.endsWith(".yaml")
                ? NetplanFile.read(path, text)
                : Found.NOTHING;
    }
}
