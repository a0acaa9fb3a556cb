import { renderHook, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test, vi } from "vitest";
import { ORIGIN } from "../../../tests/handlers";
import { server } from "../../../tests/server";
import { useRecovery } from "./use-recovery";

test("it asks again and again by itself until the server answers, then once no more", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let callCount = 0;
  server.use(
    http.post(`${ORIGIN}/api/ping`, () => {
      callCount += 1;
      return callCount < 3 ? HttpResponse.error() : HttpResponse.json(true);
    }),
  );
  const onBack = vi.fn();
  renderHook(() => useRecovery(onBack));

  await vi.advanceTimersByTimeAsync(2000);
  await waitFor(() => expect(callCount).toBe(1));
  await vi.advanceTimersByTimeAsync(4000);
  await waitFor(() => expect(callCount).toBe(2));
  expect(onBack).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(8000);
  await waitFor(() => expect(onBack).toHaveBeenCalledTimes(1));
  await vi.advanceTimersByTimeAsync(60_000);

  expect(callCount).toBe(3);
  vi.useRealTimers();
});

test("it asks at once when the browser is online again", async () => {
  server.use(http.post(`${ORIGIN}/api/ping`, () => HttpResponse.json(true)));
  const onBack = vi.fn();
  renderHook(() => useRecovery(onBack));

  window.dispatchEvent(new Event("online"));

  await waitFor(() => expect(onBack).toHaveBeenCalledTimes(1));
});
