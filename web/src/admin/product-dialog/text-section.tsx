import { IconSparkles } from "@tabler/icons-react";
import { useWatch } from "react-hook-form";
import { Button } from "../../ui/button";
import { useProductForm } from "./form-context";
import { Section } from "./sections";
import { TextField } from "./text-field";
import { type DraftKind, useDrafting } from "./use-drafting";

/** What is said about a tool, and the buttons that have it drafted. */
export function TextSection() {
  const { control } = useProductForm();
  const isDescribed = useWatch({ control, name: "description" }).trim() !== "";
  const { draft, running, refusal } = useDrafting();
  const button = (kind: DraftKind, label: string) => (
    <DraftButton
      label={label}
      isRunning={running === kind}
      isBlocked={running !== null}
      press={() => void draft(kind)}
    />
  );
  return (
    <Section id="text">
      <TextField
        name="description"
        label="Description"
        required
        rows={6}
        action={
          <>
            {button("description", "Generate")}
            {isDescribed ? button("enhancement", "Enhance") : null}
          </>
        }
      />
      <TextField
        name="useCases"
        label="Use cases"
        rows={5}
        hint="Line breaks are kept."
        action={button("useCases", "Generate use cases")}
      />
      <p role="status" className="draft-refusal">
        {refusal}
      </p>
    </Section>
  );
}

interface DraftButtonProps {
  label: string;
  isRunning: boolean;
  isBlocked: boolean;
  press: () => void;
}

function DraftButton({ label, isRunning, isBlocked, press }: DraftButtonProps) {
  return (
    <Button size="small" disabled={isBlocked} onClick={press}>
      <IconSparkles size={15} aria-hidden="true" />
      {isRunning ? "Drafting…" : label}
    </Button>
  );
}
