import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import type { SiteSettings, SiteSettingsInput } from "../../api/schema.gen";
import { siteQuery } from "../../api/site";
import { changeSiteSettings, siteSettingsQuery } from "../../api/site-settings";
import { Button } from "../button";
import type { FieldErrors } from "../form-rules";
import { toast } from "../toast";
import { TextField, useEditor } from "./editor";
import { trimmed } from "./field-rules";
import { Loaded, Loading } from "./list";

/** The texts of a form, by the names of its settings. */
export type SettingValues = Record<string, string>;

interface Part {
  /** Returns the values of the form. */
  valuesOf: (settings: SiteSettings) => SettingValues;
  check: (values: SettingValues) => FieldErrors;
  inputOf: (values: SettingValues) => SiteSettingsInput;
}

/** The editor of one part of the settings. */
export function useSettingsEditor(
  part: keyof SiteSettingsInput,
  settings: SiteSettings,
  { valuesOf, check, inputOf }: Part,
) {
  const queries = useQueryClient();
  return useEditor({
    opened: valuesOf(settings),
    check,
    save: (values) => changeSiteSettings(inputOf(trimmed(values))),
    valuesOf,
    part: `${part}.`,
    failure: "Couldn't save the settings",
    onSaved: (saved) => {
      toast({ title: "Settings saved" });
      queries.setQueryData(siteSettingsQuery().queryKey, saved);
      void queries.invalidateQueries({ queryKey: siteQuery().queryKey });
    },
  });
}

type SettingsEditor = ReturnType<typeof useSettingsEditor>;

/** An input of the form: its setting, its label, and further attributes. */
type SettingField = Omit<ComponentProps<typeof TextField>, "change" | "error" | "value"> & { name: string };

interface SettingsFormProps {
  editor: SettingsEditor;
  fields: SettingField[];
  className?: string;
}

/** The inputs of a form of settings, and the button that saves them. Where none is required, no label says so. */
export function SettingsForm({ editor, fields, className = "" }: SettingsFormProps) {
  const areOptional = fields.every(({ required }) => !required);
  return (
    <form {...editor.form} className="mt-3">
      <div className={`grid gap-x-6 gap-y-4 ${areOptional ? "[&_.field-optional]:hidden" : ""} ${className}`}>
        {fields.map((field) => (
          <TextField key={field.name} {...field} {...editor.text(field.name)} />
        ))}
      </div>
      <SaveButton editor={editor} />
    </form>
  );
}

/** The button below a form in a card. It stays in sight while the form is longer than the window, and stands out once something has changed. */
export function SaveButton({ editor: { isChanged, isSaving } }: { editor: SettingsEditor }) {
  return (
    <div className="save-bar">
      <Button type="submit" tone={isChanged ? "brass" : "quiet"} disabled={isSaving}>
        {isSaving ? "Saving..." : "Save changes"}
      </Button>
    </div>
  );
}

/** Shows a tab once the settings are loaded; before that a skeleton, or what went wrong. */
export function WithSettings({ children }: { children: (settings: SiteSettings) => ReactNode }) {
  return (
    <Loaded
      query={useQuery(siteSettingsQuery())}
      failure="Couldn't load the settings"
      loading={<Loading what="Loading..." skeleton="h-96 rounded-xl" />}
    >
      {children}
    </Loaded>
  );
}
