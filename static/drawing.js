// Copies pictures onto one board's canvas, a list at a time: one call from Python draws a whole frame. Python decides what is
// drawn where (game/web/board/painter.py).
window.kesuCopier = class {
  constructor(pen) {
    this.pen = pen;
    this.fit(1, 1, []);
  }

  // Sets the size: pixels per cell, columns. Forgets the board before.
  fit(size, columns, pictures) {
    [this.size, this.columns, this.pictures] = [size, columns, pictures];
    this.still = []; // the number of the picture on each cell, row by row
    this.soiled = new Set(); // cells over which a thing was drawn
  }

  // Shows other pictures on `count` cells; the list alternates between cell and picture number.
  cells(list, count) {
    this.clean();
    for (let i = 0; i < 2 * count; i += 2) {
      this.still[list[i]] = list[i + 1];
      this.copy(list[i]);
    }
  }

  // Draws sprites over the still board, each as picture, row, column, scale and opacity; earlier ones are removed.
  things(list, count) {
    this.clean();
    const { pen, pictures, size, columns, soiled } = this;
    const rows = pen.canvas.height / size;
    for (let i = 0; i < 5 * count; i += 5) {
      const scale = list[i + 3];
      const row = list[i + 1] + (1 - scale) / 2;
      const column = list[i + 2] + (1 - scale) / 2;
      pen.globalAlpha = list[i + 4];
      pen.drawImage(pictures[list[i]], column * size, row * size, scale * size, scale * size);
      for (let r = Math.max(0, Math.floor(row)); r < Math.min(rows, row + scale); r++) {
        for (let c = Math.max(0, Math.floor(column)); c < Math.min(columns, column + scale); c++) {
          soiled.add(r * columns + c);
        }
      }
    }
    pen.globalAlpha = 1;
  }

  // Restores the still board wherever a sprite was drawn over it.
  clean() {
    for (const cell of this.soiled) this.copy(cell);
    this.soiled.clear();
  }

  copy(cell) {
    const { pen, size, columns } = this;
    pen.drawImage(this.pictures[this.still[cell]], (cell % columns) * size, Math.floor(cell / columns) * size);
  }
};

// Lets a number be seen to run up from one to another, in so many milliseconds, beside its text, which has it at once. It
// ends when it is there, or when the class is taken away.
window.kesuCount = (place, from, to, milliseconds) => {
  const { lang } = document.documentElement;
  let began = 0;
  const run = (now) => {
    began ||= now;
    const left = Math.max(0, 1 - (now - began) / milliseconds) ** 3;
    if (place.dataset.to !== String(to) || !place.classList.contains("counts")) return;
    place.dataset.shown = Math.round(to - (to - from) * left).toLocaleString(lang);
    if (left) requestAnimationFrame(run);
    else place.classList.remove("counts");
  };
  place.dataset.to = to;
  place.dataset.shown = from.toLocaleString(lang);
  place.classList.add("counts");
  requestAnimationFrame(run);
};
