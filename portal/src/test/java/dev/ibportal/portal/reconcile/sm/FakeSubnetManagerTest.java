package dev.ibportal.portal.reconcile.sm;

class FakeSubnetManagerTest extends SubnetManagerContract {
    private final FakeSubnetManager fake = new FakeSubnetManager(told, CLOCK);

    @Override
    SubnetManager manager() {
        return fake;
    }

    @Override
    void appears() {
        fake.appears(TARGET);
    }

    @Override
    void disappears() {
        fake.disappears(TARGET);
    }

    @Override
    void answers(long generation) {
        fake.answers(TARGET, readBack(generation));
    }

    @Override
    void refuses(long generation) {
        fake.refuses(TARGET, refusal(generation));
    }
}
