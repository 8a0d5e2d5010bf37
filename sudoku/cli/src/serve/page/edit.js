// Changes of the text, one after the other. What is entered while the server reads is kept: the change is made again.

import { ask } from "./server.js";

export class Editor {
  #session;
  #turn = Promise.resolve();

  constructor(session) {
    this.#session = session;
  }

  /**
   * Changes the text. `change(text, lines)` gets the present text and its clues, and returns the new text, or null for
   * no change. If `merges()` is true, the change and the one before are undone together. Returns what was read.
   */
  run(change, merges = () => false) {
    const done = this.#turn.then(() => this.#make(change, merges));
    this.#turn = done.catch(() => {});
    return done;
  }

  async #make(change, merges) {
    const session = this.#session;
    for (;;) {
      const base = session.now.text;
      const text = change(base, session.now.read.lines);
      if (text === null || text === base) return session.now.read;
      const read = await ask("read", { text });
      if (session.now.text !== base) continue;
      session.take(read, true, merges());
      return read;
    }
  }
}
