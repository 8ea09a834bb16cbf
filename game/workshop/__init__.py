"""The workshop: changed rules, new games and players from a source of Python, run within limits.

A front (the page, the terminal) needs these:

| what for | function |
|---|---|
| what to start from | `sources.rules_of("chain")`, `sources.change_of("chain")`, `sources.player_of("chain")`, |
| | `sources.template()`, `sources.example(name) for name in sources.EXAMPLES` → `Source(text, kind, game)` |
| a file's text | `sources.read(text)` → `Source`; its first line `# kesu-workshop 1 …` says what it is |
| a link | `sharing.encode(text)` → code, `sharing.decode(code or address)` → `Source`, which is not run |
| to play it | `loading.load(text)` → `Rules`, ready for `Session(rules, options, seed)`; hints by the greedy bot |
| a player | `players.own(text, rules)` → a function: state → the words of its next turn |
| a tournament | `tournament.rivals(Plan(...))` → plans; `tournament.tournament(plans, games)` yields |
| | `(place of the plan, Result)` as they come; `tournament.as_line` is the terminal's line for it |
| its statistics | `sample.sample(values)`, `sample.histogram(values)` |

Every refusal is a `BadInput` of one line; one about a source is a `limits.SourceError` with `.line` (0 for none) and
`.problem`, the phrase without the line. It can come from `load`, `own`, and later from every function of the rules and
from the player: each call is ended after two seconds of work. Python is no boundary: whoever runs foreign source gives
it what this Python has. What the page may do is limited by its frame (SECURITY.md).
"""
