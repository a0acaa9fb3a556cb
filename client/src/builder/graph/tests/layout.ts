/** The layout that the canvas library measures, which jsdom lacks: each element has a fixed size. */
import { afterAll, beforeAll, vi } from "vitest";

const NODE = { width: 224, height: 56 } as const;
const PORT = { width: 10, height: 10 } as const;
const CANVAS = { width: 1000, height: 800 } as const;

function getSize(element: Element): { readonly width: number; readonly height: number } {
  if (element.classList.contains("react-flow__node")) return NODE;
  return element.classList.contains("react-flow__handle") ? PORT : CANVAS;
}

class MeasuringObserver {
  readonly #callback: ResizeObserverCallback;

  constructor(callback: ResizeObserverCallback) {
    this.#callback = callback;
  }

  observe(target: Element): void {
    this.#callback([{ target } as ResizeObserverEntry], this as unknown as ResizeObserver);
  }

  unobserve(): void {}

  disconnect(): void {}
}

class ScaleMatrix {
  readonly m22 = 1;
}

/** Gives elements sizes for all tests of a file. */
export function stubLayout(): void {
  beforeAll(() => {
    vi.stubGlobal("ResizeObserver", MeasuringObserver);
    vi.stubGlobal("DOMMatrixReadOnly", ScaleMatrix);
    const { prototype } = HTMLElement;
    vi.spyOn(prototype, "offsetWidth", "get").mockImplementation(function width(this: HTMLElement) {
      return getSize(this).width;
    });
    vi.spyOn(prototype, "offsetHeight", "get").mockImplementation(function height(this: HTMLElement) {
      return getSize(this).height;
    });
    document.elementFromPoint = () => null;
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });
}
