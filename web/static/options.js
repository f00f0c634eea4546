// The menu: levels, options, best times.

import * as stored from "./settings.js";

const byId = (id) => document.getElementById(id);

export class Options {
  // `acts` is {change(name, value), changeSeed(seed or null)}.
  constructor(settings, seed, acts) {
    this.settings = settings;
    this.acts = acts;
    byId("seed").value = seed ?? "";
    this.#levels();
    this.#fields();
    this.showLevel();
    this.showTimes();
  }

  showLevel() {
    const { level } = this.settings;
    for (const button of document.querySelectorAll("[data-level]")) {
      button.setAttribute("aria-pressed", String(button.dataset.level === level));
    }
    const size = stored.parseLevel(level);
    const custom = !document.querySelector(`[data-level="${CSS.escape(level)}"]`);
    byId("custom-toggle").setAttribute("aria-pressed", String(custom));
    for (const side of ["rows", "cols", "mines"]) byId(`custom-${side}`).value = size[side];
  }

  showTimes() {
    const best = stored.bestTimes();
    for (const cell of document.querySelectorAll("[data-best]")) {
      const seconds = best[cell.dataset.best];
      cell.textContent = seconds === undefined ? "—" : `${seconds.toFixed(2)} s`;
    }
  }

  #pick(level) {
    this.acts.change("level", level);
    this.showLevel();
  }

  #levels() {
    for (const button of document.querySelectorAll("[data-level]")) {
      button.addEventListener("click", () => {
        byId("custom").hidden = true;
        this.#pick(button.dataset.level);
      });
    }
    byId("custom-toggle").addEventListener("click", () => {
      byId("custom").hidden = !byId("custom").hidden;
    });
    byId("custom").addEventListener("submit", (event) => {
      event.preventDefault();
      const [rows, cols, mines] = ["rows", "cols", "mines"].map((side) => byId(`custom-${side}`));
      mines.setCustomValidity("");
      const level = `${cols.value}x${rows.value}/${mines.value}`;
      if (stored.parseLevel(level)) this.#pick(level);
      else {
        mines.setCustomValidity(`At most ${rows.value * cols.value - 1} mines fit.`);
        mines.reportValidity();
      }
    });
    byId("custom-mines").addEventListener("input", (event) => event.target.setCustomValidity(""));
  }

  #fields() {
    const { settings, acts } = this;
    for (const name of ["rule", "zoom", "theme"]) {
      const field = byId(name);
      if (![...field.options].some((option) => option.value === settings[name])) {
        field.add(new Option(settings[name], settings[name]));
      }
      field.value = settings[name];
      field.addEventListener("change", () => acts.change(name, field.value));
    }
    for (const name of ["marks", "easychord"]) {
      const field = byId(name);
      field.checked = settings[name];
      field.addEventListener("change", () => acts.change(name, field.checked));
    }
    byId("seed-form").addEventListener("submit", (event) => {
      event.preventDefault();
      acts.changeSeed(byId("seed").value.trim() || null);
    });
    byId("forget").addEventListener("click", () => {
      stored.forgetTimes();
      this.showTimes();
    });
  }
}
