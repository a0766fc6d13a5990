import { useQuery } from "@tanstack/react-query";
import { submitFormQuery } from "../../api/submissions";
import { Button } from "../../kit/button";
import { Skeleton } from "../../kit/skeleton";
import { useSite } from "../../site";
import { ForeignForm } from "./foreign-form";
import { OwnForm } from "./own-form";
import { SubmitPage, submitCard } from "./submit-page";

/** The page where visitors submit a tool: with another host's form if one is configured, or with our own. */
export function Submit() {
  const { data: form, error, refetch } = useQuery(submitFormQuery());
  const siteName = useSite()?.name ?? "this site";
  return (
    <SubmitPage title="Submit Your AI Tool">
      <p className="mt-4 max-w-2xl text-[1.0625rem] leading-[1.6] text-muted">
        Have an AI tool you'd like to feature on {siteName}? Submit it using the form below.
      </p>
      {form && form.embed !== "" ? <ForeignForm {...form} /> : null}
      {form?.embed === "" ? (
        <div className="lg:grid lg:grid-cols-[minmax(0,48rem)_minmax(0,1fr)] lg:gap-14">
          <OwnForm sendsMail={form.sendsMail} />
          <NextSteps />
        </div>
      ) : null}
      {error ? <FormMissing retry={() => void refetch()} /> : null}
      {form || error ? null : <Skeleton className="mt-8 h-96 max-w-3xl rounded-2xl" />}
    </SubmitPage>
  );
}

function NextSteps() {
  return (
    <section aria-labelledby="next-steps" className="mt-10 max-w-md text-[0.9375rem] text-muted lg:pt-8">
      <h2 id="next-steps" className="font-display text-2xl text-text">
        What happens next
      </h2>
      <ol className="mt-4 grid list-decimal gap-3 pl-5 marker:text-dim">
        <li>You get a link where you can see the status of your submission.</li>
        <li>A person looks at the tool and its website, and may shorten the text.</li>
        <li>If it fits the directory, the tool gets a page of its own here.</li>
      </ol>
    </section>
  );
}

function FormMissing({ retry }: { retry: () => void }) {
  return (
    <div className={submitCard} role="alert">
      <h2 className="font-display text-3xl">Couldn't load the form</h2>
      <p className="mt-3 text-muted">The connection may have dropped for a moment.</p>
      <Button tone="brass" className="mt-6" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}
