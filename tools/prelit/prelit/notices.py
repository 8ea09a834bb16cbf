"""Says what a site ships: a page with the licences of every component, and a software bill of materials.

Every file of a site must belong to components with a licence text, or the build fails.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from prelit import __version__, components
from prelit.components import Component, unique
from prelit.errors import PrelitError

PAGE = "licences.html"
BILL = "sbom.cdx.json"
"""The software bill of materials, in CycloneDX's format."""

Origins = Mapping[str, Sequence[Component]]
"""The components in files, by pattern of their paths; the first pattern that matches counts."""

PROVENANCE = "These files were made from that source code by prelit: compiled, cut to what is used, and packed."

STYLE = """:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:48rem;margin:2rem auto;padding:0 1rem}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font-size:.8rem}
summary{cursor:pointer}"""


def assigned(site: Iterable[str], origins: Origins) -> dict[str, tuple[Component, ...]]:
    """Returns the components in every file of a site; PrelitError names a file that no pattern matches."""
    found = {
        path: [origin for pattern, origin in origins.items() if fnmatchcase(path, pattern)] for path in sorted(site)
    }
    unknown = [path for path, origin in found.items() if not origin or not origin[0]]
    if unknown:
        more = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
        raise PrelitError(
            f"{unknown[0]}{more} would be shipped without a licence: add it, with where it comes from, to the "
            "patterns of the build's origins"
        )
    return {path: tuple(origin[0]) for path, origin in found.items()}


def origins_of(own: Iterable[str], pyodide: Path, packages: Iterable[Path], title: str) -> Origins:
    """Returns the components in the files of a site that prelit builds; its author wrote those at the paths `own`."""
    author = Component(title, "", "its author's", "", (f"The files of {title} itself belong to its author.",))
    linked, prelit = components.pyodide(pyodide), components.prelit(__version__)
    wheels = [components.wheel(path) for path in packages]
    return {
        **{key: [author, prelit] for key in ("index.html", "rt/app-*", PAGE, "plain*.html", "plain-*/app/*")},
        **{key: [prelit] for key in ("sw.js", "prelit.json", "rt/prelit-*.mjs")},
        **{re.sub(r"([\[*?])", r"[\1]", path): [author] for path in own},
        **dict.fromkeys(("rt/pyodide*", "rt/hot-*", "rt/cold-*", "rt/library-*", "rt/rest-library-*"), linked),
        **dict.fromkeys(("plain-*/p*", "plain-*/late/rest-library*"), linked),
        "rt/snapshot-*": [author, *linked, *wheels],
        "rt/packages-*": wheels or [prelit],  # an archive that is empty without packages
        **dict.fromkeys(("rt/*", "plain-*/late/*", "plain-*.whl"), wheels),
    }


def page_for(files: Iterable[str], origins: Origins, title: str) -> bytes:
    """Returns the page with the licences of these files' components; PrelitError if a file has none."""
    known = assigned(files, origins).values()
    return page(unique(component for components in known for component in components), title).encode()


def bill_for(files: Mapping[str, bytes], origins: Origins, title: str) -> bytes:
    """Returns the software bill of materials of these files."""
    return bill(files, assigned(files, origins), title).encode()


def page(components: Sequence[Component], title: str) -> str:
    """Returns the page with all notices; texts that several components share are there once."""
    by_texts: dict[tuple[str, ...], list[Component]] = {}
    for component in components:
        by_texts.setdefault(component.texts, []).append(component)
    entries = "\n".join(_entry(group) for group in by_texts.values())
    policy = f"default-src 'none'; style-src 'sha256-{_base64(STYLE)}'"
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>Licences: {html.escape(title)}</title>
<style>{STYLE}</style>
<h1>Licences</h1>
<p>{html.escape(title)} contains the work of many people. Each entry has the notices and licences of one component, and
where its source code is. {PROVENANCE}</p>
<p>The same as a list for programs: <a href="./{BILL}">{BILL}</a> (CycloneDX).</p>
{entries}
</html>
"""


def _entry(components: Sequence[Component]) -> str:
    """Returns the part of the page for components with the same texts."""
    heads = ", ".join(html.escape(f"{component.name} {component.version}".strip()) for component in components)
    licences = html.escape(" / ".join(dict.fromkeys(component.licence for component in components)))
    addresses = [html.escape(component.source) for component in components if component.source]
    sources = "".join(f'<li><a href="{address}">{address}</a></li>' for address in addresses)
    texts = "\n\n".join(html.escape(text.strip("\n"), quote=False) for text in components[0].texts)
    return (
        f"<details><summary>{heads} <small>({licences})</small></summary>\n"
        f"{f'<p>Source code:</p><ul>{sources}</ul>' if sources else ''}\n<pre>{texts}</pre></details>"
    )


def bill(site: Mapping[str, bytes], known: Mapping[str, Sequence[Component]], title: str) -> str:
    """Returns the software bill of materials: components with their licences, and the files that each is in, with
    hashes.

    It depends on nothing but the site: no clock, no random number.
    """
    from cyclonedx.contrib.license.factories import LicenseFactory
    from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
    from cyclonedx.model.bom import Bom, BomMetaData
    from cyclonedx.model.component import Component as Entry
    from cyclonedx.model.component import ComponentType
    from cyclonedx.model.dependency import Dependency
    from cyclonedx.output import make_outputter
    from cyclonedx.schema import OutputFormat, SchemaVersion
    from packageurl import PackageURL

    def library(component: Component) -> Entry:
        where = ExternalReference(type=ExternalReferenceType.VCS, url=XsUri(component.source))
        return Entry(
            name=component.name,
            version=component.version or None,
            type=ComponentType.LIBRARY,
            bom_ref=component.purl or f"component:{component.name}",
            licenses=[LicenseFactory().make_from_string(component.licence)],
            purl=PackageURL.from_string(component.purl) if component.purl else None,
            external_references=[where] if component.source else [],
        )

    def file(path: str) -> Entry:
        digest = hashlib.sha256(site[path]).hexdigest()
        hashes = [HashType(alg=HashAlgorithm.SHA_256, content=digest)]
        return Entry(name=path, type=ComponentType.FILE, bom_ref=f"file:{path}", hashes=hashes)

    def needs(entry: Entry, others: Iterable[Entry] = ()) -> Dependency:
        return Dependency(entry.bom_ref, [Dependency(other.bom_ref) for other in others])

    components = unique(component for parts in known.values() for component in parts)
    libraries = {component: library(component) for component in components}
    packed = {path: file(path) for path in known}
    whole = Entry(name=title, type=ComponentType.APPLICATION, bom_ref="site")
    fixed = datetime(1980, 1, 1, tzinfo=UTC)  # required by the model, and the same for the same site
    name = hashlib.sha256(json.dumps({path: packed[path].hashes[0].content for path in packed}).encode()).hexdigest()
    inside = (needs(packed[path], (libraries[component] for component in parts)) for path, parts in known.items())
    written = Bom(
        components=[*libraries.values(), *packed.values()],
        dependencies=[
            needs(whole, packed.values()),
            *inside,
            *map(needs, libraries.values()),
        ],  # one by one is slow
        metadata=BomMetaData(component=whole, timestamp=fixed),
        serial_number=uuid.uuid5(uuid.NAMESPACE_OID, name),
    )
    outputter = make_outputter(written, OutputFormat.JSON, SchemaVersion.V1_6)
    found: dict[str, Any] = json.loads(outputter.output_as_string())
    return json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True) + "\n"


def _base64(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
