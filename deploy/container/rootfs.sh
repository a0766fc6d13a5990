#!/bin/sh
# rootfs.sh PROGRAM FOLDER: makes the container's root file system in FOLDER. The Dockerfile and the tests run it.
# Besides the program it has the certificate authorities of this machine and a user without rights.
set -eu
mkdir -p "$2/etc/ssl/certs" "$2/usr/bin" "$2/tmp"
install -m 0755 "$1" "$2/usr/bin/vitrine"
install -m 0644 /etc/ssl/certs/ca-certificates.crt "$2/etc/ssl/certs/"
echo "vitrine:x:65532:65532::/data:/nonexistent" >"$2/etc/passwd"
echo "vitrine:x:65532:" >"$2/etc/group"
