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
        <Step title="Add a tool" text="One at a time, with a logo and description.">
          <Button tone="brass" onClick={onAdd}>
            Add a product
          </Button>
        </Step>
        <Step title="Import a file" text="Many at once, from CSV or JSON Lines. Run this on the server:">
          <code>{command}</code>
          <CopyButton text={command} noun="import command" />
        </Step>
        <Step title="Set name and logo" text="Set the name with VITRINE_SITE_NAME. Upload logos here:">
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
