import { act, render, screen } from "@testing-library/react";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { describe, expect, it, test, vi } from "vitest";
import { readAnswers } from "./plain-page";
import { lazyScreen } from "./route";
import { slots } from "./slots";
import { queryClientWith } from "./state";
import { deferred } from "./testing/page";

/** Stubs an API that answers each path with a status. Returns the paths that were requested. */
function stubApi(status: (path: string) => number): string[] {
  const requested: string[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    const { pathname } = new URL((input as Request).url);
    requested.push(pathname);
    return Response.json({}, { status: status(pathname) });
  });
  return requested;
}

test("reads only what the document does not include", async () => {
  const requested = stubApi(() => 200);
  const queries = queryClientWith({ "/api/site": { status: 200, body: {} } });
  expect(await readAnswers(queries, "/products/a", "")).toBe(true);
  expect(requested.sort()).toEqual([
    "/api/products/a",
    ...slots.productReads.map((query) => query("a").queryKey[0]),
    "/api/products/a/similar",
    "/api/products/a/tags",
  ]);
  expect(await readAnswers(queries, "/products/a", "")).toBe(true);
  expect(requested).toHaveLength(3 + slots.productReads.length);
});

test("treats a missing page as an answer", async () => {
  stubApi((path) => (path === "/api/site" ? 200 : 404));
  expect(await readAnswers(queryClientWith(), "/products/a", "")).toBe(true);
});

test.each([429, 500, 503])("leaves the page as it is when a read fails with %i", async (status) => {
  stubApi((path) => (path === "/api/site" ? 200 : status));
  expect(await readAnswers(queryClientWith(), "/products/a", "")).toBe(false);
});

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

function Question() {
  const [asked, setAsked] = useState(false);
  const answer = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asked) answer.current?.focus();
  }, [asked]);
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        Ask
      </button>
      {asked ? <input ref={answer} aria-label="Answer" /> : null}
    </>
  );
}

function Names() {
  const [names, setNames] = useState(["Ann", "Bob", "Cleo"]);
  return names.map((name) => (
    <button key={name} type="button" onClick={() => setNames([...names.filter((other) => other !== name), name])}>
      {name}
    </button>
  ));
}

// Not with Testing Library, which waits for effects itself.
it("runs the effects of a click before the next event", async () => {
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  root.render(<Question />);
  page.querySelector("button")?.click();
  await new Promise((resolve) => setTimeout(resolve));
  expect(page.querySelector("input")).toHaveFocus();
  root.unmount();
  page.remove();
});

it("keeps the focus in an element that moves", async () => {
  const page = document.body.appendChild(document.createElement("div"));
  const root = createRoot(page);
  root.render(<Names />);
  const ann = page.querySelector("button");
  ann?.focus();
  ann?.click();
  await new Promise((resolve) => setTimeout(resolve));
  expect(page).toHaveTextContent("BobCleoAnn");
  expect(ann).toHaveFocus();
  root.unmount();
  page.remove();
});
