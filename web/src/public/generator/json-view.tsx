import { type CSSProperties, memo, type Ref } from "react";
import { type JsonLine, linesOf } from "./json-lines";

/** The JSON with syntax colours. Only changed lines are rendered again. */
export function JsonView({ json, ref }: { json: string; ref: Ref<HTMLElement> }) {
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
