package dev.ibportal.demo;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/**
 * Runs another main class, and ends this JVM in good order when standard input ends: that is when the process at its
 * other end is gone, however it went. So nothing is left behind when the demo, or Maven around it, is killed.
 */
final class Leash {
    private Leash() {}

    public static void main(String[] args) throws ReflectiveOperationException {
        Thread watch = new Thread(Leash::untilReleased, "leash");
        watch.setDaemon(true);
        watch.start();
        try {
            Class.forName(args[0]).getMethod("main", String[].class).invoke(null, (Object)
                    Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException e) {
            Throwable cause = e.getCause();
            (cause == null ? e : cause).printStackTrace();
            System.exit(1);
        }
    }

    private static void untilReleased() {
        try {
            while (System.in.read() >= 0) {
                // Nothing is said over this line; that it is open says enough.
            }
        } catch (IOException e) {
            // As good as its end.
        }
        System.exit(0);
    }
}
