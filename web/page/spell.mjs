// The queries that a link starts automatically share one second of compute time. After this second, the reader must continue the queries.
// A spell is the shared second. A spell elapses while at least one of its queries is computing, but not while the core is loading.

/** Duration of a spell in milliseconds. */
const LASTS = 1000;

export class Spell {
  #left = LASTS;
  #since = 0;
  #computing = 0;

  /** Returns the seconds that remain of the spell. */
  get seconds() {
    return Math.max(0, this.#left - (this.#computing > 0 ? performance.now() - this.#since : 0)) / 1000;
  }

  /** Marks the start of a computation; the returned function marks its end. The time of a computation whose result was lost does not
   *  count, because another core repeats the computation. */
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

/** Returns the seconds that a job may take, limited by its spell. @param {{ seconds?: number, spell?: Spell | undefined }} job */
export const allowed = ({ seconds, spell }) => (spell ? Math.min(seconds ?? Infinity, spell.seconds) : seconds);
