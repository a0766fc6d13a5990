import type { ComponentProps, ReactNode } from "react";
import { Button } from "../../kit/button";
import { Field } from "../../kit/field";
import type { useSettingsForm } from "./use-settings-form";

/** An input of the form: its setting, its label, and further attributes. */
interface SettingField extends ComponentProps<"input"> {
  name: string;
  label: string;
  hint?: ReactNode;
}

interface SettingsFormProps extends ReturnType<typeof useSettingsForm> {
  fields: SettingField[];
  className?: string;
}

/** The inputs of a form of settings, and the button that saves them. */
export function SettingsForm({ form, save, fields, className = "" }: SettingsFormProps) {
  const { errors } = form.formState;
  return (
    <form
      noValidate
      className="mt-4"
      onSubmit={(event) => void form.handleSubmit((values) => save.isPending || save.mutate(values))(event)}
    >
      <div className={`grid gap-x-6 ${className}`}>
        {fields.map(({ name, label, hint, className: look = "", ...input }) => (
          <Field key={name} label={label} required={input.required} hint={hint} error={errors[name]?.message}>
            {(wiring) => (
              <input {...wiring} {...input} {...form.register(name)} className={`input ${look}`} autoComplete="off" />
            )}
          </Field>
        ))}
      </div>
      <Button type="submit" tone="brass" className="mt-4" disabled={save.isPending}>
        {save.isPending ? "Saving..." : "Save changes"}
      </Button>
    </form>
  );
}
