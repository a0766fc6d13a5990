import { useId, useRef, useState } from "react";
import { type useForm, useWatch } from "react-hook-form";
import { lengthOf } from "../../../kit/admin/field-rules";
import { formatCount } from "../../../kit/count";
import { FieldNote, wiring } from "../../../kit/field";
import { LegalPreview } from "./legal-preview";
import { type LegalValues, limits } from "./legal-rules";
import { MarkBar } from "./mark-bar";

interface LegalEditorProps {
  form: ReturnType<typeof useForm<LegalValues>>;
  /** The page's default text; null if it is not known. */
  builtIn: string | null;
}

/** The Markdown editor of a page beside its preview; on a phone, one at a time. */
export function LegalEditor({ form, builtIn }: LegalEditorProps) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const [view, setView] = useState<"write" | "preview">("write");
  const { ref, ...content } = form.register("content");
  const error = form.formState.errors.content?.message;
  return (
    <div className="mt-1 grid gap-5 min-[60rem]:grid-cols-2">
      <div className={`min-w-0 ${view === "write" ? "" : "max-[60rem]:hidden"}`}>
        <div className="field-head">
          <label htmlFor={id}>Page Content</label>
          <span className="field-optional">Markdown</span>
          <ViewSwitch view={view} setView={setView} />
        </div>
        <MarkBar box={box} />
        <textarea
          {...wiring(id, error, false)}
          {...content}
          ref={(element) => {
            box.current = element;
            ref(element);
          }}
          className="input h-128 rounded-t-none leading-[1.6]"
          spellCheck
        />
        <FieldNote id={id} error={error} hint={<LengthUsed control={form.control} />} />
      </div>
      <div className={`min-w-0 ${view === "preview" ? "" : "max-[60rem]:hidden"}`}>
        <div className="field-head">
          <h3 className="font-[550] text-[0.875rem]" id={`${id}-preview`}>
            Preview
          </h3>
          <span className="field-optional">as visitors will see it</span>
          <ViewSwitch view={view} setView={setView} />
        </div>
        <section
          aria-labelledby={`${id}-preview`}
          className="overflow-y-auto h-139.5 px-4 py-5 border border-hairline rounded-lg bg-background overscroll-contain min-[60rem]:p-6"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
          tabIndex={0}
        >
          <LegalPreview control={form.control} builtIn={builtIn} />
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
function LengthUsed({ control }: Pick<LegalEditorProps["form"], "control">) {
  const content = useWatch({ control, name: "content" });
  if (content.length < limits.content / 2) return null;
  return `${formatCount(lengthOf(content))} of ${formatCount(limits.content)} characters`;
}
