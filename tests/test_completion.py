"""`tessella completion`: scripts that complete commands, options and names in each shell."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tessella.cli import COMMANDS, main
from tessella.cli.completion import SHELLS, script_of
from tests.test_cli import refused

pytestmark = pytest.mark.once

BASH = """
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
function=$(complete -p tessella | sed 's/.*-F \\([^ ]*\\).*/\\1/')
$function
printf '%s\\n' "${COMPREPLY[@]}"
"""
ZSH = """
zmodload zsh/zpty
script=$1; shift
zpty shell zsh -f -i
zpty -w shell "autoload -Uz compinit; compinit -u -D; tessella() { : }; eval \\"\\$(cat $script)\\""
zpty -w shell 'write-line() { print -r -- "$BUFFER" >line; mv line completed }; zle -N write-line'
zpty -w shell "bindkey '^I' complete-word; bindkey '^X' write-line; touch ready"
until [[ -e ready ]]; do sleep 0.1; done
zpty -w -n shell "$*"$'\\t\\x18'
until [[ -e completed ]]; do sleep 0.1; done
cat completed
zpty -d shell
"""


def completed(shell: str, folder: Path, *words: str) -> list[str]:
    """What a shell offers for the last word."""
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell.upper()} IS NOT INSTALLED: ITS COMPLETION IS NOT TESTED")
    script = folder / f"script.{shell}"
    script.write_text(script_of(shell), encoding="utf-8")
    if shell == "fish":
        argv = [program, "-c", 'source $argv[1]; complete -C "$argv[2]" | cut -f1', str(script), " ".join(words)]
    else:
        (folder / "try").write_text(BASH if shell == "bash" else ZSH, encoding="utf-8")
        argv = [program, str(folder / "try"), str(script), *words]
    done = subprocess.run(argv, capture_output=True, text=True, check=True, cwd=folder, timeout=60)
    return done.stdout.split()


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["are"], "arena"),
        (["arena", "--spr"], "--sprt"),
        (["play", "--level", "mas"], "master"),
        (["arena", "--game", "flo"], "florentine"),
        (["bench", "play"], "playouts"),
        (["replay", "gam"], "game.txt"),
    ],
)
def test_words_are_completed(shell: str, words: list[str], expected: str, tmp_path: Path) -> None:
    (tmp_path / "game.txt").touch()
    assert expected in completed(shell, tmp_path, "tessella", *words)


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_knows_every_command(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["completion", shell])
    script = capsys.readouterr().out
    assert all(name in script for name in COMMANDS)
    assert sys.prefix not in script  # it is the same on every machine


def test_another_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert "invalid choice: 'csh' (choose from" in refused(capsys, "completion", "csh")
