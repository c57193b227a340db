"""Where the manual has room for what was measured: between two marks, which stay."""

from __future__ import annotations

from pathlib import Path


def insert(docs: Path, what: str, name: str, text: str) -> None:
    """Put a text where a page has `<!-- what: name -->` and `<!-- end of what -->`."""
    begin, end = f"<!-- {what}: {name} -->", f"<!-- end of {what} -->"
    for path in sorted(docs.rglob("*.md")):
        page = path.read_text(encoding="utf-8")
        before, found, after = page.partition(begin)
        if found:
            _, closed, rest = after.partition(end)
            if not closed:
                raise SystemExit(f"{path.name}: {begin} has no {end}")
            path.write_text(f"{before}{begin}\n\n{text}\n\n{end}{rest}", encoding="utf-8")
            return
    raise SystemExit(f"no page of the manual has {begin}: that is where it would be written")
