// What a link starts by itself computes for one second in all; beyond that the reader says "go on". A spell is that second. It runs while
// anything computes in it, however many things do at once, and not while the core is on its way.

/** How long it lasts, in milliseconds. */
const LASTS = 1000;

export class Spell {
  #left = LASTS;
  #since = 0;
  #computing = 0;

  /** The seconds that are left of it. */
  get seconds() {
    return Math.max(0, this.#left - (this.#computing > 0 ? performance.now() - this.#since : 0)) / 1000;
  }

  /** Something begins to compute; the function that comes back says that it ended. What was lost, for it is done again in another core, does
   *  not count. */
  begin() {
    const from = performance.now();
    if (this.#computing === 0) this.#since = from;
    this.#computing += 1;
    let ended = false;
    return (lost = false) => {
      if (ended) return;
      ended = true;
      if (this.#computing === 1) this.#left = 1000 * this.seconds;
      this.#computing -= 1;
      if (lost) this.#left = Math.min(LASTS, this.#left + performance.now() - from);
    };
  }
}

/** The seconds that a job may take. @param {{ seconds?: number, spell?: Spell | undefined }} job */
export const allowed = ({ seconds, spell }) => (spell ? Math.min(seconds ?? Infinity, spell.seconds) : seconds);
