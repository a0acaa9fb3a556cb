import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderPart } from "../../../tests/ui";
import { ListSearch } from "./list-search";

test("leaving the field searches at once and not again after the pause", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) });
  const onSearch = vi.fn<(search: string) => void>();
  await renderPart(<ListSearch label="Search people" value="" onSearch={onSearch} />);

  await user.type(screen.getByRole("searchbox", { name: "Search people" }), "ayu ");
  expect(onSearch).not.toHaveBeenCalled();
  await user.tab();
  expect(onSearch.mock.calls).toEqual([["ayu"]]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(onSearch).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
