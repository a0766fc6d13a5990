import { IconArrowDown, IconCopy, IconDownload } from "@tabler/icons-react";
import { type CSSProperties, memo, type Ref, useRef } from "react";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { copyJson, downloadJson } from "./export-prompt";
import { type Form, filledPaths } from "./form";
import { maxHashLength } from "./hash";
import { type JsonLine, linesOf } from "./json-lines";
import { jsonOf } from "./prompt";

/** The prompt as JSON, with buttons to copy and download it. */
export function Output({ form, fits }: { form: Form; fits: boolean }) {
  const json = jsonOf(form);
  const view = useRef<HTMLElement>(null);
  return (
    <section aria-labelledby="prompt-output-title" className="prompt-output">
      <div className="prompt-output-head">
        <div className="mr-auto min-w-0">
          <h2 id="prompt-output-title" className="prompt-title">
            <span className="max-lg:hidden">JSON Output</span>
            {/* The clickable area covers the whole head except the other buttons. */}
            <button type="button" className="prompt-jump lg:hidden" onClick={() => jumpTo(view.current)}>
              JSON Output
            </button>
          </h2>
          <p className="prompt-count whitespace-nowrap text-dim tabular-nums">
            {countOf(filledPaths(form).length, "field")} filled in
            <IconArrowDown size={12} aria-hidden="true" className="ml-1 inline lg:hidden" />
          </p>
        </div>
        <Button onClick={() => downloadJson(json)}>
          <IconDownload size={16} aria-hidden="true" />
          Download
        </Button>
        <Button tone="brass" onClick={() => copyJson(json)}>
          <IconCopy size={16} aria-hidden="true" />
          Copy
        </Button>
      </div>
      <JsonView json={json} ref={view} />
      {fits ? null : (
        <p className="prompt-output-note">
          Over {maxHashLength} characters, a prompt no longer fits in the page's URL. Download it to keep it.
        </p>
      )}
    </section>
  );
}

/** On narrow screens the JSON is far below the head, which is sticky at the bottom of the window. */
function jumpTo(view: HTMLElement | null) {
  view?.focus({ preventScroll: true });
  view?.scrollIntoView({ block: "start" });
}

/** The JSON with syntax colours. Only changed lines are rendered again. */
function JsonView({ json, ref }: { json: string; ref: Ref<HTMLElement> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
    <section ref={ref} className="prompt-json" tabIndex={0} aria-label="JSON">
      <pre>
        {linesOf(json).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position
          <Line key={index} {...line} />
        ))}
      </pre>
    </section>
  );
}

/** One line as its own block, so that a very long text does not cause the layout of other lines. */
const Line = memo(function Line({ indent, name, colon, text, rest }: JsonLine) {
  return (
    <span className="json-line" style={{ "--indent": String(indent.length) } as CSSProperties}>
      {indent}
      {name === "" ? null : <span className="text-freemium">{name}</span>}
      {colon}
      {text === "" ? null : <span className="text-text">{text}</span>}
      {rest}
    </span>
  );
});
