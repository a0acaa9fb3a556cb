import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { DateRange, RangeRules } from "@/lib/date-range";
import { setTeamTimezone } from "@/lib/dates";
import { renderPart } from "../../../tests/render-part";
import { DateRangePicker } from "./date-range-picker";

/** 21 November 2026, 01:30 in Jakarta, still the 20th in UTC. */
const NOW = Date.UTC(2026, 10, 20, 18, 30);
const ALL: DateRange = { preset: "all", from: undefined, to: undefined };

beforeEach(() => {
  setTeamTimezone("(UTC+07:00) Jakarta");
  vi.useFakeTimers({ toFake: ["Date"], now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

async function openPicker(rules: RangeRules = {}, first: DateRange = ALL, withTime = false) {
  const chosen: DateRange[] = [];
  function Host() {
    const [range, setRange] = useState(first);
    return (
      <DateRangePicker
        label="Period"
        range={range}
        rules={rules}
        withTime={withTime}
        onChange={(next) => {
          chosen.push(next);
          setRange(next);
        }}
      />
    );
  }
  const user = userEvent.setup();
  await renderPart(<Host />);
  await user.click(screen.getByRole("button", { name: /^Period/ }));
  const panel = await screen.findByRole("dialog", { name: /^Period/ });
  return { user, panel: within(panel), chosen };
}

test("a preset is chosen, the button says so and gets the focus back", async () => {
  const { user, panel, chosen } = await openPicker();
  expect(panel.getByRole("button", { name: "All Time" })).toHaveAttribute("aria-pressed", "true");
  expect(panel.queryByRole("button", { name: "Last 5 Months" })).toBeNull();

  await user.click(panel.getByRole("button", { name: "Last 30 Days" }));

  expect(chosen).toEqual([{ preset: "30", from: undefined, to: undefined }]);
  const trigger = screen.getByRole("button", { name: "Period: Last 30 Days" });
  await waitFor(() => expect(trigger).toHaveFocus());
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("two days of the calendar are a range; tomorrow cannot be chosen", async () => {
  const { user, panel, chosen } = await openPicker();
  expect(panel.getByRole("button", { name: "Sunday, November 22, 2026" })).toBeDisabled();

  await user.click(panel.getByRole("button", { name: "Monday, November 9, 2026" }));
  expect(chosen).toEqual([]);
  await user.click(panel.getByRole("button", { name: "Saturday, November 21, 2026" }));

  expect(chosen).toEqual([{ preset: "custom", from: "2026-11-09", to: "2026-11-21" }]);
  expect(screen.getByRole("button", { name: "Period: 9 Nov 2026 – 21 Nov 2026", hidden: true })).toBeInTheDocument();
});

test("after the first day only days within the longest range can be chosen", async () => {
  const { user, panel } = await openPicker({ maxRange: 3 });
  expect(panel.getByText("Choose up to 3 days.")).toBeInTheDocument();

  await user.click(panel.getByRole("button", { name: "Monday, November 9, 2026" }));

  expect(panel.getByRole("button", { name: "Wednesday, November 11, 2026" })).toBeEnabled();
  expect(panel.getByRole("button", { name: "Thursday, November 12, 2026" })).toBeDisabled();
  expect(panel.getByRole("button", { name: "Friday, November 6, 2026" })).toBeDisabled();
});

test("what is typed counts 300 ms after the last key; what is no date is said and changes nothing", async () => {
  const { user, panel, chosen } = await openPicker({}, { preset: "custom", from: "2026-11-01", to: "2026-11-09" });
  const first = panel.getByRole("textbox", { name: "First day" });

  await user.clear(first);
  await user.type(first, "2026-02-31");
  expect(panel.queryByText("Invalid date provided")).toBeNull();
  expect(await panel.findByText("Invalid date provided")).toBeInTheDocument();
  expect(first).toHaveAttribute("aria-invalid", "true");
  expect(chosen).toEqual([]);

  await user.clear(first);
  await user.type(first, "2026-11-05");
  await waitFor(() => expect(chosen).toEqual([{ preset: "custom", from: "2026-11-05", to: "2026-11-09" }]));
  expect(panel.queryByText("Invalid date provided")).toBeNull();
});

test("with times: noon is where they begin, and one off the step is rounded when the picker closes", async () => {
  const { user, panel, chosen } = await openPicker(
    {},
    { preset: "custom", from: "2026-11-01", to: "2026-11-09" },
    true,
  );

  await user.click(panel.getByRole("checkbox", { name: "Include times" }));
  expect(chosen).toEqual([{ preset: "custom", from: "2026-11-01T12:00", to: "2026-11-09T12:00" }]);
  const minute = panel.getByLabelText("Minute, First day");
  await user.click(minute);
  await user.keyboard("08");
  await waitFor(() => expect(chosen.at(-1)?.from).toBe("2026-11-01T12:08"));
  await user.keyboard("{Escape}");

  expect(chosen.at(-1)).toEqual({ preset: "custom", from: "2026-11-01T12:10", to: "2026-11-09T12:00" });
});

test("what the plan does not keep is offered as an upgrade and cannot be chosen", async () => {
  const { panel } = await openPicker({ retentionDays: 30 });

  expect(panel.getByRole("link", { name: /Last 90 Days/ })).toHaveAttribute("href", "/update-plan");
  expect(panel.getByRole("button", { name: "Last 30 Days" })).toBeEnabled();
  expect(panel.getByText(/Your plan keeps statistics for 30 days\./)).toBeInTheDocument();
  expect(panel.getByRole("button", { name: "Thursday, October 22, 2026" })).toBeEnabled();
  expect(panel.getByRole("button", { name: "Wednesday, October 21, 2026" })).toBeDisabled();
});
