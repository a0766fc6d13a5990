import { useSite } from "../../site";
import { consent } from "./consent";
import { EmailForm } from "./email-form";

/** The newsletter, offered to whoever has submitted a tool. */
export function NewsletterOffer({ email }: { email: string }) {
  if (!useSite()?.newsletter) return null;
  return (
    <section aria-labelledby="offer" className="-mb-4 mt-8 border-t border-hairline pt-6">
      <h3 id="offer" className="font-display text-2xl/tight">
        New AI tools by email
      </h3>
      <p className="mt-2 mb-4 text-sm/relaxed text-muted">{consent}</p>
      <div className="max-w-md">
        <EmailForm email={email} />
      </div>
    </section>
  );
}
