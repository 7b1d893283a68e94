"""What the tests of both games' pictures share."""

import os
import re
import subprocess
import sys
from io import StringIO
from typing import Literal
from xml.etree.ElementTree import XML, Element

from rich.console import Console
from rich.style import Style
from rich.text import Text

SVG = "{http://www.w3.org/2000/svg}"


def marked(picture: Element, name: str) -> list[Element]:
    """The elements of a class."""
    return [element for element in picture.iter() if element.get("class") == name]


def contrast(*colours: str) -> float:
    """The contrast of two colours by WCAG 2.2."""
    weighed = []
    for colour in colours:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
        weighed.append(0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
    return max(weighed) / min(weighed)


def ids(text: str) -> set[str]:
    """The ids in a picture."""
    return set(re.findall(r' id="([^"]*)"', text))


def require_standing_alone(text: str) -> None:
    """A picture must need nothing from elsewhere, and be written in short numbers."""
    picture = XML(text)
    ids = [element.attrib["id"] for element in picture.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids))
    pointed = set(re.findall(r'href="([^"]*)"', text)) | set(re.findall(r"url\(([^)]*)\)", text))
    assert pointed <= {f"#{name}" for name in ids}
    assert text.count("://") == text.count("http://www.w3.org/2000/svg") == 1
    tags = {element.tag.removeprefix(SVG) for element in picture.iter()}
    assert tags.isdisjoint({"script", "style", "image", "foreignObject", "font"})
    assert not re.search(r"\.\d{3}|\de[-+]?\d", re.sub(r"#\w+", "", text))


def require_the_same_every_time(script: str) -> None:
    """What a script prints must not depend on the order of hashes."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    one, other = (
        subprocess.check_output([sys.executable, "-c", script], env={**env, "PYTHONHASHSEED": seed})
        for seed in ("1", "2")
    )
    assert one == other


def require_no_colours(text: Text) -> None:
    """A text for a terminal without colours must have other styles alone."""
    assert (styles := [span.style for span in text.spans])
    assert all(isinstance(style, Style) and not style.color and not style.bgcolor for style in styles)


def printed(text: Text, *, width: int = 20, colours: bool = False, soft_wrap: bool = True) -> list[str]:
    """The lines that a console prints; by default without colours, and whole."""
    system: Literal["standard"] | None = "standard" if colours else None
    out = StringIO()
    console = Console(file=out, width=width, force_terminal=colours, color_system=system)
    console.print(text, soft_wrap=soft_wrap)
    return [line.rstrip() for line in out.getvalue().splitlines()]
