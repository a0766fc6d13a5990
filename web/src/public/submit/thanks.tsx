import { useEffect, useRef, useState } from "react";
import { Button, buttonStyle } from "../../kit/button";
import { submissionOffers } from "../../parts/submission-offers";
import { Parts } from "../../slots";
import { submitCard } from "./submit-page";

interface ThanksProps {
  /** Of the submission's status. */
  path: string;
  /** The address that the sender gave, or empty. */
  email: string;
  again: () => void;
}

/** Shown after a submission. The status link is shown only here. */
export function Thanks({ path, email, again }: ThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState<"no" | "yes" | "failed">("no");
  const link = location.origin + path;
  useEffect(() => heading.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied("yes");
    } catch {
      setCopied("failed"); // pages without https may not write to the clipboard
    }
  };
  return (
    <section className={submitCard}>
      <h2 ref={heading} tabIndex={-1} className="font-display text-3xl focus:outline-none">
        Thank you! Your tool is in review.
      </h2>
      <p className="mt-3 max-w-xl leading-relaxed">
        We review every submission. Save this private link to check its status.
      </p>
      <p className="mt-6 rounded-lg border border-line bg-background px-4 py-3.5 text-[0.9375rem] wrap-anywhere">
        <a href={path} className="underline underline-offset-3">
          {link}
        </a>
      </p>
      <p role="status" className="-mt-1 min-h-5 text-sm/normal text-muted">
        {copied === "yes" ? "Link copied." : null}
        {copied === "failed" ? "Couldn't copy it. Please select the link and copy it yourself." : null}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button tone="brass" onClick={copy}>
          Copy link
        </Button>
        <a href={path} className={buttonStyle()}>
          View status
        </a>
        <Button tone="bare" onClick={again}>
          Submit another tool
        </Button>
      </div>
      <Parts of={submissionOffers} with={{ email }} />
    </section>
  );
}
