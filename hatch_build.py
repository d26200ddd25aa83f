"""The package build's hook: the icon sheet and the web client are built into the wheel, and the examples go along."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StaticBuildHook(BuildHookInterface[Any]):
    """Builds src/wartable/static/, unless this is a wheel from an sdist, which brings it along."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        static = root / "src" / "wartable" / "static"
        # Only an sdist has PKG-INFO at its root.
        if not (root / "PKG-INFO").exists():
            sys.path.insert(0, str(root / "tools"))
            from build_static import build

            build()
        elif not (static / "index.html").exists():
            raise RuntimeError("this source distribution came without src/wartable/static/; build it again")
        if self.target_name == "wheel" and version != "editable":
            build_data["force_include"][str(root / "examples")] = "wartable/examples"
        build_data["artifacts"] += ["src/wartable/static/**", "src/wartable/studio/static/**"]
