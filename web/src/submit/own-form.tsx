import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { faultOf, sentenceOf } from "../api/fault";
import { submitProduct } from "../api/submissions";
import { useSite } from "../site";
import { Button } from "../ui/button";
import { Choice } from "../ui/choice";
import { Field } from "../ui/field";
import { useHydrated } from "../ui/hydrated";
import { AddressNote } from "./address-note";
import { draftOf, type Errors, missingFrom, withScheme } from "./draft";
import { Thanks } from "./thanks";
import { useAddressCheck } from "./use-address-check";
import { useWork } from "./use-work";

/** The site's own form. Its fields keep what is typed in them by themselves; it is read when it is sent. */
export function OwnForm() {
  const [status, setStatus] = useState<string | null>(null);
  if (status !== null) return <Thanks path={status} again={() => setStatus(null)} />;
  return (
    <>
      <noscript>
        <p className="submit-card">
          This form needs JavaScript, which is off in your browser. What we ask for: the tool's name, its website, what
          it does, its category, and whether it is free. Please turn JavaScript on for this site and load the page
          again.
        </p>
      </noscript>
      <Fields onSent={setStatus} />
    </>
  );
}

function Fields({ onSent }: { onSent: (status: string) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState("");
  const [isSending, setIsSending] = useState(false);
  const address = useAddressCheck();
  const work = useWork();
  const isReady = useHydrated();

  const say = (found: Errors, sentence: string) => {
    setErrors(found);
    setFailure(sentence);
  };
  const fail = (found: Errors, sentence: string) => {
    flushSync(() => {
      say(found, sentence);
      setIsSending(false); // fields that are disabled take no focus
    });
    (firstOf(form.current, found) ?? form.current?.querySelector("button"))?.focus();
  };
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const draft = draftOf(new FormData(event.currentTarget));
    const missing = missingFrom(draft);
    if (Object.keys(missing).length > 0) return fail(missing, "");
    if (address.isKnown) return fail({ website: "" }, "");
    say({}, "");
    setIsSending(true);
    try {
      const sent = await submitProduct({ ...draft, work: await work.of(draft.website) });
      onSent(sent.status);
    } catch (error) {
      const fields = faultOf(error)?.fields ?? [];
      const isOfField = fields.length > 0 && fields.every(({ field }) => form.current?.elements.namedItem(field));
      const otherwise = "The submission was not taken, as the connection was lost. Please try again.";
      fail(
        Object.fromEntries(fields.map(({ field, message }) => [field, message])),
        isOfField ? "" : sentenceOf(error, otherwise),
      );
      address.again();
    }
  };
  const onWebsite = (website: string) => {
    address.check(website);
    work.begin(website);
  };

  return (
    <form
      ref={form}
      onSubmit={send}
      noValidate
      className="submit-card own-form with-scripts"
      aria-label="Submit a tool"
    >
      <fieldset disabled={isSending} className="own-fields">
        <Text name="productName" label="Name of the tool" required maxLength={200} errors={errors} />
        <Field
          label="Website"
          required
          error={errors.website || undefined}
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
          name="description"
          label="What it does"
          hint="A few honest sentences: for whom it is, and what it does well."
          rows={5}
          required
          maxLength={20_000}
          errors={errors}
        />
        <div className="own-pair">
          <CategoryField error={errors.category} />
          <Choice
            legend="Price"
            name="type"
            options={["Free", "Freemium", "Premium"]}
            hint="Freemium: free to begin with, paid for more."
            required
            error={errors.type}
          />
        </div>
        <Text name="useCases" label="Use cases" hint="One in a line." rows={3} maxLength={20_000} errors={errors} />
        <div className="own-pair">
          <Text name="logo" label="Logo" type="url" hint="The address of a square picture." errors={errors} />
          <Text name="videoUrl" label="Video" type="url" hint="On YouTube, Vimeo or Wistia." errors={errors} />
        </div>
        <h2 className="own-heading">For us only</h2>
        <p className="own-note">Never published. Gone half a year after the decision.</p>
        <Text
          name="email"
          label="Your e-mail"
          type="email"
          hint="To hear of the decision, where this site sends mail. You get a link to look it up in any case."
          autoComplete="email"
          errors={errors}
        />
        <Text name="submissionNotes" label="Notes" rows={3} maxLength={2000} errors={errors} />
        <div className="own-trap" aria-hidden="true">
          <label>
            Company: leave this empty
            <input name="company" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </fieldset>
      <p role="alert" className="own-failure">
        {failure}
      </p>
      <Button type="submit" tone="brass" size="large" disabled={!isReady || isSending} className="own-send">
        {isSending ? "Sending …" : "Send it in"}
      </Button>
    </form>
  );
}

/** The first input of the form in which something was found. */
function firstOf(form: HTMLFormElement | null, found: Errors): HTMLElement | undefined {
  const inputs = Object.keys(found).map((name) => form?.elements.namedItem(name));
  return inputs
    .map((input) => (input instanceof RadioNodeList ? input[0] : input))
    .find((input) => input instanceof HTMLElement);
}

interface TextProps {
  name: keyof Errors;
  label: string;
  errors: Errors;
  type?: "text" | "url" | "email";
  hint?: ReactNode;
  required?: boolean;
  maxLength?: number;
  autoComplete?: string;
  /** More than one line: how many are seen at first. */
  rows?: number;
}

function Text({ name, label, errors, type = "text", hint, required, rows, autoComplete = "off", ...input }: TextProps) {
  return (
    <Field label={label} hint={hint} required={required} error={errors[name]}>
      {(wiring) =>
        rows === undefined ? (
          <input {...wiring} {...input} name={name} type={type} autoComplete={autoComplete} className="input" />
        ) : (
          <textarea {...wiring} {...input} name={name} rows={rows} className="input" />
        )
      }
    </Field>
  );
}

/** One of the site's categories, or a new one: whoever decides may choose another. */
function CategoryField({ error }: { error: string | undefined }) {
  const categories = useSite()?.categories ?? [];
  return (
    <Field label="Category" hint="Choose one, or name a new one." required error={error}>
      {(wiring) => (
        <>
          <input
            {...wiring}
            name="category"
            list="submit-categories"
            maxLength={100}
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
