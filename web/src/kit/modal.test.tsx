import { act, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { describe, expect, it } from "vitest";
import { newUser } from "../testing/user";
import { Question } from "./admin/question";
import { Modal } from "./modal";
import { toast } from "./toast";
import { Toaster } from "./toaster";

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
