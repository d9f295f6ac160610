package dev.ibportal.portal.reconcile;

import dev.ibportal.portal.platform.jobs.Jobs;
import dev.ibportal.portal.platform.jobs.WakeUp;
import dev.ibportal.portal.platform.jobs.WakeUpListener;
import jakarta.inject.Singleton;

/** Has a fabric looked at as soon as something is changed. */
@Singleton
class FabricWaker implements WakeUpListener {
    private final Jobs jobs;
    private final FabricStateSql states;

    FabricWaker(Jobs jobs, FabricStateSql states) {
        this.jobs = jobs;
        this.states = states;
    }

    @Override
    public void woken(WakeUp wakeUp) {
        if (wakeUp instanceof WakeUp.Fabric fabric) {
            jobs.wake(FabricJob.NAME, fabric.id());
        } else if (wakeUp instanceof WakeUp.Everything) {
            states.all().forEach(fabric -> jobs.wake(FabricJob.NAME, fabric));
        }
    }
}
