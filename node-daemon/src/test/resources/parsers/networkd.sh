#!/bin/sh
# What the real systemd-networkd makes of the files of a host: run in network, mount and process namespaces of its own.
# Usage: networkd.sh ROOT OUT CHILD   (ROOT/etc/systemd/network, ROOT/run/systemd/network; CHILD may be empty)
# There is no InfiniBand here, so a pair of virtual cables stands for ib0, and another, named like the child, for what
# the kernel would have made of the request, which is caught on its way to the kernel.
set -eu
root=$1 out=$2 child=$3
networkd=/lib/systemd/systemd-networkd

mount -t tmpfs run /run
mkdir -p /run/systemd/netif /run/systemd/network
mount -t tmpfs etc /etc/systemd/network
cp -r "$root/etc/systemd/network/." /etc/systemd/network/
if [ -d "$root/run/systemd/network" ]; then cp -r "$root/run/systemd/network/." /run/systemd/network/; fi
# A read-only sysfs keeps it from waiting for udev.
mount -t sysfs -o ro sys /sys
ip link set lo up

cable() {
  ip link add "$1" type veth peer name "$2"
  ip link set "$2" up
}

# Runs it until its log says so, for ten seconds at most.
run_until() {
  log=$1 pattern=$2
  shift 2
  SYSTEMD_LOG_LEVEL=debug SYSTEMD_LOG_TARGET=console "$@" >"$log" 2>&1 &
  pid=$!
  tries=0
  until grep -qaE "$pattern" "$log" || [ "$tries" -ge 100 ]; do
    sleep 0.1
    tries=$((tries + 1))
  done
  # strace itself does not listen, but ends with what it watches.
  for each in $(cat "/proc/$pid/task/$pid/children") "$pid"; do kill "$each" 2>/dev/null || true; done
  wait "$pid" 2>/dev/null || true
}

cable ib0 peer0
interface=ib0
if [ -n "$child" ]; then
  run_until "$out/request.log" "^ib0: Could not create stacked netdev" \
    strace -f -v -s 600 -e trace=sendto -o "$out/request" "$networkd"
  cable "$child" peer1
  rm -rf /etc/systemd/network/*.netdev /etc/systemd/network/*.network.d
  interface=$child
fi
run_until "$out/configured.log" "^$interface: State changed: configuring -> configured" "$networkd"

ip -j addr show dev "$interface" >"$out/addr"
ip -j -4 route show table all dev "$interface" >"$out/route4"
ip -j -6 route show table all dev "$interface" >"$out/route6"
ip -j -4 rule >"$out/rule4"
ip -j -6 rule >"$out/rule6"
ip -j link show dev "$interface" >"$out/link"
