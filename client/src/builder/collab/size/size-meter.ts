/** Estimates how full a document is, so that users learn of it before the server rejects a change. */
import * as Y from "yjs";
import { getNodes } from "../maps";

/** Share of the maximum size from which a document counts as nearly full. */
export const NEARLY_FULL_SHARE = 0.9;

/** Growth since the last measurement, as a share of the maximum size, after which a nearly full document is measured. */
const MEASURE_STEP = 0.01;

/** Delay of a measurement: it encodes the document, which must not hold up typing. */
export const MEASURE_DELAY_MS = 500;

interface Options {
  readonly doc: Y.Doc;
  readonly maxBytes: number;
  /** Whether a node is visible. The server removes the others when a change would not fit otherwise. */
  readonly isVisible: (id: string) => boolean;
}

export class SizeMeter {
  readonly #options: Options;
  /** The last measurement with the updates since then: at least the size that the server would measure. */
  #estimate: number;
  #measured = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#estimate = Y.encodeStateAsUpdate(options.doc).length;
  }

  /** Calls `told` with each measured share of the maximum size, until the returned function is called. */
  listen(told: (share: number) => void): () => void {
    const { doc } = this.#options;
    const onUpdate = (update: Uint8Array): void => {
      this.#estimate += update.length;
      this.#schedule(told);
    };
    doc.on("update", onUpdate);
    this.#schedule(told);
    return () => {
      doc.off("update", onUpdate);
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  #schedule(told: (share: number) => void): void {
    const { maxBytes } = this.#options;
    const isDue = this.#estimate - this.#measured >= MEASURE_STEP * maxBytes;
    if (this.#estimate < NEARLY_FULL_SHARE * maxBytes || !isDue || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#measured = this.#measure();
      this.#estimate = this.#measured;
      told(this.#measured / maxBytes);
    }, MEASURE_DELAY_MS);
  }

  /** Bytes of the document without its deleted nodes. */
  #measure(): number {
    const { doc, isVisible } = this.#options;
    const copy = new Y.Doc();
    Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
    const nodes = getNodes(copy);
    copy.transact(() => {
      for (const id of [...nodes.keys()]) if (!isVisible(id)) nodes.delete(id);
    });
    const { length } = Y.encodeStateAsUpdate(copy);
    copy.destroy();
    return length;
  }
}
