"""The hook that builds the browser client into the package."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(hook: ModuleType, tmp_path: Path) -> Path:
    """A small front end, and its page as if it had been built."""
    source = tmp_path / "frontend" / "src" / "main.ts"
    source.parent.mkdir(parents=True)
    for name in (*hook.SOURCES[2:], "public"):
        (tmp_path / "frontend" / name).write_text("", encoding="utf-8")
    source.write_text("let a = 1", encoding="utf-8")
    hook.static(tmp_path).mkdir(parents=True)
    replay = tmp_path / "src" / "tabor" / "report" / "static" / "replay.js"
    replay.parent.mkdir(parents=True)
    replay.write_text("", encoding="utf-8")
    (hook.static(tmp_path) / "stamp.txt").write_text(hook.fingerprint(tmp_path), encoding="ascii")
    return tmp_path


def builder(hook: ModuleType, root: Path, warnings: list[str]) -> Any:
    made = hook.FrontEnd.__new__(hook.FrontEnd)
    made._BuildHookInterface__root = str(root)
    made._BuildHookInterface__app = SimpleNamespace(display_warning=warnings.append)
    return made


def test_a_page_of_the_same_sources_is_not_built_again(hook: ModuleType, project: Path) -> None:
    assert hook.is_built(project)
    assert builder(hook, project, []).dependencies() == []


def test_a_changed_source_is_noticed(hook: ModuleType, project: Path) -> None:
    (project / "frontend" / "src" / "main.ts").write_text("let a = 2", encoding="utf-8")
    assert not hook.is_built(project)
    assert builder(hook, project, []).dependencies() == [hook.NODE]


def test_a_page_without_sources_is_taken_as_it_is(hook: ModuleType, project: Path) -> None:
    (project / "frontend").rename(project / "elsewhere")
    assert hook.is_built(project)


def test_a_failed_build_stops_a_wheel_and_warns_whoever_works_here(
    hook: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "frontend" / "src" / "main.ts").write_text("let a = 2", encoding="utf-8")

    def fail(root: Path) -> None:
        raise hook.BuildError("there is no Node.js")

    monkeypatch.setattr(hook, "build", fail)
    warnings: list[str] = []
    with pytest.raises(hook.BuildError, match=r"there is no Node\.js"):
        builder(hook, project, warnings).initialize("standard", {})
    builder(hook, project, warnings).initialize("editable", {})
    assert warnings == ["the browser client was not built: there is no Node.js"]
