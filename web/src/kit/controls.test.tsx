import { act, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { newUser } from "../testing/user";
import { Question } from "./admin/question";
import { Dropdown, typeAhead, typeAheadReset } from "./dropdown";
import { Modal } from "./modal";
import { NotFound } from "./not-found";
import { toast } from "./toast";
import { Toaster } from "./toaster";

const names = ["Audio", "Music", "Music Videos", "Video"];

function show() {
  render(
    <>
      <Dropdown label="Categories">
        {names.map((name) => (
          <a key={name} href="#x">
            {name}
          </a>
        ))}
      </Dropdown>
      <p>elsewhere</p>
    </>,
  );
  const summary = screen.getByText("Categories");
  return { user: newUser(), summary, details: summary.closest("details") as HTMLDetailsElement };
}

describe("a dropdown", () => {
  it("opens with an arrow key, which then moves through its links and wraps around", async () => {
    const { user, summary, details } = show();
    summary.focus();
    await user.keyboard("{ArrowDown}");
    expect(details.open).toBe(true);
    expect(screen.getByText("Audio")).toHaveFocus();
    await user.keyboard("{ArrowUp}");
    expect(screen.getByText("Video")).toHaveFocus();
    await user.keyboard("{ArrowDown}{End}{Home}");
    expect(screen.getByText("Audio")).toHaveFocus();
  });

  it("closes on Esc and returns the focus", async () => {
    const { user, summary, details } = show();
    await user.click(summary);
    await user.keyboard("{ArrowDown}{Escape}");
    expect(details.open).toBe(false);
    expect(summary).toHaveFocus();
  });

  it("closes on a click elsewhere and on a choice", async () => {
    const { user, summary, details } = show();
    await user.click(summary);
    await user.click(screen.getByText("elsewhere"));
    expect(details.open).toBe(false);
    await user.click(summary);
    await user.click(screen.getByText("Music"));
    expect(details.open).toBe(false);
  });

  it("moves to the link that starts with the typed letters", async () => {
    const { user, summary } = show();
    await user.click(summary);
    await user.keyboard("v");
    expect(screen.getByText("Video")).toHaveFocus();
  });
});

describe("type-ahead in a menu", () => {
  const items = names.map((name) => Object.assign(document.createElement("a"), { textContent: name }));
  const type = (menu: Element, key: string, at: number, current = -1) =>
    typeAhead(menu, items, current, key, at)?.textContent;

  it("combines letters typed within 1000 ms", () => {
    const menu = document.createElement("div");
    expect(typeAheadReset).toBe(1000);
    expect(type(menu, "m", 0)).toBe("Music");
    expect(type(menu, "u", 999, 1)).toBe("Music");
    expect(type(menu, "v", 1999, 1)).toBe("Video");
  });

  it("cycles through all items that start with a repeated letter", () => {
    const menu = document.createElement("div");
    expect(type(menu, "m", 0)).toBe("Music");
    expect(type(menu, "m", 100, 1)).toBe("Music Videos");
    expect(type(menu, "m", 200, 2)).toBe("Music");
  });

  it("accepts a space, but not at the start", () => {
    const menu = document.createElement("div");
    expect(type(menu, " ", 0)).toBeUndefined();
    for (const key of "music") type(menu, key, 0);
    expect(type(menu, " ", 0, 1)).toBe("Music Videos");
  });
});

const kinds = ["a window", "a question"] as const;

/** A page with an element that opens a dialog, and that may be removed before the dialog closes. */
function Page({ kind, goes = false }: { kind: (typeof kinds)[number]; goes?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isUnmounted, setIsUnmounted] = useState(false);
  const close = () => {
    setIsOpen(false);
    setIsUnmounted(goes);
  };
  return (
    <main id="main" tabIndex={-1}>
      {isUnmounted ? null : (
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
      )}
      {isOpen && kind === "a window" ? (
        <Modal open title="A window" onClose={close}>
          <p>What it says</p>
        </Modal>
      ) : null}
      {isOpen && kind === "a question" ? (
        <Question title="Sure?" description="It is." action="Yes" doing="…" onClose={close} onConfirm={close} />
      ) : null}
    </main>
  );
}

describe.each(kinds)("%s over the page", (kind) => {
  it("takes the focus and returns it to where it was", async () => {
    const user = newUser();
    render(<Page kind={kind} />);
    await user.tab();
    await user.keyboard("{Enter}");
    expect(document.activeElement?.closest("[role=dialog], [role=alertdialog]")).not.toBeNull();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
  });

  it("is closed by Esc before a toast above it, which stays", async () => {
    const user = newUser();
    render(
      <>
        <Page kind={kind} />
        <Toaster />
      </>,
    );
    await user.click(screen.getByRole("button", { name: "Open" }));
    act(() => toast({ title: "Said" }));
    expect(await screen.findByText("Said")).toBeVisible();
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("heading")).toBeNull();
    expect(screen.getByText("Said")).toBeVisible();
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByText("Said")).toBeNull());
  });

  it("is closed by Esc before the dialog below it", async () => {
    const user = newUser();
    const closed: string[] = [];
    render(
      <Modal open title="Below" onClose={() => closed.push("below")}>
        <Page kind={kind} />
      </Modal>,
    );
    await user.click(screen.getByRole("button", { name: "Open" }));
    act(() => toast({ title: "Said" }));
    await user.keyboard("{Escape}");
    expect([closed, screen.getAllByRole("heading").length]).toEqual([[], 1]);
    await user.keyboard("{Escape}");
    expect(closed).toEqual(["below"]);
  });

  it("returns the focus to the screen if the element is gone", async () => {
    const user = newUser();
    render(<Page kind={kind} goes />);
    await user.tab();
    await user.keyboard("{Enter}{Escape}");
    await waitFor(() => expect(screen.getByRole("main")).toHaveFocus());
  });
});

describe("a dialog", () => {
  it("can be closed by a button, which is last in the tab order", async () => {
    const user = newUser();
    render(<Page kind="a window" />);
    await user.click(screen.getByRole("button", { name: "Open" }));
    await user.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("has no close button where closing would lose something", async () => {
    render(
      <Modal open firm title="Password" onClose={() => undefined}>
        <input aria-label="Password" />
      </Modal>,
    );
    expect(screen.getByRole("dialog", { name: "Password" })).toBeVisible();
    expect(screen.queryByRole("button", { name: "Close" })).toBeNull();
  });
});

it("an unknown URL shows an error, with a search and a link to home that work without scripts", () => {
  render(<NotFound />);
  expect(screen.getByRole("heading", { level: 1, name: "Page Not Found" })).toBeVisible();
  expect(screen.getByText("Did you forget to add the page to the router?")).toBeVisible();
  expect(screen.getByRole("link", { name: "Back to Home" })).toHaveAttribute("href", "/");
  const field = screen.getByRole("searchbox", { name: "Find a tool" });
  expect(field).toHaveAttribute("name", "search");
  expect(field.closest("form")).toHaveAttribute("action", "/");
});
