// What the page does before Python starts, one module per concern. The build joins them, in import order, into
// static/boot.js (tools/build/join.py), because every request at the start costs time.

import "./runtime.js";
import "./language.js";
import "./screen.js";
import "./home.js";
import "./start.js";
import "./progress.js";
import "../journal.js";
import "../drawing.js";
