#!/bin/sh
# After removing. dpkg gives "remove", and "purge" once it has deleted the settings too; rpm gives the number of versions that stay.
# The data is the site itself, so no removal deletes it.
set -e
case "$1" in
remove | purge | 0) ;;
*) exit 0 ;;
esac

[ ! -d /run/systemd/system ] || systemctl daemon-reload
[ ! -d /var/lib/vitrine ] || rmdir --ignore-fail-on-non-empty /var/lib/vitrine
if [ -d /var/lib/vitrine ]; then
  echo "The site's data is still in /var/lib/vitrine. To delete it: rm -r /var/lib/vitrine && userdel vitrine"
fi
