import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { syncStateQuery } from "../../api/sync";
import { Button, buttonStyle } from "../../ui/button";
import { CopyButton } from "../copy-button";
import { AdminLink } from "../link";
import { StatePanel } from "../state-panel";

/** The catalogue has nothing in it yet: what makes a site of it. */
export function FirstSteps({ onAdd }: { onAdd: () => void }) {
  const { data: state } = useQuery(syncStateQuery());
  const command = ["vitrine import tools.csv", state?.commandFlags].filter(Boolean).join(" ");
  return (
    <>
      <StatePanel title="No products found" text="Add your first product to get started" />
      <ol className="first-steps">
        <Step title="Add a tool" text="One at a time, with its logo and what it is good for.">
          <Button tone="brass" onClick={onAdd}>
            Add a product
          </Button>
        </Step>
        <Step title="Import a file" text="Many at once, from CSV or JSON lines. Run this where the program runs:">
          <code>{command}</code>
          <CopyButton text={command} noun="import command" />
        </Step>
        <Step
          title="Set name and logo"
          text="The name is the setting VITRINE_SITE_NAME of the program. Logos are uploaded here:"
        >
          <AdminLink href="/admin/site-management?tab=logos" className={buttonStyle()}>
            Logo Settings
          </AdminLink>
        </Step>
      </ol>
    </>
  );
}

function Step({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li>
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
    </li>
  );
}
