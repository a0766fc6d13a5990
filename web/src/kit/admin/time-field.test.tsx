import { fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TimeField } from "./time-field";

beforeEach(() => vi.stubEnv("TZ", "Europe/Berlin"));
afterEach(() => vi.unstubAllEnvs());

function Form({ at, kept }: { at: string; kept: (value: string) => void }) {
  const [value, setValue] = useState(at);
  kept(value);
  return <TimeField label="Until" name="to" value={value} change={setValue} />;
}

// The end of summer time repeats the hour between two and three.
it.each([
  ["2026-10-25T00:30:00Z", "2026-10-25T02:30"],
  ["2026-10-25T01:30:00Z", "2026-10-25T02:30"],
  ["2026-03-29T01:00:00Z", "2026-03-29T03:00"],
  ["2026-11-30T22:59:59Z", "2026-11-30T23:59:59.000"], // as jsdom has it
  ["", ""],
])("shows %s in the time zone, and keeps it", (at, shown) => {
  const kept = vi.fn();
  render(<Form at={at} kept={kept} />);
  expect(screen.getByLabelText("Until")).toHaveValue(shown);
  expect(kept).toHaveBeenLastCalledWith(at);
});

it("gives the time that is chosen, in UTC, and takes it away", () => {
  const kept = vi.fn();
  render(<Form at="" kept={kept} />);
  const field = screen.getByLabelText("Until");
  fireEvent.input(field, { target: { value: "2026-07-01T09:00" } });
  expect(kept).toHaveBeenLastCalledWith("2026-07-01T07:00:00.000Z");
  expect(field).toHaveValue("2026-07-01T09:00");
  fireEvent.input(field, { target: { value: "" } });
  expect(kept).toHaveBeenLastCalledWith("");
});
