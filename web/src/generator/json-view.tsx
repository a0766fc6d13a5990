import { type CSSProperties, memo, type Ref } from "react";
import { type JsonLine, linesOf } from "./json-lines";

/** A prompt's JSON with syntax colours. A line is drawn again only when it has changed. */
export function JsonView({ json, ref }: { json: string; ref: Ref<HTMLElement> }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
    <section ref={ref} className="prompt-json" tabIndex={0} aria-label="JSON">
      <pre>
        {linesOf(json).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place
          <Line key={index} {...line} />
        ))}
      </pre>
    </section>
  );
}

/** One line, as a block of its own: a text of a million characters in one does not make the others be set again. */
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
