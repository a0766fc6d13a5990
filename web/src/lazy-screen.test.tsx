import { act, render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { lazyScreen } from "./lazy-screen";
import { deferred } from "./testing/page";

const visit = { path: "/here", search: "", params: {} };
const Shown = () => <h1>It is here</h1>;

describe("a lazy screen", () => {
  it("shows its skeleton while its script loads, and then itself", async () => {
    const script = deferred<typeof Shown>();
    const { Screen } = lazyScreen(() => script.promise);
    const { container } = render(<Screen visit={visit} />);
    expect(container.querySelector("[aria-busy=true]")).not.toBeNull();
    await act(async () => script.settle(Shown));
    expect(screen.getByRole("heading", { name: "It is here" })).toBeVisible();
  });

  it("loads its script once, and is shown immediately when it is already loaded", async () => {
    let loads = 0;
    const { Screen, load } = lazyScreen(async () => {
      loads++;
      return Shown;
    });
    await Promise.all([load(), load()]);
    render(<Screen visit={visit} />);
    expect(screen.getByRole("heading", { name: "It is here" })).toBeVisible();
    expect(loads).toBe(1);
  });

  it("shows an error with a reload button when its script fails, and load() does not reject", async () => {
    const { Screen, load } = lazyScreen(() => Promise.reject(new Error("gone")));
    await expect(load()).resolves.toBeUndefined();
    render(<Screen visit={visit} />);
    expect(screen.getByRole("alert")).toHaveTextContent("Couldn't load this page");
    expect(screen.getByRole("button", { name: "Reload" })).toBeVisible();
  });
});
