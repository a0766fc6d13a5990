import { useEffect, useRef, useState } from "react";
import { Button, buttonStyle } from "../ui/button";

/** The submission was taken: the link that tells how it stands is shown this once. */
export function Thanks({ path, again }: { path: string; again: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState<"no" | "yes" | "failed">("no");
  const link = location.origin + path;
  useEffect(() => heading.current?.focus(), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied("yes");
    } catch {
      setCopied("failed"); // a page without https may not
    }
  };
  return (
    <section className="submit-card">
      <h2 ref={heading} tabIndex={-1} className="font-display text-3xl focus:outline-none">
        Thank you! It is in the queue.
      </h2>
      <p className="mt-3 max-w-prose leading-relaxed">
        A person reads it and decides. Keep this link: it is the only way to see how your submission stands, and only
        you have it.
      </p>
      <p className="submission-link">
        <a href={path}>{link}</a>
      </p>
      <p role="status" className="own-note">
        {copied === "yes" ? "The link is copied." : null}
        {copied === "failed" ? "It could not be copied: please mark the link and copy it by hand." : null}
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button tone="brass" onClick={copy}>
          Copy the link
        </Button>
        <a href={path} className={buttonStyle()}>
          Open it
        </a>
        <Button tone="bare" onClick={again}>
          Send in another tool
        </Button>
      </div>
    </section>
  );
}
