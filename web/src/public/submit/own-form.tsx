import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { faultOf, sentenceOf } from "../../api/fault";
import { type RefusedSubmission, refusedSubmission } from "../../api/submissions";
import { submitProduct } from "../../api/submit-product";
import { Button } from "../../kit/button";
import { Choice } from "../../kit/choice";
import { Field } from "../../kit/field";
import { errorsOf, firstInvalid } from "../../kit/form-rules";
import { useHydrated } from "../../kit/hydrated";
import { useSite } from "../../site";
import { AddressNote, useAddressCheck } from "./address-check";
import { deleteDraft, draftOf, type Errors, missingFrom, restoreDraft, storeDraft, withScheme } from "./draft";
import { submitCard } from "./submit-page";
import { Thanks } from "./thanks";
import { useWork } from "./use-work";

/**
 * The site's own form. Its inputs are uncontrolled and read on submit. Without scripts, or before they are loaded, the
 * browser posts the form; a rejected form is returned with its values.
 */
export function OwnForm({ sendsMail }: { sendsMail: boolean }) {
  const [sent, setSent] = useState<{ status: string; email: string }>();
  const refused = refusedSubmission(useQueryClient());
  if (sent) return <Thanks path={sent.status} email={sent.email} again={() => setSent(undefined)} />;
  return <Fields onSent={(status, email) => setSent({ status, email })} refused={refused} sendsMail={sendsMail} />;
}

function Fields({
  onSent,
  refused,
  sendsMail,
}: {
  onSent: (status: string, email: string) => void;
  refused: RefusedSubmission | undefined;
  /** The site can email its decision. */
  sendsMail: boolean;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>(() => errorsOf(refused?.fields));
  const [failure, setFailure] = useState("");
  const [isSending, setIsSending] = useState(false);
  const address = useAddressCheck();
  const work = useWork();
  const isReady = useHydrated();
  const typed = refused?.values ?? {};
  const shared = { errors, typed };

  const showErrors = (found: Errors, sentence: string) => {
    setErrors(found);
    setFailure(sentence);
  };
  const fail = (found: Errors, sentence: string) => {
    flushSync(() => {
      showErrors(found, sentence);
      setIsSending(false); // disabled fields cannot take the focus
    });
    (firstInvalid(form.current, found) ?? form.current?.querySelector("button"))?.focus();
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const draft = draftOf(new FormData(event.currentTarget));
    const missing = missingFrom(draft);
    if (Object.keys(missing).length > 0) return fail(missing, "");
    if (address.isKnown) return fail({ website: "" }, "");
    showErrors({}, "");
    setIsSending(true);
    try {
      const sent = await submitProduct({ ...draft, work: await work.of(draft.website) });
      deleteDraft();
      onSent(sent.status, draft.email ?? "");
    } catch (error) {
      const fields = faultOf(error)?.fields ?? [];
      const isOfField = fields.length > 0 && fields.every(({ field }) => form.current?.elements.namedItem(field));
      const otherwise = "Connection lost; nothing was sent. Please try again.";
      fail(errorsOf(fields), isOfField ? "" : sentenceOf(error, otherwise));
      address.again();
    }
  };
  const onWebsite = (website: string) => {
    address.check(website);
    work.begin(website);
  };
  const onInput = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    storeDraft(currentTarget);
    const { name } = target as HTMLInputElement;
    if (name in errors) setErrors({ ...errors, [name]: undefined });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is there
  useEffect(() => {
    if (!form.current) return;
    restoreDraft(form.current);
    onWebsite(draftOf(new FormData(form.current)).website);
  }, []);

  return (
    <form
      ref={form}
      method="post"
      action="/submit"
      onSubmit={send}
      onInput={onInput}
      noValidate={isReady}
      className={submitCard}
      aria-label="Submit a tool"
    >
      {refused ? (
        <p role="alert" className={failureLine}>
          {refused.error}
        </p>
      ) : null}
      <fieldset disabled={isSending} className="grid min-w-0 gap-3">
        <Text
          {...shared}
          name="productName"
          label="Tool name"
          hint="As its website writes it."
          required
          maxLength={200}
        />
        <Field
          label="Website"
          required
          error={address.isKnown ? undefined : errors.website || undefined}
          hint={<AddressNote answer={address.answer} />}
        >
          {(wiring) => (
            <input
              {...wiring}
              name="website"
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder="https://"
              maxLength={2048}
              defaultValue={typed.website}
              className="input"
              aria-invalid={wiring["aria-invalid"] ?? (address.isKnown || undefined)}
              onInput={(event) => onWebsite(event.currentTarget.value)}
              onBlur={(event) => {
                event.currentTarget.value = withScheme(event.currentTarget.value);
                onWebsite(event.currentTarget.value);
              }}
            />
          )}
        </Field>
        <Text
          {...shared}
          name="description"
          label="What it does"
          hint="Two or three sentences: who it's for and what it does best."
          rows={5}
          required
          maxLength={20_000}
        />
        <div className={pair}>
          <CategoryField error={errors.category} typed={typed.category} />
          <Choice
            legend="Price"
            name="type"
            options={["Free", "Freemium", "Premium"]}
            chosen={typed.type}
            hint="Freemium: free to start, paid for more."
            required
            error={errors.type}
          />
        </div>
        <Text {...shared} name="useCases" label="Use cases" hint="One per line." rows={3} maxLength={20_000} />
        <div className={pair}>
          <Text {...shared} name="logo" label="Logo" type="url" hint="Link to a square logo." />
          <Text {...shared} name="videoUrl" label="Video" type="url" hint="Link to YouTube, Vimeo or Wistia." />
        </div>
        <h2 className="mt-4 border-t border-hairline pt-7 font-display text-2xl/normal">Private</h2>
        <p className="-mt-1 min-h-5 text-sm/normal text-muted">
          Only we see this. Deleted six months after our decision.
        </p>
        {sendsMail ? (
          <Text
            {...shared}
            name="email"
            label="Your email"
            type="email"
            hint="We'll email you our decision. You also get a status link."
            autoComplete="email"
          />
        ) : null}
        <Text
          {...shared}
          name="submissionNotes"
          label="Notes"
          hint="Anything that helps us decide."
          rows={3}
          maxLength={2000}
        />
        <div className="sr-only" aria-hidden="true">
          <label>
            Company: leave this empty
            <input name="company" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </fieldset>
      <p role="alert" className={failureLine}>
        {failure}
      </p>
      <Button type="submit" tone="brass" size="large" disabled={isSending} className="w-full md:w-auto">
        {isSending ? "Submitting…" : "Submit tool"}
      </Button>
    </form>
  );
}

const pair = "grid gap-x-6 gap-y-3 md:grid-cols-2";
const failureLine = "mt-1 mb-2 min-h-6 text-sm/normal text-danger";

interface TextProps {
  name: keyof Errors;
  label: string;
  errors: Errors;
  typed: RefusedSubmission["values"];
  type?: "text" | "url" | "email";
  hint?: ReactNode;
  required?: boolean;
  maxLength?: number;
  autoComplete?: string;
  /** The initial number of rows; makes it a multi-line field. */
  rows?: number;
}

/** A text field of one line or more. */
function Text({ name, label, errors, typed, hint, required, type = "text", rows, ...rest }: TextProps) {
  const input = { autoComplete: "off", ...rest, name, defaultValue: typed[name], className: "input" };
  return (
    <Field label={label} hint={hint} required={required} error={errors[name]}>
      {(wiring) =>
        rows === undefined ? (
          <input {...wiring} {...input} type={type} />
        ) : (
          <textarea {...wiring} {...input} rows={rows} />
        )
      }
    </Field>
  );
}

/** The category: one of the site's, or a new one. The administrator may choose another. */
function CategoryField({ error, typed }: { error: string | undefined; typed: string | undefined }) {
  const categories = useSite()?.categories ?? [];
  return (
    <Field label="Category" hint="Choose one, or type a new one." required error={error}>
      {(wiring) => (
        <>
          <input
            {...wiring}
            name="category"
            list="submit-categories"
            maxLength={100}
            defaultValue={typed}
            autoComplete="off"
            className="input"
          />
          <datalist id="submit-categories">
            {categories.map(({ id, name }) => (
              <option key={id} value={name} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}
