import { render, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { newUser } from "../testing/user";
import { Dropdown } from "./dropdown";
import { typeAhead, typeAheadReset } from "./type-ahead";

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
