"""The workshop: changed rules, new games and players from Python sources, run within limits.

The API for a front (the page, the terminal):

| purpose | function |
|---|---|
| starting points | `sources.rules_of("chain")`, `sources.change_of("chain")`, `sources.player_of("chain")`, |
| | `sources.template()`, `sources.example(name) for name in sources.EXAMPLES`: a `Source(text, kind, game)` |
| a file's text | `sources.read(text)`: a `Source`, described by its first line `# kesu-workshop 1 …` |
| a link | `sharing.encode(text)` gives a code, `sharing.decode(code or address)` a `Source`, not run |
| playing it | `loading.load(text)`: `Rules`, ready for `Session(rules, options, seed)`; the greedy bot gives hints |
| a player | `players.own(text, rules)`: a function that returns the words of a state's next turn |

`game/tournament/` plays them against each other: `games.plans_against(Plan(...))` returns plans,
`games.tournament(plans, n)` yields `(index of the plan, Result)` as games finish, and `sample.sample(values)`
summarizes them.

Every error is a one-line `BadInput`; an error in a source is a `limits.SourceError` with `.line` (0 for none) and
`.problem`, the message without the line. `load` and `own` can raise it, and later every function of the rules and the
player: each call is stopped after two seconds of work. Python is not a sandbox: foreign source can do whatever this
Python can. On the page, the frame is the sandbox (SECURITY.md).
"""
