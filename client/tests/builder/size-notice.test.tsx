/** The notices about a document that is nearly full, or full. */
import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as Y from "yjs";
import { loadFeatureTexts } from "@/app/texts";
import { getNodes } from "@/builder/collab/maps";
import { MEASURE_DELAY_MS } from "@/builder/collab/size/size-meter";
import { useSizeNotice } from "@/builder/collab/size/use-size-notice";
import { toast } from "@/ui/toasts";
import { renderPart } from "../render-part";

vi.mock("@/ui/toasts", async (original) => ({
  ...(await original<typeof import("@/ui/toasts")>()),
  toast: vi.fn<(mode: string, message: string) => void>(),
}));

const MAX_BYTES = 10_000;
const isVisible = () => true;

beforeEach(async () => {
  (await renderPart(null)).unmount();
  await loadFeatureTexts(["builder/collab"]);
  vi.useFakeTimers();
  vi.mocked(toast).mockClear();
});
afterEach(() => {
  vi.useRealTimers();
});

function renderNotice({ isViewed = false } = {}) {
  const doc = new Y.Doc();
  renderHook(() => useSizeNotice({ doc, maxBytes: MAX_BYTES, isVisible, isViewed }));
  return (id: string, bytes: number) => {
    act(() => {
      getNodes(doc).set(id, new Y.Map([["words", "x".repeat(bytes)]]));
      vi.advanceTimersByTime(MEASURE_DELAY_MS);
    });
    return vi.mocked(toast).mock.calls.map(([mode, message]) => `${mode}: ${message}`);
  };
}

test("users are warned once when the document is nearly full, once when it is full, and anew after it had space", () => {
  const write = renderNotice();
  const nearly = (percent: number) => `warning: This document is ${percent}% full. Delete content you no longer need.`;
  const full = "warning: This document is full. New changes can’t be saved until you delete some content.";

  expect(write("a", 8_000)).toEqual([]);
  expect(write("b", 1_100)).toEqual([nearly(91)]);
  expect(write("c", 300)).toEqual([nearly(91)]);
  expect(write("d", 800)).toEqual([nearly(91), full]);
  expect(write("a", 2_000)).toEqual([nearly(91), full]);
  expect(write("a", 7_000)).toEqual([nearly(91), full, nearly(93)]);
});

test("a viewer is not warned", () => {
  const write = renderNotice({ isViewed: true });

  expect(write("a", 9_500)).toEqual([]);
});
