#!/bin/sh
# What the real systemd makes of the units of a host: its dump of what it would start, without starting anything.
# Usage: unit.sh ROOT OUT
set -eu
mount -t tmpfs run /run
mkdir -p /run/systemd/system
chmod -R 777 /run
mount --bind "$1/etc/systemd/system" /etc/systemd/system
# It refuses this as root.
setpriv --reuid=65534 --regid=65534 --clear-groups env XDG_RUNTIME_DIR=/run HOME=/ \
  /lib/systemd/systemd --test --system --unit=multi-user.target >"$2/dump" 2>&1
