"""The repository's own tools in floors: setup/ and start/ below, then build/, measure/ and train/, dev/ on top.

build.py itself needs only the standard library. By hand, with .venv's Python (`-m NAME`, and `--help` where there are
options):

    tools.dev.catalogues              bring the translations up to date with the texts in code and page
    tools.dev.twice                   build dist/ a second time elsewhere, and compare the bytes
    tools.dev.profile                 which functions of Pyodide's WebAssembly ordinary play runs
    tools.measure.startup             how fast the page starts, compared with bare Pyodide (build.py bench)
    tools.measure.smoothness          how smoothly it plays, and whether anything grows (build.py bench --smooth)
    tools.measure.soak                hours of play by the partner: what grows
    tools.measure.lighthouse          Lighthouse scores of the built page
    tools.measure.moving_picture      the README's animated picture
    tools.measure.moves               moves per second of one live game
    tools.measure.throughput          boards per second of each rule, compared with plain loops and public engines
    tools.measure.hints               how long a hint takes
    tools.measure.strength            how strong the bots are
    tools.measure.lines_games         games of the Lines bot, many at once
    tools.measure.nineteen_games      games of the Nineteen bot, many at once
    tools.measure.nineteen_alone      the same without the next piece, compared with published weights
    tools.measure.push_clear_games    games of the Push and Clear bot, compiled (needs numba)
    tools.train.biquadris             error rates of the Biquadris bot's strengths
    tools.train.lines98               tables of the Lines bot
    tools.train.nineteen              weights of the Nineteen bot (needs cma)
    tools.train.push_clear            tables of the Push and Clear bot, boards of any size
    tools.train.push_clear_classic    tables of the Push and Clear bot, classic size (needs numba)
"""
