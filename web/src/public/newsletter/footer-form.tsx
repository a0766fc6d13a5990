import { useSite } from "../../site";
import { useVisit } from "../../visit";
import { consent } from "./consent";
import { EmailForm } from "./email-form";

/** The newsletter in the footer of every page but its own. */
export function FooterForm() {
  const site = useSite();
  const { path } = useVisit();
  if (!site?.newsletter || path === "/newsletter") return null;
  return (
    <section
      aria-labelledby="newsletter"
      className="grid gap-x-16 gap-y-4 border-b border-hairline pb-6 md:grid-cols-2 lg:grid-cols-[1fr_26rem]"
    >
      <div>
        <h2 id="newsletter" className="font-display text-2xl/tight text-text">
          New AI tools by email
        </h2>
        <p className="mt-2 leading-relaxed text-balance">{consent}</p>
        <p className="mt-1 flex flex-wrap gap-x-6">
          <a href="/newsletter" className={link}>
            Choose topics
          </a>
          <a href="/newsletter/archive" className={link}>
            Past issues
          </a>
        </p>
      </div>
      <EmailForm />
    </section>
  );
}

const link = "inline-flex min-h-11 items-center underline underline-offset-3 hover:text-text md:min-h-8";
