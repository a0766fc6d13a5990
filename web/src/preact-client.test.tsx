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
