import { IconSparkles } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import type { Drafting } from "../../kit/admin/parts";
import { GuideLink } from "../../kit/admin/screen";
import { disclosure } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { toastError } from "../../kit/toast";
import { draftingQuery } from "./api";
import { DraftDialog } from "./draft-dialog";

/** Says why nothing can be drafted, folded to a line; nothing if it can. */
export const Refusal: Drafting["Refusal"] = ({ id }) => {
  const refusal = useRefusal();
  return refusal ? (
    <details className="text-[0.8125rem] text-muted">
      <summary className={`${disclosure} inline-flex min-h-9 items-center gap-2`}>AI drafting isn't set up</summary>
      <p className="pb-2">
        <span id={id}>{refusal}</span>{" "}
        <GuideLink page="settings" className="underline underline-offset-3">
          All settings
        </GuideLink>
      </p>
    </details>
  ) : null;
};

/** Returns why drafting is unavailable, in a sentence, or undefined if it is available or not known yet. */
export function useRefusal(): string | undefined {
  const availability = useQuery(draftingQuery()).data;
  return availability?.configured === false ? availability.message : undefined;
}

type Wanted = Omit<ComponentProps<typeof DraftDialog>, "onClose">;

/** Drafts texts of a form. `dialog` shows the draft that was asked for; an accepted one is given to `onReplace`. */
export function useDrafting() {
  const [wanted, setWanted] = useState<Wanted>();
  const refusal = useRefusal();
  /** Starts a draft, or says what is missing for it. */
  const draft = (next: Wanted, missing = "") => {
    const reason = missing || refusal;
    if (reason) toastError(next.words.failed, reason);
    else setWanted(next);
  };
  const close = () => setWanted(undefined);
  const replace = (text: string) => {
    wanted?.onReplace(text);
    close();
  };
  return { draft, refusal, dialog: wanted ? <DraftDialog {...wanted} onReplace={replace} onClose={close} /> : null };
}

interface DraftButtonProps {
  label: string;
  /** The accessible name, if it says more than the label. */
  name?: string;
  press: () => void;
  /** The id of the sentence that explains why drafting is unavailable; undefined if it is available. */
  refusal?: string | undefined;
}

/** A button that drafts a text. */
export function DraftButton({ label, name, press, refusal }: DraftButtonProps) {
  return (
    <Button size="small" tone={refusal ? "bare" : "quiet"} aria-label={name} aria-describedby={refusal} onClick={press}>
      <IconSparkles size={15} aria-hidden="true" />
      {label}
    </Button>
  );
}
