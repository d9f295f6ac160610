"""The lab: a simulated InfiniBand fabric and hosts in network namespaces."""
