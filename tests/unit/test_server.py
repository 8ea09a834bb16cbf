"""The server used by tests and people: types, compression, caching, base paths, and refusals."""

import gzip
import http.client
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.serving.preview import free_server, serve
from game.serving.server import TYPES, Server, accepts_gzip

pytestmark = pytest.mark.native

PAGE = b"<!doctype html><title>Kesu</title>" + b"<p>boxes</p>" * 50


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A site with a page, a script and a file of every type; and compressed copies of the first two."""
    site, zipped = tmp_path / "site", tmp_path / "zipped"
    (site / "rt").mkdir(parents=True)
    (zipped / "rt").mkdir(parents=True)
    for name, data in {"index.html": PAGE, "rt/main.mjs": b"export {}\n" * 100}.items():
        (site / name).write_bytes(data)
        (zipped / f"{name}.gz").write_bytes(gzip.compress(data))
    for suffix in TYPES:
        (site / f"file{suffix}").write_bytes(b"x")
    (site / ".secret").write_bytes(b"hidden")
    (tmp_path / "outside.txt").write_bytes(b"outside")
    return site, zipped


@pytest.fixture
def server(folders: tuple[Path, Path]) -> Iterator[Server]:
    with Server(folders[0], base="/kesu/", gzip_folder=folders[1]) as running:
        yield running


Answer = tuple[int, http.client.HTTPMessage, bytes]


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> Answer:
    """Returns one request whose path is sent unchanged; a browser or urllib would normalise it first."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    try:
        connection.request(method, path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def test_the_base_path_serves_the_page(server: Server) -> None:
    status, headers, body = ask(server, "/kesu/")
    assert (status, body) == (200, PAGE)
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert server.url == f"http://127.0.0.1:{server.port}/kesu/"


@pytest.mark.parametrize("host", ["127.0.0.1:9", "localhost:9", "localhost"])
def test_own_names_are_answered(server: Server, host: str) -> None:
    assert ask(server, "/kesu/", Host=host)[0] == 200


@pytest.mark.parametrize("host", ["games.example", "games.example:80", "127.0.0.1.games.example:80", ""])
def test_other_host_names_that_point_here_are_refused(server: Server, host: str) -> None:
    status, _headers, body = ask(server, "/kesu/", Host=host)
    assert status == 421 and b"<" not in body


def test_an_address_that_cannot_be_parsed_is_a_bad_request(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    status, _headers, body = ask(server, "http://[/", Host="localhost")
    assert (status, body) == (400, b"400 Bad Request\n") and not "".join(capsys.readouterr())


def test_any_free_port_is_not_said_to_be_taken(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Stopped:
        def wait(self) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr("game.serving.preview.threading.Event", Stopped)
    # Its thread waits for the real event until it is shut down.
    monkeypatch.setattr(Server, "__enter__", lambda server: server)
    monkeypatch.setattr(Server, "__exit__", lambda server, *_: server._listener.server_close())
    serve(folders[0], None, 0, show=False)
    assert "taken" not in capsys.readouterr().out


def test_a_query_is_ignored(server: Server) -> None:
    assert ask(server, "/kesu/?game=push-clear&seed=7")[2] == PAGE


def test_base_without_its_slash_is_redirected(server: Server) -> None:
    status, headers, _ = ask(server, "/kesu")
    assert (status, headers["Location"]) == (301, "/kesu/")


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("file.mjs", "text/javascript; charset=utf-8"),
        ("file.js", "text/javascript; charset=utf-8"),
        ("file.wasm", "application/wasm"),
        ("file.toml", "application/toml"),
        ("file.whl", "application/zip"),
        ("file.zip", "application/zip"),
        ("file.json", "application/json"),
        ("file.webmanifest", "application/manifest+json"),
        ("file.po", "text/plain; charset=utf-8"),
        ("file.txt", "text/plain; charset=utf-8"),
    ],
)
def test_types_do_not_depend_on_the_machine(server: Server, name: str, kind: str) -> None:
    assert ask(server, f"/kesu/{name}")[1]["Content-Type"] == kind


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/index.html",
        "/kesu/nothing.txt",
        "/kesu/rt/",
        "/kesu/rt",
        "/kesu/.secret",
        "/kesu/../outside.txt",
        "/kesu/rt/../../outside.txt",
        "/kesu/%2e%2e/outside.txt",
        "/kesu/..%2foutside.txt",
        "/kesu/..%5coutside.txt",
        "/kesu//index.html",
        "/kesu/index.html%00.txt",
        "/kesuindex.html",
    ],
)
def test_only_files_of_the_site_are_served(server: Server, path: str) -> None:
    status, _, body = ask(server, path)
    assert status == 404
    assert b"outside" not in body and b"hidden" not in body


@pytest.mark.skipif(os.name == "nt", reason="links need rights there")
def test_a_symlink_out_of_the_site_is_not_followed(server: Server, folders: tuple[Path, Path]) -> None:
    (folders[0] / "way.txt").symlink_to(folders[0].parent / "outside.txt")
    assert ask(server, "/kesu/way.txt")[0] == 404


def test_compressed_copy_for_clients_that_accept_it(server: Server) -> None:
    plain = ask(server, "/kesu/rt/main.mjs")
    packed = ask(server, "/kesu/rt/main.mjs", Accept_Encoding="br, gzip")
    assert packed[1]["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain[1]
    assert gzip.decompress(packed[2]) == plain[2]
    assert plain[1]["Vary"] == packed[1]["Vary"] == "Accept-Encoding"
    assert plain[1]["Content-Type"] == packed[1]["Content-Type"]
    assert plain[1]["ETag"] != packed[1]["ETag"]


def test_an_outdated_copy_is_not_sent(server: Server, folders: tuple[Path, Path]) -> None:
    changed = folders[0] / "rt" / "main.mjs"
    changed.write_bytes(b"export default 1\n")
    later = (folders[1] / "rt" / "main.mjs.gz").stat().st_mtime_ns + 10**9
    os.utime(changed, ns=(later, later))
    _, headers, body = ask(server, "/kesu/rt/main.mjs", Accept_Encoding="gzip")
    assert body == b"export default 1\n"
    assert "Content-Encoding" not in headers


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("gzip", True),
        ("br;q=1, gzip;q=0.5", True),
        ("*", True),
        ("GZIP", True),
        ("", False),
        ("br", False),
        ("*;q=0, gzip", True),
        ("gzip;q=0, *", False),
        ("gzip;q=0", False),
        ("gzip;q=0.0", False),
        ("gzip;q=much", False),
    ],
)
def test_accept_encoding(header: str, accepted: bool) -> None:
    assert accepts_gzip(header) is accepted


def test_unchanged_file_is_not_sent_again(server: Server, folders: tuple[Path, Path]) -> None:
    _, first, _ = ask(server, "/kesu/")
    assert first["Cache-Control"] == "no-cache"
    status, _, body = ask(server, "/kesu/", If_None_Match=first["ETag"])
    assert (status, body) == (304, b"")
    (folders[0] / "index.html").write_bytes(b"<title>new</title>")
    status, _, body = ask(server, "/kesu/", If_None_Match=first["ETag"])
    assert (status, body) == (200, b"<title>new</title>")


def test_head_sends_headers_only(server: Server) -> None:
    status, headers, body = ask(server, "/kesu/", "HEAD")
    assert (status, headers["Content-Length"], body) == (200, str(len(PAGE)), b"")


def test_other_methods_are_refused(server: Server) -> None:
    assert ask(server, "/kesu/", "DELETE")[0] == 501


def test_the_connection_is_kept_alive(server: Server) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=10)
    for path, status in [("/kesu/", 200), ("/kesu/nothing", 404), ("/kesu", 301), ("/kesu/rt/main.mjs", 200)]:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == status
        assert connection.sock is not None, f"closed after {path}"
    connection.close()


def test_the_server_stops_at_the_end_of_the_with_block(folders: tuple[Path, Path]) -> None:
    with Server(folders[0]) as server:
        port = server.port
        assert ask(server, "/kesu/")[0] == 200
    with pytest.raises(ConnectionRefusedError):
        http.client.HTTPConnection("127.0.0.1", port, timeout=10).request("GET", "/kesu/")


def test_a_taken_port_is_skipped(folders: tuple[Path, Path]) -> None:
    with Server(folders[0]) as first, free_server(*folders, first.port) as second:
        assert first.port < second.port < first.port + 50
        assert ask(second, "/")[2] == PAGE


def test_a_name_longer_than_any_file_has_is_not_found(server: Server) -> None:
    assert ask(server, "/kesu/" + "x" * 300)[0] == 404
    assert ask(server, "/kesu/" + "x/" * 3000)[0] == 404
    assert ask(server, "/kesu/")[0] == 200


def test_a_file_deleted_during_a_request_is_not_found(
    server: Server, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def gone(_path: Path) -> bytes:
        raise FileNotFoundError("deleted by a build")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Path, "read_bytes", gone)
        assert ask(server, "/kesu/")[0] == 404
    assert ask(server, "/kesu/")[0] == 200
    assert capfd.readouterr().err == ""


def test_an_impossible_port_gives_one_line(folders: tuple[Path, Path]) -> None:
    with pytest.raises(OSError, match="70000 is not a port: they go from 1 to 65535"):
        free_server(*folders, 70000)
