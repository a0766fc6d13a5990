import { render, screen } from "@testing-library/react";
import { lazy } from "react";
import { expect, it } from "vitest";
import { readDataUrl } from "./file-chooser";
import { ScreenBoundary } from "./screen";

it("a screen shows its placeholder until its scripts are loaded", async () => {
  const LazyScreen = lazy(async () => ({ default: () => <h1>Here</h1> }));
  render(
    <ScreenBoundary>
      <LazyScreen />
    </ScreenBoundary>,
  );
  expect(screen.getByRole("status")).toHaveTextContent("Loading...");
  expect(await screen.findByRole("heading", { name: "Here" })).toBeVisible();
});

it("a screen whose scripts cannot be loaded shows an error with a reload button", async () => {
  const Never = lazy(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  render(
    <ScreenBoundary>
      <Never />
    </ScreenBoundary>,
  );
  expect(await screen.findByRole("alert")).toHaveTextContent("This screen couldn't be shown");
  expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
});

it("a file is read as a data URL", async () => {
  expect(await readDataUrl(new File(["hi"], "a.png", { type: "image/png" }))).toBe("data:image/png;base64,aGk=");
});
