#!/bin/sh
# After installing or upgrading. dpkg gives "configure" and the version before, rpm the number of installed versions.
set -e
case "$1" in
configure | [1-9]*) ;;
*) exit 0 ;;
esac

getent passwd vitrine >/dev/null ||
  useradd --system --user-group --home-dir /var/lib/vitrine --no-create-home --shell /usr/sbin/nologin vitrine
install -d -m 0700 -o vitrine -g vitrine /var/lib/vitrine

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  systemctl try-restart vitrine.service || echo "vitrine.service did not restart: see journalctl -u vitrine" >&2
fi
if [ "$1$2" = configure ] || [ "$1" = 1 ]; then
  echo "Put your settings in /etc/vitrine/vitrine.env, then start the site: systemctl enable --now vitrine"
fi
