"""The dialog that connects two devices: one shows an invitation, the other an answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from game.web.dialogs.dialog import Act, Dialog, LinkField
from game.web.live import qr
from game.web.platform.dom import labelled, listen, make, put, row
from game.words import N_, Translator

NEAR = N_(
    "This works between devices on the same network, such as the same Wi-Fi. They connect directly, without a server."
)
STUN = N_(
    "A STUN server helps devices on different networks find each other. It learns the network address of this "
    "device and that you want to connect, but not the game. Without one, no server is contacted."
)


class LiveDialog(Dialog):
    """A native dialog, filled for each step. A click outside does not close it: a slip must not end the step."""

    def __init__(self, translator: Translator, left: Act) -> None:
        super().__init__("live")
        self._translator, self._left = translator, left
        self._link: LinkField | None = None
        self._take: Callable[[str], bool] = lambda _text: False
        self._scanner: qr.Scanner | None = None
        listen(self._dialog, "close", lambda _event: self._closed())
        listen(self._dialog, "submit", self._submitted)
        listen(self._dialog, "input", self._changed)

    def ask(self, title: str, text: str, *buttons: tuple[str, Act]) -> None:
        """Shows a sentence and a few buttons; the first cancels, the last is the default."""
        self._fill(title, make("p", text), self._row(*buttons))

    def invite(self, title: str, stun: str, set_stun: Callable[[str], object], take: Callable[[str], bool]) -> None:
        """Shows the host's step: room for the link, which `show_link` fills, and a field for the answer."""
        translator = self._translator
        self._take = take
        answer = make("input", type="text", id="live-answer", autocomplete="off", autocapitalize="none")
        answer.setAttribute("spellcheck", "false")
        second = make("p", translator("Then scan your friend's reply, or paste it here."), id="live-second")
        buttons: list[Any] = []
        if qr.can_scan():
            buttons.append(self.button(translator("Scan with the camera"), "scan", self._scan))
        buttons.append(make("button", translator("Connect"), type="submit", data_act="connect"))
        self._camera = make("div")
        self._fill(
            title,
            make("p", translator("Send this link to your friend, or let them scan the code.")),
            self._link_box(),
            second,
            labelled(translator("Reply"), answer),
            self._camera,
            row(*buttons),
            self._message,
            make("p", translator(NEAR), class_="message"),
            self._networks(stun, set_stun),
            self._row((translator("Cancel"), self.close)),
        )

    def answer(self, title: str) -> None:
        """Shows the guest's step: room for the answer, which `show_link` fills."""
        translator = self._translator
        self._fill(
            title,
            make("p", translator("Show this code to your friend, or send them this link. Then the game begins.")),
            self._link_box(),
            self._message,
            self._row((translator("Cancel"), self.close)),
        )

    def show_link(self, link: str) -> None:
        """Shows the link of this step, as text and as a QR code."""
        field = self._link
        if field is None:
            return
        field.fill(link)
        self.say("")

        def show_picture(picture: Any) -> None:
            if self._link is field and field.text == link:
                put(self._picture, picture)

        qr.draw(link, self._translator("QR code of the link"), show_picture)

    def _fill(self, title: str, *parts: Any) -> None:
        self._stop_scanning()
        super()._fill(title, *parts)
        self.show()

    def _row(self, *buttons: tuple[str, Act]) -> Any:
        controls = [self.button(label, str(number), act) for number, (label, act) in enumerate(buttons)]
        if len(controls) > 1:
            controls[-1].classList.add("main")
        return row(*controls)

    def _link_box(self) -> Any:
        """Returns room for a link: its QR code, the link itself, and buttons to copy and share it."""
        translator = self._translator
        self._picture = make("div", id="live-code")
        self._picture.style.minHeight = f"{qr.WIDTH}px"  # so that the layout does not shift when the code arrives
        self._picture.style.display = "grid"
        self._link = LinkField(self, translator, "live-link", translator("Link"), self.say)
        self._link.fill("")
        self.say(translator("Making the link…"))
        box = self._link.element
        box.prepend(self._picture)
        return box

    def _networks(self, stun: str, set_stun: Callable[[str], object]) -> Any:
        """Returns the setting for other networks, which is seldom needed."""
        translator = self._translator
        field = make("input", type="text", id="live-stun", value=stun, autocomplete="off", autocapitalize="none")
        field.setAttribute("spellcheck", "false")
        field.setAttribute("placeholder", "stun.example.org:3478")
        apply = self.button(translator("Apply"), "stun", lambda: set_stun(str(field.value).strip()))
        return make(
            "details",
            make("summary", translator("Other networks")),
            make("p", translator(STUN), class_="message"),
            labelled(translator("STUN server (optional)"), field),
            row(apply),
            class_="advanced",
        )

    def _submitted(self, event: Any) -> None:
        event.preventDefault()
        field = self._dialog.querySelector("#live-answer")
        if field:
            self._take(str(field.value))

    def _changed(self, event: Any) -> None:
        """Accepts a pasted answer at once; a typed one waits for the button."""
        if str(event.target.id) == "live-answer" and str(event.inputType).startswith("insertFromPaste"):
            self._take(str(event.target.value))

    def _scan(self) -> None:
        self._stop_scanning()
        self._scanner = qr.Scanner(self._take, self._no_camera)
        put(self._camera, self._scanner.video)

    def _no_camera(self) -> None:
        self.say(self._translator("The camera can't be used. Paste the reply instead."))

    def _stop_scanning(self) -> None:
        scanner, self._scanner = self._scanner, None
        if scanner is not None:
            scanner.close()

    def _closed(self) -> None:
        self._stop_scanning()
        self._left()
