#!/usr/bin/env bash
# A Chromium for the end-to-end tests: Debian's own package, or the one Playwright manages.
set -euo pipefail
command -v chromium >/dev/null || command -v chromium-browser >/dev/null && exit 0
if command -v apt-get >/dev/null; then
  as_root=""
  [ "$(id -u)" = 0 ] || as_root=sudo
  $as_root apt-get update -qq
  DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq chromium
else
  npx playwright install chromium
fi
