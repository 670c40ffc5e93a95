"""The logo that a deployment shows: an SVG that does nothing but draw, or a PNG.

The console's Content-Security-Policy keeps an SVG from running anything. It is checked all the same, because the file is also
opened on its own, and by programs that have no such policy.
"""

from __future__ import annotations

import base64
import hashlib
import re
import shutil
import struct
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from failure import WrongArguments

PARAMETER = "BrandLogo"

LARGEST_BYTES = 64 * 1024
ENTRY = "brand/logo.svg"

_SVG = "{http://www.w3.org/2000/svg}"
_PNG = b"\x89PNG\r\n\x1a\n"

# They run something, or show what is not part of the drawing.
_ACTIVE = {"script", "foreignobject", "iframe", "embed", "object", "audio", "video", "a", "handler", "listener"}
_ANIMATION = {"animate", "animatecolor", "animatemotion", "animatetransform", "set", "discard"}
_XHTML = "{http://www.w3.org/1999/xhtml}"
_LOADS = ("@import", "image-set(", "image(", "src(")
_URL = re.compile(r"url\(\s*['\"]?\s*([^)'\"\s]*)", re.IGNORECASE)


@dataclass(frozen=True)
class Logo:
    """An SVG that was checked, or that a checked PNG was put into."""

    svg: bytes

    @property
    def hash(self) -> str:
        return hashlib.sha256(self.svg).hexdigest()

    def packed(self, jar: Path, copy: Path) -> Path:
        """A copy of a jar that has the logo too. It is the same for the same jar and logo, so that SAM uploads it once."""
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(jar, copy)
        entry = zipfile.ZipInfo(ENTRY, (2026, 1, 1, 0, 0, 0))
        # Lambda unpacks the jar, and its function has to be allowed to read the file.
        entry.external_attr = 0o644 << 16
        with zipfile.ZipFile(copy, "a") as archive:
            archive.writestr(entry, self.svg, zipfile.ZIP_DEFLATED)
        return copy


def read(file: Path) -> Logo:
    """Reads a logo.

    :raises WrongArguments: when it cannot be read, is too large, or is more than a drawing
    """
    try:
        content = file.read_bytes()
    except OSError as problem:
        raise WrongArguments(f"The logo cannot be read: {problem}.") from problem
    if len(content) > LARGEST_BYTES:
        raise _refused(file, f"it has {len(content):,} bytes, and may have {LARGEST_BYTES:,}")
    return Logo(_framed(file, content) if content.startswith(_PNG) else _checked(file, content))


def _framed(file: Path, png: bytes) -> bytes:
    """An SVG that shows a PNG: the functions respond with text alone."""
    if len(png) < 33 or png[12:16] != b"IHDR" or b"IEND" not in png[-16:]:
        raise _refused(file, "it is no whole PNG")
    width, height = struct.unpack(">II", png[16:24])
    if not 16 <= min(width, height) or not max(width, height) <= 2048:
        raise _refused(file, f"it has {width} x {height} pixels; each side may have 16 to 2,048")
    data = base64.b64encode(png).decode("ascii")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<image width="{width}" height="{height}" href="data:image/png;base64,{data}"/></svg>\n'
    ).encode("ascii")


def _checked(file: Path, content: bytes) -> bytes:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise _refused(file, "it is neither a PNG nor an SVG in UTF-8") from problem
    # Before it is parsed: entities can make a small file large, and style sheets can be outside of the drawing.
    for sign, name in (("<!DOCTYPE", "a document type"), ("<!ENTITY", "an entity"), ("<?xml-stylesheet", "a style sheet")):
        if sign.lower() in text.lower():
            raise _refused(file, f"it has {name} ({sign})")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as problem:
        raise _refused(file, f"it is neither a PNG nor an SVG that is well-formed XML: {problem}") from problem
    if root.tag != f"{_SVG}svg":
        raise _refused(file, 'its first element is not svg with xmlns="http://www.w3.org/2000/svg"')
    if not root.get("viewBox"):
        raise _refused(file, "its first element has no viewBox, so it cannot be shown in another size")
    for element in root.iter():
        _check_element(file, element)
    return content


def _check_element(file: Path, element: ElementTree.Element) -> None:
    if not isinstance(element.tag, str):
        return
    name = _local(element.tag)
    if name.lower() in _ACTIVE or element.tag.startswith(_XHTML):
        raise _refused(file, f"it has the element {name}, which is more than a drawing")
    if name.lower() in _ANIMATION:
        raise _refused(file, f"it has the element {name}: a logo does not move")
    if name.lower() == "style":
        _check_styles(file, element.text or "")
    for written, value in element.attrib.items():
        attribute = _local(written)
        if attribute.lower().startswith("on"):
            raise _refused(file, f"{name} has the event handler {attribute}")
        if attribute.lower() in ("href", "src", "base") and not value.strip().startswith("#"):
            raise _refused(
                file, f"{name} refers by {attribute} to something else than a part of the drawing: {value.strip()[:60]}"
            )
        _check_styles(file, value)


def _check_styles(file: Path, styles: str) -> None:
    # CSS reads \75rl( as url(.
    if "\\" in styles:
        raise _refused(file, f"it has an escape in its styles: {styles.strip()[:60]}")
    for sign in _LOADS:
        if sign in styles.lower():
            raise _refused(file, f"its styles load something ({sign})")
    for url in _URL.findall(styles):
        if not url.startswith("#"):
            raise _refused(file, f"it refers to something outside of the file: url({url[:60]})")


def _local(name: str) -> str:
    return name.rsplit("}", 1)[-1]


def _refused(file: Path, why: str) -> WrongArguments:
    return WrongArguments(f"{file.name} cannot be the logo: {why}.")


def main(logo: str, jar: str, copy: str) -> int:
    """Packs a logo for the service on one machine, and prints its hash, or else why it cannot be one."""
    try:
        checked = read(Path(logo))
    except WrongArguments as problem:
        print(problem.args[0])
        return problem.status
    checked.packed(Path(jar), Path(copy))
    print(checked.hash)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
