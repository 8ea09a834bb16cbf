// What the page does before Python has started, one module for each concern. The build joins them, in the order in which
// they are imported, into static/boot.js (tools/build/join.py): every request at the start costs.

import "./runtime.js";
import "./language.js";
import "./screen.js";
import "./start.js";
import "./progress.js";
import "../journal.js";
import "../drawing.js";
