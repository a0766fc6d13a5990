import { render, screen } from "@testing-library/react";
import { lazy } from "react";
import { expect, it, vi } from "vitest";
import { ScreenBoundary } from "./screen-boundary";

it("a screen's place is kept until its scripts are there", async () => {
  const LazyScreen = lazy(async () => ({ default: () => <h1>Here</h1> }));
  render(
    <ScreenBoundary>
      <LazyScreen />
    </ScreenBoundary>,
  );
  expect(screen.getByRole("status")).toHaveTextContent("Loading...");
  expect(await screen.findByRole("heading", { name: "Here" })).toBeVisible();
});

it("a screen whose scripts do not come says so, and offers to load again", async () => {
  const consoleError = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const Never = lazy(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  render(
    <ScreenBoundary>
      <Never />
    </ScreenBoundary>,
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("This screen couldn't be shown");
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  expect(consoleError).toHaveBeenCalled();
});
