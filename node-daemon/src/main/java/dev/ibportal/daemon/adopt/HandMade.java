package dev.ibportal.daemon.adopt;

import dev.ibportal.daemon.host.HostFiles;
import dev.ibportal.daemon.host.Reading;
import dev.ibportal.daemon.inventory.HostView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What people configured by hand: read from files of all back-ends, and from the host itself. */
public final class HandMade {
    /** Recipes about what an interface is called. */
    private static final Set<String> NAMES = Set.of("ifcfg.device-name", "pkey.without-full-bit");

    private HandMade() {}

    /**
     * @param files to look into; what cannot be read is told, and nothing is decided by it
     * @param ours whether a file is one of ours
     */
    public static Found look(HostFiles files, HostView host, Predicate<String> ours) {
        Map<String, String> texts = new TreeMap<>();
        List<WrongRecipe> unread = new ArrayList<>();
        add(files, InterfacesFile.MAIN, texts, unread);
        for (String directory : List.of(
                InterfacesFile.DIRECTORY,
                IfcfgFile.DIRECTORY,
                WickedFile.DIRECTORY,
                KeyfileFile.DIRECTORY,
                NetworkdFiles.DIRECTORY,
                NetplanFile.DIRECTORY)) {
            files.list(directory)
                    .found()
                    .orElse(List.of())
                    .forEach(name -> add(files, directory + "/" + name, texts, unread));
        }
        files.list(NetworkdFiles.DIRECTORY).found().orElse(List.of()).stream()
                .filter(name -> name.endsWith(".network.d"))
                .map(name -> NetworkdFiles.DIRECTORY + "/" + name)
                .forEach(folder -> files.list(folder)
                        .found()
                        .orElse(List.of())
                        .forEach(name -> add(files, folder + "/" + name, texts, unread)));
        texts.values().removeIf(ours);
        Found found = read(texts);
        List<WrongRecipe> wrong = new ArrayList<>(found.recipes());
        wrong.addAll(Recipes.live(host));
        wrong.addAll(unread);
        return new Found(found.profiles(), wrong);
    }

    private static void add(HostFiles files, String path, Map<String, String> texts, List<WrongRecipe> unread) {
        if (files.isDirectory(path)) {
            return;
        }
        Reading<String> text = files.read(path);
        text.found().ifPresent(known -> texts.put(path, known));
        text.trouble().ifPresent(why -> unread.add(Recipes.unread(path, why)));
    }

    /** @param texts files of others, by path */
    public static Found read(Map<String, String> texts) {
        Found all = Found.NOTHING;
        Map<String, String> networkd = new LinkedHashMap<>();
        for (Map.Entry<String, String> file : new TreeMap<>(texts).entrySet()) {
            String path = file.getKey();
            if (path.startsWith(NetworkdFiles.DIRECTORY + "/")) {
                networkd.put(path, file.getValue());
                all = all.and(broken(path, file.getValue()));
            } else {
                all = all.and(read(path, file.getValue()));
            }
        }
        Found found = all.and(NetworkdFiles.read(networkd));
        return new Found(
                found.profiles(),
                found.recipes().stream()
                        .map(recipe -> besideTheRight(recipe, found))
                        .toList());
    }

    /** What has the right form beside it already is not to be put into it too. */
    private static WrongRecipe besideTheRight(WrongRecipe recipe, Found found) {
        if (!NAMES.contains(recipe.code())) {
            return recipe;
        }
        return found.profiles().stream()
                .filter(wrong ->
                        wrong.path().equals(recipe.place()) && wrong.pkey().isPresent())
                .flatMap(wrong -> found.profiles().stream()
                        .filter(other -> !other.path().equals(wrong.path())
                                && other.pkey().equals(wrong.pkey())
                                && other.parent().equals(wrong.parent())))
                .filter(other ->
                        other.name().endsWith("." + other.pkey().orElseThrow().hex()))
                .findFirst()
                .map(right -> new WrongRecipe(
                        recipe.code(),
                        recipe.place(),
                        recipe.found(),
                        "remove it: " + right.path() + " has " + right.name()
                                + " already, and both are one partition on one port"))
                .orElse(recipe);
    }

    private static Found broken(String path, String text) {
        return new Found(List.of(), IniFile.broken(path, text).stream().toList());
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
            return KeyfileFile.read(path, text).and(broken(path, text));
        }
        return path.startsWith(NetplanFile.DIRECTORY + "/") && name.endsWith(".yaml")
                ? NetplanFile.read(path, text)
                : Found.NOTHING;
    }
}
