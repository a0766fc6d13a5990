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
      {form ? form.embed === "" ? <OwnForm sendsMail={form.sendsMail} /> : <ForeignForm {...form} /> : null}
      {error ? <FormMissing retry={() => void refetch()} /> : null}
      {form || error ? null : <Skeleton className="mt-8 h-96 max-w-3xl rounded-2xl" />}
    </SubmitPage>
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
