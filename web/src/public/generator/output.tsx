import { IconArrowDown, IconCopy, IconDownload } from "@tabler/icons-react";
import { type CSSProperties, memo, type Ref, useRef } from "react";
import { Button } from "../../kit/button";
import { copyText } from "../../kit/clipboard";
import { countOf } from "../../kit/count";
import { downloadFile } from "../../kit/download-file";
import { toast, toastError } from "../../kit/toast";
import { type Form, filledPaths } from "./form";
import { jsonOf, maxHashLength } from "./prompt";

/** The prompt as JSON, with buttons to copy and download it. */
export function Output({ form, fits }: { form: Form; fits: boolean }) {
  const json = jsonOf(form);
  const { length: count } = filledPaths(form);
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
            {countOf(count, "field")} filled in
            <IconArrowDown size={12} aria-hidden="true" className="ml-1 inline lg:hidden" />
          </p>
        </div>
        <Button onClick={() => downloadJson(json)}>
          <IconDownload size={16} aria-hidden="true" />
          Download
        </Button>
        <Button tone={count > 0 ? "brass" : "quiet"} onClick={() => copyJson(json)}>
          <IconCopy size={16} aria-hidden="true" />
          Copy
        </Button>
      </div>
      <JsonView json={json} ref={view} />
      {fits ? null : (
        <p className="prompt-output-note">
          Over {maxHashLength} characters, a prompt no longer fits in the page's URL. Download it to save it.
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

/** The JSON with syntax colors. Only changed lines are rendered again. */
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

/** The file name of a downloaded prompt. */
const fileName = "veo3-prompt.json";

/** Copies the JSON to the clipboard and shows a toast. */
const copyJson = (json: string) => copyText(json, "JSON copied to clipboard");

/** Copies the page's URL to the clipboard and shows a toast; `fits` is whether the URL contains the whole form. */
export async function copyLink(fits: boolean) {
  if (!fits) {
    toastError("Too long for a link", "Download the JSON and send the file instead.");
  } else await copyText(location.href, "Link copied to clipboard");
}

/** Downloads the JSON as a file and shows a toast. */
function downloadJson(json: string) {
  downloadFile(fileName, "application/json", json);
  toast({ title: "Downloaded", description: "JSON file has been downloaded" });
}

/** A line of the JSON, split into its parts. */
interface JsonLine {
  indent: string;
  /** The key with its quotation marks; empty if the line has none. */
  name: string;
  /** The text between key and value. */
  colon: string;
  /** The value with its quotation marks; empty if the line has none. */
  text: string;
  /** Braces and the trailing comma. */
  rest: string;
}

/** Splits JSON from `jsonOf` into lines. Each line has one value or one brace. */
export function linesOf(json: string): JsonLine[] {
  return json.split("\n").map(partsOf);
}

/** The keys are ours, so they contain no quotation marks. */
const beginning = /^( *)(?:("\w+")(: ))?/;

function partsOf(line: string): JsonLine {
  const [all = "", indent = "", name = "", colon = ""] = beginning.exec(line) ?? [];
  const after = line.slice(all.length);
  const comma = after.endsWith(",") ? "," : "";
  const isText = after.startsWith('"');
  return {
    indent,
    name,
    colon,
    text: isText ? after.slice(0, after.length - comma.length) : "",
    rest: isText ? comma : after,
  };
}
