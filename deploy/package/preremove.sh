#!/bin/sh
# Before removing, not before upgrading. dpkg gives "remove", rpm the number of versions that stay.
set -e
case "$1" in
remove | 0)
  [ ! -d /run/systemd/system ] || systemctl disable --now vitrine.service
  ;;
esac
