"""Shows how often each word of a text occurs."""

from counting import summary
from pyscript import document, when

status, shown, table, text, short = (
    document.querySelector(name) for name in ("#status", "#summary", "#table", "#text", "#short")
)


def show():
    found = summary(text.value, 1 if short.checked else 4)
    shown.textContent = (
        f"{found.words} words, {found.different} of them different, {found.length:.1f} letters on average"
    )
    table.replaceChildren()
    for word, count in found.common:
        row = table.insertRow()
        for cell in (word, count):
            row.insertCell().textContent = str(cell)


@when("input", "#text")
def on_text():
    show()


@when("change", "#short")
def on_short():
    show()


show()
status.hidden = True
