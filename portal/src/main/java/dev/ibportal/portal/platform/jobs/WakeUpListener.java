package dev.ibportal.portal.platform.jobs;

/** A bean that wants to be woken. Called from the one listening thread: it must hand over and return. */
public interface WakeUpListener {
    void woken(WakeUp wakeUp);
}
