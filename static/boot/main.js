// The page's code before Python has started, one module per concern. The build bundles them in import order into
// static/boot.js (tools/build/bundle.py), because every request at the start costs time.

import "./runtime.js";
import "./language.js";
import "./back.js";
import "./screen.js";
import "./home.js";
import "./start.js";
import "./progress.js";
import "./journal.js";
import "./drawing.js";
