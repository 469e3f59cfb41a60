"""The longest runs of tokens that two texts share, and which of them need a reason."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools import originality
from tools.originality import longest_run, main, spelled


@given(st.lists(st.sampled_from("ab"), max_size=30), st.lists(st.sampled_from("ab"), max_size=30))
def test_no_longer_run_is_missed(ours: list[str], theirs: list[str]) -> None:
    runs = {tuple(ours[i:j]) for i in range(len(ours)) for j in range(i + 6, len(ours) + 1)}
    others = {tuple(theirs[i:j]) for i in range(len(theirs)) for j in range(i, len(theirs) + 1)}
    assert len(longest_run(ours, {"x": theirs}).tokens) == max(map(len, runs & others), default=0)


def test_comments_and_layout_do_not_count() -> None:
    assert spelled('(a "b"  // c\n\tkey:1)') == spelled('(a "b" key:1)') != spelled("(a b key:1)")


def test_a_long_run_needs_a_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "res" / "lud" / "board"
    library.mkdir(parents=True)
    text = " ".join(f"(place P{n})" for n in range(8))
    (library / "Other.lud").write_text(f"(game {text})")
    own = tmp_path / "Own.lud"
    own.write_text(f"// Places.\n(game {text})")
    words = tmp_path / "res", [own]
    assert main(*words) == 0  # The file of another game.
    assert capsys.readouterr().out.startswith("   0   35  Own  Other")
    (library / "Own.lud").write_text(f"(games {text})")
    assert main(*words) == 1
    monkeypatch.setattr(originality, "EXPLAINED", {"Own": "so it must be"})
    assert main(*words) == 0
    assert capsys.readouterr().out.endswith("Own  Other  so it must be\n")
