import { IconBold, IconHeading, IconItalic, IconLink, IconList } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RefObject, useId, useRef, useState } from "react";
import { sentenceOf } from "../../../api/fault";
import { legalPreviewQuery } from "../../../api/legal-pages";
import { type LegalType, legalTypes } from "../../../api/site";
import { IconButton } from "../../../kit/admin/buttons";
import { lengthOf, required, text } from "../../../kit/admin/field-rules";
import { remark } from "../../../kit/admin/styles";
import { useDebounced } from "../../../kit/admin/use-debounced";
import { Button } from "../../../kit/button";
import { formatCount } from "../../../kit/count";
import { FieldNote, wiring } from "../../../kit/field";
import { LegalText } from "../../../kit/legal-text";
import { type Mark, markedAs } from "./markdown-marks";

interface LegalEditorProps {
  values: LegalValues;
  /** What is wrong with the text. */
  error: string | undefined;
  change: (part: Partial<LegalValues>) => void;
  /** The page's default text; null if it is not known. */
  builtIn: string | null;
  /** Puts the default text into the editor; undefined until it is known. */
  start: (() => void) | undefined;
}

/** The Markdown editor of a page beside its preview; on a phone, one at a time. */
export function LegalEditor({ values, error, change, builtIn, start }: LegalEditorProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [view, setView] = useState<"write" | "preview">("write");
  const isEmpty = values.content.trim() === "";
  const [isBoth] = useState(isEmpty); // there is little to write yet, and a text to look at
  const switcher = isBoth ? null : <ViewSwitch view={view} setView={setView} />;
  return (
    <div className="mt-4 grid gap-5 min-[60rem]:grid-cols-2">
      <div className={`min-w-0 ${isBoth || view === "write" ? "" : "max-[60rem]:hidden"}`}>
        <div className="field-head">
          <label htmlFor={id}>Page Content</label>
          <span className="field-optional">Markdown</span>
          {switcher}
        </div>
        <MarkBar box={box} />
        <div className="relative grid">
          <textarea
            {...wiring(id, error, false)}
            ref={box}
            name="content"
            value={values.content}
            onChange={(event) => change({ content: event.currentTarget.value })}
            className={`input rounded-t-none leading-[1.6] ${isEmpty ? "h-60" : "h-128"}`}
            spellCheck
          />
          {start && isEmpty ? (
            <Button size="small" className="absolute place-self-center bg-raised" onClick={start}>
              Start from the built-in text
            </Button>
          ) : null}
        </div>
        <FieldNote id={id} error={error} hint={<LengthUsed content={values.content} />} />
      </div>
      <div className={`min-w-0 ${isBoth || view === "preview" ? "" : "max-[60rem]:hidden"}`}>
        <div className="field-head">
          <h3 className="font-[550] text-[0.875rem]" id={`${id}-preview`}>
            Preview
          </h3>
          <span className="field-optional">as visitors will see it</span>
          {switcher}
        </div>
        <section
          aria-labelledby={`${id}-preview`}
          className="overflow-y-auto h-139.5 px-4 py-5 border border-hairline rounded-lg bg-background overscroll-contain min-[60rem]:p-6"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
          tabIndex={0}
        >
          <LegalPreview values={values} builtIn={builtIn} />
        </section>
      </div>
    </div>
  );
}

interface ViewSwitchProps {
  view: "write" | "preview";
  setView: (view: "write" | "preview") => void;
}

/** Switches between editor and preview where both do not fit. */
function ViewSwitch({ view, setView }: ViewSwitchProps) {
  const other = view === "write" ? "preview" : "write";
  return (
    <button
      type="button"
      className="min-h-11 ml-auto rounded text-text text-[0.8125rem] underline decoration-line underline-offset-[0.25em] min-[60rem]:hidden"
      onClick={() => setView(other)}
    >
      {other === "preview" ? "Show preview" : "Back to editing"}
    </button>
  );
}

/** Shows how many characters of the limit are used when it is nearly reached. */
function LengthUsed({ content }: Pick<LegalValues, "content">) {
  if (content.length < limits.content / 2) return null;
  return `${formatCount(lengthOf(content))} of ${formatCount(limits.content)} characters`;
}

const note = `${remark} mb-5 grid justify-items-start gap-3 border-line border-dashed text-[0.875rem] text-muted`;

/** The preview, which the server renders as it renders the page. */
function LegalPreview({ values: { title, content }, builtIn }: Pick<LegalEditorProps, "values" | "builtIn">) {
  const settled = useDebounced(content);
  const isEmpty = content.trim() === "";
  const preview = useQuery({
    ...legalPreviewQuery(settled),
    enabled: settled.trim() !== "" && legalRules.content(settled) === undefined,
    placeholderData: keepPreviousData,
  });
  if (preview.isError) {
    return (
      <div role="alert" className={note}>
        <p>{sentenceOf(preview.error, "Couldn't load the preview.")}</p>
        <Button size="small" onClick={() => void preview.refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  const html = isEmpty ? builtIn : preview.data;
  return (
    <>
      <p className="mb-6 font-display text-[2.25rem] leading-[1.15] wrap-anywhere">{title}</p>
      {html ? <LegalText html={html} /> : null}
    </>
  );
}

const marks: { mark: Mark; label: string; Icon: typeof IconBold }[] = [
  { mark: "heading", label: "Heading", Icon: IconHeading },
  { mark: "bold", label: "Bold", Icon: IconBold },
  { mark: "italic", label: "Italic", Icon: IconItalic },
  { mark: "list", label: "List", Icon: IconList },
  { mark: "link", label: "Link", Icon: IconLink },
];

/** Formats the selection in a Markdown text. */
function MarkBar({ box }: { box: RefObject<HTMLTextAreaElement | null> }) {
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex gap-0.5 rounded-t-lg border border-line border-b-0 bg-raised-2 p-0.5 *:focus-visible:-outline-offset-2"
    >
      {marks.map(({ mark, label, Icon }) => (
        <IconButton key={mark} label={label} Icon={Icon} onClick={() => box.current && applyTo(box.current, mark)} />
      ))}
    </div>
  );
}

/** Edits the text as typing would, so that the browser can undo it. */
function applyTo(box: HTMLTextAreaElement, mark: Mark) {
  const { from, to, insert, selection } = markedAs(mark, box.value, box.selectionStart, box.selectionEnd);
  box.focus();
  box.setSelectionRange(from, to);
  const isTyped = document.execCommand?.("insertText", false, insert); // the only way to keep the browser's undo
  if (!isTyped) {
    box.setRangeText(insert, from, to);
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
  box.setSelectionRange(...selection);
}

/** The maximum lengths of title and text, in characters. */
export const limits = { title: 255, content: 200_000 };

/** The values of a legal page's form. */
export interface LegalValues {
  title: string;
  content: string;
}

/** The server checks the same rules, and decides. */
export const legalRules = {
  title: required(limits.title, "Please enter a title"),
  content: text(limits.content),
};

/** Returns the page that a URL's query names, or the first one. */
export function legalTypeAt(search: string): LegalType {
  const named = new URLSearchParams(search).get("page");
  return legalTypes.find((type) => type === named) ?? "privacy-policy";
}
