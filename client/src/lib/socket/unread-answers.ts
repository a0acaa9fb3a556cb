import type { QueryClient } from "@tanstack/react-query";

/** Of a question that never gets its answer, no more events wait than these. */
const MOST_TOLD = 500;

interface Told {
  readonly handle: () => void;
  /** Answers that are awaited. */
  awaited: number;
  /** Whether one came in since the event was last repeated. */
  isDue: boolean;
}

/** Answers that are under way when an event comes: they may have been read before it, and would put it out again. */
export class UnreadAnswers {
  /** Events that wait to be repeated, and what came after them, oldest first. */
  #told: Told[] = [];
  #isPlanned = false;

  /** Does what an event says, and again whenever an answer comes in that it didn't ask for anew. */
  around(client: QueryClient, handle: () => void): void {
    const fetching = client.getQueryCache().findAll({ fetchStatus: "fetching" });
    const asked = fetching.map((query) => ({ query, answer: query.promise }));
    handle();
    const old = asked.filter(({ query, answer }) => query.state.fetchStatus === "fetching" && query.promise === answer);
    if (old.length === 0 && this.#told.length === 0) return;
    const told: Told = { handle, awaited: old.length, isDue: false };
    this.#told = [...this.#told.slice(1 - MOST_TOLD), told];
    for (const { answer } of old) {
      const come = (): void => {
        told.awaited -= 1;
        told.isDue = true;
        this.#plan();
      };
      void answer?.then(come, come);
    }
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    // A query takes its answer in just after the promise of it is kept.
    setTimeout(() => this.#repeat());
  }

  #repeat(): void {
    this.#isPlanned = false;
    // What came after it is repeated with it, so that nothing older stands last, not for a moment.
    const first = this.#told.findIndex(({ isDue }) => isDue);
    const repeated = first < 0 ? [] : this.#told.slice(first);
    for (const told of repeated) told.isDue = false;
    const open = this.#told.findIndex(({ awaited }) => awaited > 0);
    this.#told = open < 0 ? [] : this.#told.slice(open);
    for (const { handle } of repeated) handle();
  }
}
