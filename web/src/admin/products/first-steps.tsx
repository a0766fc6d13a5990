import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { syncStateQuery } from "../../api/sync";
import { CopyButton } from "../../kit/admin/copy-button";
import { AdminLink } from "../../kit/admin/link";
import { StatePanel } from "../../kit/admin/state-panel";
import { panel } from "../../kit/admin/styles";
import { Button, buttonStyle } from "../../kit/button";

/** The empty catalogue, with the first steps to fill it. */
export function FirstSteps({ onAdd }: { onAdd: () => void }) {
  const { data: state } = useQuery(syncStateQuery());
  const command = ["vitrine import tools.csv", state?.commandFlags].filter(Boolean).join(" ");
  return (
    <>
      <StatePanel title="No products found" text="Add your first product to get started" />
      <ol className="mx-auto -mt-4 mb-12 grid max-w-256 gap-4 [counter-reset:step] min-[56rem]:grid-cols-3">
        <Step title="Add a tool" text="One at a time, with a logo and description.">
          <Button tone="brass" onClick={onAdd}>
            Add a product
          </Button>
        </Step>
        <Step title="Import a file" text="Many at once, from CSV or JSON Lines. Run this on the server:">
          <code className="max-w-full rounded-lg border border-line px-3 py-2 text-[0.8125rem] wrap-anywhere">
            {command}
          </code>
          <CopyButton text={command} noun="import command" />
        </Step>
        <Step title="Set name and logo" text="Give the site its name and heading, and upload its logos.">
          <div className="flex flex-wrap gap-3">
            <AdminLink href="/admin/site-management?tab=texts" className={buttonStyle()}>
              Site Texts
            </AdminLink>
            <AdminLink href="/admin/site-management?tab=logos" className={buttonStyle()}>
              Logo Settings
            </AdminLink>
          </div>
        </Step>
      </ol>
    </>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className={`${panel} flex min-w-0 flex-col items-start gap-3 p-5 [counter-increment:step]`}>
      <h3 className="font-semibold before:mr-2 before:text-dim before:tabular-nums before:content-[counter(step)]">
        {title}
      </h3>
      <p className="flex-1 text-[0.875rem] text-muted">{text}</p>
      {children}
    </li>
  );
}
