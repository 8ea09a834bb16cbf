"""Groups a table of rain by season or year, and shows the means as a table and as a figure."""

import io

import matplotlib
import matplotlib.pyplot as plt
import pandas as pd
from js import document
from pyodide.ffi import create_proxy

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "rain"  # the same figure has the same text
SEASONS = {12: "winter", 1: "winter", 2: "winter", 3: "spring", 4: "spring", 5: "spring"} | {
    6: "summer", 7: "summer", 8: "summer", 9: "autumn", 10: "autumn", 11: "autumn"
}  # fmt: skip
ORDER = ["winter", "spring", "summer", "autumn"]

rain = pd.read_csv("rain.csv", parse_dates=["month"])
rain["year"] = rain["month"].dt.year
rain["season"] = pd.Categorical(rain["month"].dt.month.map(SEASONS), ORDER, ordered=True)


def means(by):
    """The mean rain of a month, for each season or year (rows) and station (columns)."""
    return rain.pivot_table("millimetres", index=by, columns="station", aggfunc="mean", observed=True).round(1)


def figure(table):
    """A bar chart of a table, as SVG."""
    axes = table.plot.bar(figsize=(6.4, 3.6), rot=0, xlabel="", ylabel="mm a month")
    axes.legend(ncols=4, fontsize="small", frameon=False)
    with io.StringIO() as file:
        plt.savefig(file, format="svg", bbox_inches="tight", metadata={"Date": None})
        plt.close()
        return file.getvalue()[file.getvalue().index("<svg") :]


def show(_event=None):
    table = means(document.querySelector("#by").value)
    document.querySelector("#table").innerHTML = table.to_html(border=0)
    document.querySelector("#figure").innerHTML = figure(table)


document.querySelector("#by").addEventListener("change", create_proxy(show))
show()
