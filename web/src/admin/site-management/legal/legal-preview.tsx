import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Control, useWatch } from "react-hook-form";
import { sentenceOf } from "../../../api/fault";
import { legalPreviewQuery } from "../../../api/legal-pages";
import { remark } from "../../../kit/admin/styles";
import { useDebounced } from "../../../kit/admin/use-debounced";
import { Button } from "../../../kit/button";
import { LegalText } from "../../../kit/legal-text";
import { type LegalValues, legalRules } from "./legal-rules";

const note = `${remark} mb-5 grid justify-items-start gap-3 border-line border-dashed text-[0.875rem] text-muted`;

interface LegalPreviewProps {
  control: Control<LegalValues>;
  /** The page's default text; null if it is not known. */
  builtIn: string | null;
}

/** The preview, which the server renders as it renders the page. */
export function LegalPreview({ control, builtIn }: LegalPreviewProps) {
  const [title, content] = useWatch({ control, name: ["title", "content"] });
  const settled = useDebounced(content);
  const isEmpty = content.trim() === "";
  const preview = useQuery({
    ...legalPreviewQuery(settled),
    enabled: settled.trim() !== "" && legalRules.shape.content.safeParse(settled).success,
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
      {isEmpty ? <p className={note}>Until you write your own text, visitors see the built-in one.</p> : null}
      <p className="mb-6 font-display text-[2.25rem] leading-[1.15] wrap-anywhere">{title}</p>
      {html ? <LegalText html={html} /> : null}
    </>
  );
}
