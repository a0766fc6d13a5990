import { act, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { newUser } from "../testing/user";
import {
  Toaster,
  Toasts,
  toast,
  toastDuration,
  toastHotkey,
  toastLimit,
  toastRemoveDelay,
  toastSwipeThreshold,
} from "./toast";
import ToastRegion from "./toast-region";

describe("the toasts", () => {
  it("have the contract's constants", () => {
    expect([toastLimit, toastRemoveDelay, toastDuration, toastSwipeThreshold, toastHotkey]).toEqual([
      1,
      1_000_000,
      5000,
      50,
      "F8",
    ]);
  });

  it("are shown one at a time: a new one replaces the previous one", () => {
    const toasts = new Toasts();
    toasts.add({ title: "first" });
    toasts.add({ title: "second" });
    expect(toasts.list().map(({ title }) => title)).toEqual(["second"]);
  });

  it("are removed 1,000,000 ms after they were dismissed", () => {
    vi.useFakeTimers();
    const toasts = new Toasts();
    toasts.add({ title: "Saved" });
    toasts.dismiss(1);
    expect(toasts.list()).toMatchObject([{ open: false }]);
    vi.advanceTimersByTime(toastRemoveDelay - 1);
    expect(toasts.list()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toasts.list()).toHaveLength(0);
  });
});

describe("the toast region", () => {
  it.each([
    [5_000, "a toast", undefined],
    [20_000, "one with an action, which takes time to reach", { label: "Undo", press: () => undefined }],
  ])("after %d ms dismisses %s", (duration, _what, action) => {
    vi.useFakeTimers();
    const dismissed: number[] = [];
    const toasts = [{ id: 7, open: true, title: "Saved", action }];
    render(<ToastRegion toasts={toasts} dismiss={(id) => dismissed.push(id)} focused={false} />);
    act(() => vi.advanceTimersByTime(duration - 1));
    expect(dismissed).toEqual([]);
    act(() => vi.advanceTimersByTime(1));
    expect(dismissed).toEqual([7]);
  });

  it("gets the focus on F8, also before the first toast", async () => {
    render(<Toaster />);
    await newUser().keyboard("{F8}");
    const region = await screen.findByRole("region", { name: /Notifications/ });
    expect(region.contains(document.activeElement)).toBe(true);
  });

  it("shows a message and lets the user dismiss it", async () => {
    render(<Toaster />);
    act(() => toast({ title: "Copied", description: "It is in the clipboard." }));
    expect(await screen.findByText("Copied")).toBeInTheDocument();
    await newUser().click(screen.getByRole("button", { name: "Dismiss" }));
    expect(screen.queryByText("It is in the clipboard.")).toBeNull();
  });
});
