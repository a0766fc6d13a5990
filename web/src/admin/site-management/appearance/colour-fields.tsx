import { type UseFormReturn, useWatch } from "react-hook-form";
import { Field } from "../../../kit/field";
import type { SettingValues } from "../use-settings-form";
import { colours, isColour, type SchemeName } from "./theme-fields";

interface ColourFieldsProps {
  scheme: SchemeName;
  form: UseFormReturn<SettingValues>;
}

/** The colours of a scheme, each to type or to pick. */
export function ColourFields({ scheme, form }: ColourFieldsProps) {
  const typed = useWatch({ control: form.control });
  return (
    <fieldset className="mt-3">
      <legend className="mb-1 font-semibold text-sm">{scheme === "dark" ? "Dark colours" : "Light colours"}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {colours.map((colour) => {
          const name = `${scheme}${colour}`;
          const value = typed[name]?.trim().toLowerCase() ?? "";
          return (
            <Field key={name} label={colour} required error={form.formState.errors[name]?.message}>
              {(wiring) => (
                <span className="flex gap-2">
                  <input
                    type="color"
                    aria-label={`Pick the ${scheme} ${colour.toLowerCase()} colour`}
                    className="h-11 w-12 flex-none cursor-pointer rounded-lg border border-line bg-background p-1"
                    value={isColour(value) ? value : "#000000"}
                    onChange={(event) =>
                      form.setValue(name, event.target.value, { shouldDirty: true, shouldValidate: true })
                    }
                  />
                  <input
                    {...wiring}
                    {...form.register(name)}
                    className="input font-code"
                    maxLength={7}
                    autoComplete="off"
                    spellCheck={false}
                  />
                </span>
              )}
            </Field>
          );
        })}
      </div>
    </fieldset>
  );
}
