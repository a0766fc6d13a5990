import "./field.css";
import { type ComponentProps, useId } from "react";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "id" | "role"> {
  label: string;
  hint: string;
}

/** A switch with a hint about its effect. */
export function Switch({ label, hint, ...input }: SwitchProps) {
  const id = useId();
  return (
    <div className="switch">
      <div>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-note`} className="text-[0.8125rem] text-muted">
          {hint}
        </p>
      </div>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked */}
      <input {...input} id={id} type="checkbox" role="switch" aria-describedby={`${id}-note`} />
    </div>
  );
}
