import { lazy, Suspense, useState } from "react";
import { exportPath } from "../../api/account";
import { Button, buttonStyle } from "../../kit/button";
import { Section } from "./section";

/** Excluded on the server, whose single script would otherwise include it. */
const DeleteDialog = import.meta.env.SSR ? () => null : lazy(() => import("./delete-dialog"));

/** Takes the user's data along, or deletes it with the account. */
export function DataSection() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Section title="Your data">
      <p className="mb-4 max-w-prose">
        Download everything that's stored about you as JSON, or delete your account and all of it.
      </p>
      <div className="flex flex-wrap gap-3">
        <a href={exportPath} download className={buttonStyle()}>
          Download my data
        </a>
        <Button tone="danger" onClick={() => setIsAsking(true)}>
          Delete account
        </Button>
      </div>
      {isAsking ? (
        <Suspense>
          <DeleteDialog onClose={() => setIsAsking(false)} />
        </Suspense>
      ) : null}
    </Section>
  );
}
