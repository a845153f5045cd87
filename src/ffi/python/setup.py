"""Builds the library with cargo and puts it into the package, and with it the engine of VERTUMNUS_ENGINE."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

CRATE = Path(__file__).resolve().parent.parent


def built_library() -> Path:
    """Builds the library and returns its path."""
    command = [os.environ.get("CARGO", "cargo"), "build", "--profile", "library", "--locked"]
    command += ["--lib", "--message-format", "json-render-diagnostics"]
    output = subprocess.run(command, cwd=CRATE, check=True, stdout=subprocess.PIPE).stdout
    for message in map(json.loads, output.splitlines()):
        if "cdylib" in message.get("target", {}).get("kind", []):
            for name in message.get("filenames", []):
                if name.endswith((".so", ".dylib", ".dll")):
                    return Path(name)
    raise SystemExit("cargo built no shared library")


class BuildWithLibrary(build_py):
    """Builds the package together with the library, and with the engine that is given."""

    def run(self) -> None:
        super().run()
        package = CRATE / "python" if self.editable_mode else Path(self.build_lib)
        library = built_library()
        shutil.copy2(library, package / "vertumnus" / library.name)
        engine = os.environ.get("VERTUMNUS_ENGINE")
        if engine:
            # Of the system that the library is for, which can be another than this one.
            suffix = ".exe" if library.suffix == ".dll" else ""
            shutil.copy2(engine, package / "vertumnus" / f"vertumnus{suffix}")


class WithLibrary(Distribution):
    """A package that is not Python alone, so that pip installs it among those of the platform."""

    def has_ext_modules(self) -> bool:
        return True


class WheelOfPlatform(bdist_wheel):
    """A wheel for any Python 3 on this platform: the library does not depend on Python."""

    def get_tag(self) -> tuple[str, str, str]:
        return ("py3", "none", super().get_tag()[2])


setup(distclass=WithLibrary, cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelOfPlatform})
