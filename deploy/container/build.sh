#!/usr/bin/env bash
# Builds the image of the Dockerfile where no container engine runs: deploy/container/build.sh ROOT [IMAGE]
# ROOT is a folder with a Debian that has Node.js 18 or newer and npm. It becomes the base of the image. Run it as root.
# docs/operations.md shows how to make ROOT, and how to run the image.
set -euo pipefail

ROOT=${1:?Usage: build.sh ROOT [IMAGE]}
IMAGE=${2:-localhost/selvage}
source=$(cd "$(dirname "$0")/../.." && pwd)
# Neither needs a kernel with overlays, nor the right to make namespaces.
export STORAGE_DRIVER=${STORAGE_DRIVER:-vfs} BUILDAH_ISOLATION=${BUILDAH_ISOLATION:-chroot}

command -v buildah >/dev/null || { echo "buildah is missing: apt install buildah" >&2 && exit 1; }
for program in node npm; do
  [ -e "$ROOT/usr/bin/$program" ] || [ -e "$ROOT/usr/local/bin/$program" ] ||
    { echo "$ROOT has no $program: chroot $ROOT apt-get install --no-install-recommends nodejs npm" >&2 && exit 1; }
done

container=$(buildah from scratch)
trap 'buildah rm "$container" >/dev/null' EXIT
cp -a "$ROOT/." "$(buildah mount "$container")/"
buildah umount "$container" >/dev/null
buildah commit --quiet "$container" "$IMAGE-base" >/dev/null
# The format of OCI has no health check.
buildah build --format=docker --build-arg "BASE=$IMAGE-base" --tag "$IMAGE" "$source"
echo "Built $IMAGE."
