// Copies pictures onto one board's canvas, a list at a time: one call from Python shows a whole board, another moves
// sprites over it. Python decides what is drawn where and when (game/web/board/painter.py).
window.kesuCopier = class {
  constructor(pen) {
    this.pen = pen;
    this.fit(1, 1, []);
  }

  // Sets the size of cells in pixels and the number of columns. Forgets the previous board.
  fit(size, columns, pictures) {
    this.size = size;
    this.columns = columns;
    this.pictures = pictures;
    this.still = []; // the index of the picture on each cell, row by row
    this.dirty = new Set(); // cells over which a sprite was drawn
    this.moving = null; // draws the moving sprites
  }

  // Changes the pictures on `count` cells; the list alternates between cell and picture index.
  cells(list, count) {
    this.moving = null;
    this.clean();
    for (let i = 0; i < 2 * count; i += 2) {
      this.still[list[i]] = list[i + 1];
      this.copy(list[i]);
    }
  }

  // Moves sprites over the still board from a time on, for this many milliseconds or until cells change. The list has
  // for each: picture, whether it speeds up or slows down, size and opacity at both ends, number of cells on its path,
  // and these cells.
  move(list, milliseconds, began) {
    const draw = (now) => {
      const share = (now - began) / milliseconds;
      if (this.moving !== draw || share >= 1) return;
      this.sprites(list, Math.max(share, 0));
      requestAnimationFrame(draw);
    };
    this.moving = draw;
    draw(began);
  }

  sprites(list, share) {
    this.clean();
    const { pen, pictures, size, columns, dirty } = this;
    const rows = pen.canvas.height / size;
    for (let i = 0; i < list.length; i += 7 + 2 * list[i + 6]) {
      const eased = list[i + 1] ? share * share : 1 - (1 - share) ** 2;
      const between = (from, to, part) => list[from] + (list[to] - list[from]) * part;
      const last = list[i + 6] - 1;
      const step = Math.min(Math.floor(eased * last), Math.max(last - 1, 0));
      const [here, there] = [i + 7 + 2 * step, i + 7 + 2 * Math.min(step + 1, last)];
      const scale = Math.max(0, between(i + 2, i + 3, eased));
      const row = between(here, there, eased * last - step) + (1 - scale) / 2;
      const column = between(here + 1, there + 1, eased * last - step) + (1 - scale) / 2;
      pen.globalAlpha = between(i + 4, i + 5, eased);
      pen.drawImage(pictures[list[i]], column * size, row * size, scale * size, scale * size);
      for (let r = Math.max(0, Math.floor(row)); r < Math.min(rows, row + scale); r++) {
        for (let c = Math.max(0, Math.floor(column)); c < Math.min(columns, column + scale); c++) {
          dirty.add(r * columns + c);
        }
      }
    }
    pen.globalAlpha = 1;
  }

  // Restores the still board wherever a sprite was drawn over it.
  clean() {
    for (const cell of this.dirty) this.copy(cell);
    this.dirty.clear();
  }

  copy(cell) {
    const { pen, size, columns } = this;
    pen.drawImage(this.pictures[this.still[cell]], (cell % columns) * size, Math.floor(cell / columns) * size);
  }
};

// Animates a number from one value to another within this many milliseconds; the element's text has the new value at
// once. The animation ends early if the class is removed. A step is long enough to be read, because each one costs a
// layout of the page.
const COUNTING_STEP = 50; // milliseconds
window.kesuCount = (place, from, to, milliseconds) => {
  const { lang } = document.documentElement;
  let began = 0;
  const run = (now) => {
    began ||= now;
    const left = Math.max(0, 1 - (now - began) / milliseconds) ** 3;
    if (place.dataset.to !== String(to) || !place.classList.contains("counts")) return;
    place.dataset.shown = Math.round(to - (to - from) * left).toLocaleString(lang);
    if (left) setTimeout(requestAnimationFrame, COUNTING_STEP, run);
    else place.classList.remove("counts");
  };
  place.dataset.to = to;
  place.dataset.shown = from.toLocaleString(lang);
  place.classList.add("counts");
  requestAnimationFrame(run);
};
