import { type FormEvent, useId, useRef, useState } from "react";
import { buttonStyle } from "../../kit/button";
import { useHydrated } from "../../kit/hydrated";
import { useSite } from "../../site";
import { useVisit } from "../../visit";
import { consent } from "./consent";

const requestBy = async (email: string) => (await load()).request(email);

/** The rest of the form's script, so that pages do not load it. */
const load = () => import("./request");

/**
 * The form for the newsletter in one line: an email, a button, and a line that says what happened, in place. Nothing
 * moves. The footer of every page has it, so it is small.
 */
export function EmailForm({ email = "" }: { email?: string }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [status, setStatus] = useState<"ready" | "sending" | "sent">("ready");
  const [error, setError] = useState("");
  const isReady = useHydrated();

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    const typed = input.current?.value.trim() ?? "";
    if (status !== "ready") return;
    const fail = (sentence: string) => {
      setStatus("ready");
      setError(sentence);
      input.current?.focus();
    };
    if (!typed.includes("@")) return fail("Please enter your email.");
    setStatus("sending");
    setError("");
    const failure = await requestBy(typed).catch(() => "Connection lost. Please reload the page and try again.");
    if (failure) return fail(failure);
    setStatus("sent");
  };
  const onInput = () => {
    setError("");
    if (status === "sent") setStatus("ready"); // another address
  };
  return (
    // Posted before the scripts are loaded, it would be refused, but the email is not in the URL.
    <form
      method="post"
      onSubmit={onSubmit}
      onFocus={() => void load().catch(() => undefined)}
      noValidate
      className="min-w-0 noscript:hidden"
    >
      <fieldset disabled={!isReady} className="flex min-w-0 flex-wrap gap-2">
        <input
          ref={input}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="you@example.com"
          defaultValue={email}
          readOnly={status === "sending"}
          aria-label="Email for the newsletter"
          aria-describedby={id}
          aria-invalid={error ? true : undefined}
          onInput={onInput}
          className="min-h-11 min-w-0 flex-1 basis-44 rounded-lg border border-field bg-background px-3 text-base text-text outline-offset-0 transition-colors placeholder:text-dim placeholder:opacity-100 hover:border-muted focus-visible:border-brass focus-visible:outline-1 aria-invalid:border-danger md:min-h-10 md:text-[0.9375rem]"
        />
        <button
          type="submit"
          aria-disabled={status !== "ready"}
          className={buttonStyle({ className: "min-w-26 aria-disabled:opacity-60" })}
        >
          {{ ready: "Subscribe", sending: "Sending…", sent: "Sent" }[status]}
        </button>
      </fieldset>
      <p id={id} aria-live="polite" className={`mt-2 min-h-10 text-sm/5 ${error ? "text-danger" : "text-text"}`}>
        {error || (status === "sent" ? "Check your inbox and open the link in our email to confirm." : "")}
      </p>
    </form>
  );
}

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
