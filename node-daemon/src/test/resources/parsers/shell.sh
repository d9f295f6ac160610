# What a shell makes of an ifcfg file: the variables it sets, as the scripts would see them.
set -eu
before=$(set)
set -a
. "$1"
set +a
env
