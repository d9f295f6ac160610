#!/bin/sh
# Re-makes META-INF/resources/vendor and VENDOR.lock from the npm packages named below. Run by hand when a version
# changes; the build never needs npm. Usage: portal/src/vendor/vendor.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$here/../main/resources/META-INF/resources/vendor
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$out"
mkdir -p "$out"
: >"$out/VENDOR.lock"

fetch() { # package version licence folder
  tarball=$(cd "$work" && npm pack --silent "$1@$2")
  mkdir -p "$work/$4" "$out/$4"
  tar xzf "$work/$tarball" -C "$work/$4" --strip-components=1
  sum=$(openssl dgst -sha512 -binary "$work/$tarball" | openssl base64 -A)
  printf 'package\t%s\t%s\t%s\tsha512-%s\n' "$1" "$2" "$3" "$sum" >>"$out/VENDOR.lock"
}

fetch htmx.org 4.0.1 0BSD htmx.org-4.0.1
cp "$work/htmx.org-4.0.1/dist/htmx.min.js" "$work/htmx.org-4.0.1/LICENSE" "$out/htmx.org-4.0.1/"

fetch @tabler/core 1.6.1 MIT tabler-core-1.6.1
# Source maps are not shipped, so the line that names one would only make browsers ask in vain.
sed 's|/\*# sourceMappingURL=.*\*/||' "$work/tabler-core-1.6.1/dist/css/tabler.min.css" >"$out/tabler-core-1.6.1/tabler.min.css"
cp "$here/tabler-core.LICENSE" "$out/tabler-core-1.6.1/LICENSE"

fetch @tabler/icons 3.51.0 MIT tabler-icons-3.51.0
cp "$work/tabler-icons-3.51.0/LICENSE" "$out/tabler-icons-3.51.0/"
{
  printf '<svg xmlns="http://www.w3.org/2000/svg" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">\n'
  while read -r icon; do
    printf '<symbol id="%s" viewBox="0 0 24 24">' "$icon"
    tr '\n' ' ' <"$work/tabler-icons-3.51.0/icons/outline/$icon.svg" |
      sed 's|^[^>]*>||; s|</svg>.*||; s|<path stroke="none" d="M0 0h24v24H0z" fill="none" />||; s|  *| |g; s|^ ||; s| $||'
    printf '</symbol>\n'
  done <"$here/icons.txt"
  printf '</svg>\n'
} >"$out/tabler-icons-3.51.0/sprite.svg"

cd "$out"
find . -type f ! -name VENDOR.lock | LC_ALL=C sort | sed 's|^\./||' | while read -r file; do
  printf 'file\t%s\tsha512-%s\n' "$file" "$(openssl dgst -sha512 -binary "$file" | openssl base64 -A)" >>VENDOR.lock
done
