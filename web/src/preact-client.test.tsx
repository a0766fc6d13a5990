import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { expect, it } from "vitest";

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
