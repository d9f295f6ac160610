package dev.ibportal.drivers;

import java.util.List;

/**
 * A version of a stack that can be chosen, with what is known of where it works.
 *
 * @param id short and stable
 * @param version empty: as the distribution has it
 * @param systems where it works; empty: the catalogue does not know
 * @param architectures as {@code uname -m} says; empty: the catalogue does not know
 * @param drivers families of modules that it brings
 * @param without generations of adapters that it does not serve
 * @param kernels that it does not serve, or only with something more
 * @param lastKernel the newest that it was made for, for example {@code 6.8}; empty: not said, so that of a vendor's stack
 *     nobody can tell
 * @param packages what is installed
 * @param sources where each fact comes from
 */
public record Profile(
        String id,
        Stack stack,
        String version,
        List<OnSystem> systems,
        List<String> architectures,
        List<String> drivers,
        List<Without> without,
        List<KernelRule> kernels,
        String lastKernel,
        List<String> packages,
        List<Source> sources) {
    public Profile {
        systems = List.copyOf(systems);
        architectures = List.copyOf(architectures);
        drivers = List.copyOf(drivers);
        without = List.copyOf(without);
        kernels = List.copyOf(kernels);
        packages = List.copyOf(packages);
        sources = List.copyOf(sources);
    }

    /**
     * @param ids of os-release, those of one family together
     * @param versions a whole one such as {@code 9.4}, or the major one such as {@code 9} for all of it
     */
    public record OnSystem(List<String> ids, List<String> versions) {
        public OnSystem {
            ids = List.copyOf(ids);
            versions = List.copyOf(versions);
        }

        boolean isFor(String id) {
            return ids.contains(id);
        }

        boolean isFor(String id, String version) {
            return isFor(id) && versions.stream().anyMatch(one -> version.equals(one) || version.startsWith(one + "."));
        }
    }

    /** @param because in plain words, ending without a full stop */
    public record Without(HcaGeneration generation, String because) {}

    /**
     * @param contains part of the release of kernels that it is about
     * @param refuses whether nothing works there; else something has to be there too, which cannot be told from here
     * @param instead what to do
     */
    public record KernelRule(String contains, boolean refuses, String because, String instead) {}

    /** @param about which fact of the profile */
    public record Source(String about, String text) {}

    /** What people call it. */
    public String label() {
        return version.isEmpty() ? stack.label() : stack.label() + " " + version;
    }
}
