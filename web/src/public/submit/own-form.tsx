import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { faultOf, sentenceOf } from "../../api/fault";
import { type RefusedSubmission, refusedSubmission } from "../../api/submissions";
import { submitProduct } from "../../api/submit-product";
import { Button } from "../../kit/button";
import { Choice } from "../../kit/choice";
import { Field } from "../../kit/field";
import { errorsOf, firstInvalid } from "../../kit/form-rules";
import { useHydrated } from "../../kit/hydrated";
import { AddressNote, useAddressCheck } from "./address-check";
import {
  deleteDraft,
  draftOf,
  type Errors,
  isAddress,
  missingFrom,
  restoreDraft,
  storeDraft,
  withScheme,
} from "./draft";
import { CategoryField, Text } from "./form-fields";
import { submitCard } from "./submit-page";
import { Thanks } from "./thanks";
import { workFor } from "./work";

/**
 * The site's own form. Its inputs are uncontrolled and read on submit. Without scripts, or before they are loaded, the
 * browser posts the form; a rejected form is returned with its values.
 */
export function OwnForm() {
  const [sent, setSent] = useState<{ status: string; email: string }>();
  const refused = refusedSubmission(useQueryClient());
  if (sent) return <Thanks path={sent.status} email={sent.email} again={() => setSent(undefined)} />;
  return <Fields onSent={(status, email) => setSent({ status, email })} refused={refused} />;
}

function Fields({
  onSent,
  refused,
}: {
  onSent: (status: string, email: string) => void;
  refused: RefusedSubmission | undefined;
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
        <Text {...shared} name="productName" label="Tool name" required maxLength={200} />
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
        <p className="-mt-1 min-h-5 text-sm/normal text-muted">Never published; deleted six months after we decide.</p>
        <Text
          {...shared}
          name="email"
          label="Your email"
          type="email"
          hint="To get the decision by email, if this site sends any. You get a status link too."
          autoComplete="email"
        />
        <Text {...shared} name="submissionNotes" label="Notes" rows={3} maxLength={2000} />
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

interface Work {
  website: string;
  stop: AbortController;
  done: Promise<string>;
}

/**
 * Computes the proof of work for the typed URL while the rest of the form is filled in; work for an earlier URL is
 * aborted.
 */
function useWork() {
  const current = useRef<Work | null>(null);
  useEffect(() => () => current.current?.stop.abort(), []);
  const start = (website: string) => {
    if (current.current?.website === website) return current.current.done;
    current.current?.stop.abort();
    const stop = new AbortController();
    const done = workFor(website, stop.signal);
    done.catch(() => undefined); // the caller that awaits it handles the error
    current.current = { website, stop, done };
    return done;
  };
  return {
    begin(typed: string) {
      const website = withScheme(typed);
      if (isAddress(website)) void start(website);
    },
    of: (website: string) => start(website),
  };
}
