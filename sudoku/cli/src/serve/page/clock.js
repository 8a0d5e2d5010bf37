// The time that a puzzle takes, without pauses. While it is paused the board is covered.

import { button, byId, make } from "./dom.js";

export class Clock {
  element;
  #session;
  #at = null;
  #isPaused = false;
  #isDone = false;
  #time = make("span", { class: "time", role: "timer" });

  constructor(session) {
    this.#session = session;
    const pause = button("Pause", () => this.pause(true), { class: "small" });
    this.element = make("div", { class: "clock" }, this.#time, pause);
    byId("resume").addEventListener("click", () => this.pause(false));
    session.on((kind) => {
      if (kind === "puzzle") this.#isDone = false;
      if (["puzzle", "panel"].includes(kind)) this.pause(false);
      this.tell();
    });
    setInterval(() => this.#tick(), 500);
  }

  /** The time in words. */
  get words() {
    const seconds = Math.floor(this.#session.elapsed / 1000);
    const two = (number) => String(number).padStart(2, "0");
    const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  }

  pause(isPaused) {
    this.#isPaused = isPaused;
    document.body.classList.toggle("paused", isPaused);
    byId("resume").hidden = !isPaused;
    if (isPaused) byId("resume").focus();
  }

  /** Stops when the puzzle is solved. */
  stop() {
    this.#isDone = true;
  }

  #tick() {
    const now = performance.now();
    const isRunning = this.#session.now && this.#session.panel === "play" && !document.hidden && !this.#isPaused && !this.#isDone;
    // A longer time is one in which the machine slept.
    if (isRunning && this.#at !== null) this.#session.elapsed += Math.min(now - this.#at, 5000);
    this.#at = isRunning ? now : null;
    this.tell();
  }

  tell() {
    this.element.hidden = !this.#session.options.timer;
    this.#time.textContent = this.words;
  }
}
