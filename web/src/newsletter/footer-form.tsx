import { consent } from "./consent";
import { EmailForm } from "./email-form";

/** The newsletter in the footer of every page. */
export function FooterForm() {
  return (
    <section
      aria-labelledby="newsletter"
      className="grid gap-x-16 gap-y-4 border-b border-hairline pb-6 md:grid-cols-2 lg:grid-cols-[1fr_26rem]"
    >
      <div>
        <h2 id="newsletter" className="font-display text-2xl/tight text-text">
          <a href="/newsletter" className="hover:underline">
            New AI tools by email
          </a>
        </h2>
        <p className="mt-2 leading-relaxed text-balance">{consent}</p>
      </div>
      <EmailForm />
    </section>
  );
}
