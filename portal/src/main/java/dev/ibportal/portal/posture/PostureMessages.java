package dev.ibportal.portal.posture;

import io.quarkus.qute.i18n.Message;
import io.quarkus.qute.i18n.MessageBundle;

/** Words of the pages about how a fabric is guarded and where it differs. */
@MessageBundle("post")
public interface PostureMessages {
    @Message("How {name} is guarded")
    String title(String name);

    @Message("Posture")
    String to_page();

    @Message("What is seen, what is wrong, and what nobody knows. Good is only what was seen lately, all of it.")
    String lead();

    @Message("Export")
    String export();

    @Message("Check")
    String check();

    @Message("Verdict")
    String verdict();

    @Message("Rests on what was seen")
    String seen();

    @Message("good")
    String good();

    @Message("wrong")
    String bad();

    @Message("not known")
    String unknown();

    @Message("{name} of the subnet manager")
    String c_key(String name);

    @Message("Default partition limited")
    String c_default();

    @Message("Only expected subnet managers")
    String c_managers();

    @Message("GUIDs of ports")
    String c_guids();

    @Message("Each port on one fabric")
    String c_one_fabric();

    @Message("Differences on {name}")
    String diff_title(String name);

    @Message("Differences")
    String diff_short();

    @Message("Each key of each port that is not as it is wanted, by what was last read of the ports.")
    String diff_lead();

    @Message("all")
    String all();

    @Message("No differences")
    String none();

    @Message("All tables that were read show what is wanted.")
    String none_text();

    @Message("Registered ports")
    String ports();

    @Message("Kind")
    String kind();

    @Message("Wanted")
    String wanted();

    @Message("Found")
    String found();

    @Message("Port")
    String port();

    @Message("Only the first {n} are shown.")
    String cut(int n);

    @Message("missing")
    String k_missing();

    @Message("unexpected")
    String k_unexpected();

    @Message("somebody else's")
    String k_unknown();

    @Message("port down")
    String k_down();

    @Message("not known")
    String k_not_known();

    @Message("full")
    String f_full();

    @Message("limited")
    String f_limited();

    @Message("both")
    String f_both();

    @Message("none")
    String f_none();
}
