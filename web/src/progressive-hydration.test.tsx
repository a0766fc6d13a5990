import { type ReactNode, useState } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useHydrated } from "./kit/hydrated";
import { finishHydration, HydratedLater, hydrateProgressively } from "./progressive-hydration";

let page: HTMLElement;
let root: Root | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  page = document.body.appendChild(document.createElement("div"));
});

afterEach(() => {
  root?.unmount();
  page.remove();
});

function Counter({ name }: { name: string }) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" title={name} onClick={() => setCount(count + 1)}>
      {count}
    </button>
  );
}

/** Starts the hydration of a page from its markup. */
function hydrate(markup: string, app: ReactNode) {
  page.innerHTML = markup;
  hydrateProgressively(() => {
    root = hydrateRoot(page, app);
  });
}

/** Runs the next task, and clicks each button. */
async function clicksAfterTask(): Promise<string> {
  vi.runOnlyPendingTimers();
  for (const button of page.querySelectorAll("button")) button.click();
  await Promise.resolve();
  return page.textContent ?? "";
}

const button = (name: string) => `<button type="button" title="${name}">0</button>`;
const threeButtons = button("a") + button("b") + button("c");

const Three = () => (
  <>
    <HydratedLater>
      <Counter name="a" />
    </HydratedLater>
    <Counter name="b" />
    <HydratedLater>
      <Counter name="c" />
    </HydratedLater>
  </>
);

describe("progressive hydration", () => {
  it("hydrates the frame, then each postponed element in a task of its own, and keeps the server's elements", async () => {
    hydrate(threeButtons, <Three />);
    const before = [...page.children];
    expect(await clicksAfterTask()).toBe("010");
    expect(await clicksAfterTask()).toBe("120");
    expect(await clicksAfterTask()).toBe("231");
    expect([...page.children]).toEqual(before);
  });

  it("postpones elements in postponed elements", async () => {
    hydrate(
      `<p>${button("a")}${button("b")}</p>`,
      <HydratedLater>
        <p>
          <HydratedLater>
            <Counter name="a" />
          </HydratedLater>
          <Counter name="b" />
        </p>
      </HydratedLater>,
    );
    expect(await clicksAfterTask()).toBe("00");
    expect(await clicksAfterTask()).toBe("01");
    expect(await clicksAfterTask()).toBe("12");
  });

  it("finishes at once when it is asked to, so that a change reaches the attributes", async () => {
    let rename = (_: string) => {};
    const Named = () => {
      const [name, setName] = useState("a");
      rename = setName;
      return (
        <HydratedLater>
          <p>
            <HydratedLater>
              <Counter name={name} />
            </HydratedLater>
          </p>
        </HydratedLater>
      );
    };
    hydrate(`<p>${button("a")}</p>`, <Named />);
    vi.runOnlyPendingTimers();
    finishHydration();
    rename("b");
    expect(await clicksAfterTask()).toBe("1");
    expect(page.querySelector("button")).toHaveAttribute("title", "b");
  });

  it("shows an element that is mounted later immediately, and removes one that waits", async () => {
    let show = (_: string[]) => {};
    const List = () => {
      const [names, setNames] = useState(["a", "b"]);
      show = setNames;
      return names.map((name) => (
        <HydratedLater key={name}>
          <Counter name={name} />
        </HydratedLater>
      ));
    };
    hydrate(button("a") + button("b"), <List />);
    vi.runOnlyPendingTimers();
    show(["b", "c"]);
    await Promise.resolve();
    expect([...page.children].map((element) => element.getAttribute("title"))).toEqual(["b", "c"]);
    await vi.runAllTimersAsync();
    expect(await clicksAfterTask()).toBe("11");
  });

  it("gives a postponed element the server's values first", async () => {
    const seen: boolean[] = [];
    const Watcher = () => {
      seen.push(useHydrated());
      return <p />;
    };
    hydrate(
      "<p></p>",
      <HydratedLater>
        <Watcher />
      </HydratedLater>,
    );
    await vi.runAllTimersAsync();
    expect([seen[0], seen.at(-1)]).toEqual([false, true]);
  });
});
