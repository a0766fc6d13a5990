import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { siteQuery } from "../../api/site";
import {
  changeSiteSettings,
  type SiteSettings,
  type SiteSettingsInput,
  siteSettingsQuery,
} from "../../api/site-settings";
import { refused } from "../../kit/admin/failure";
import { Loaded } from "../../kit/admin/state-panel";
import { useUnsaved } from "../../kit/admin/unsaved";
import { Button } from "../../kit/button";
import { Field } from "../../kit/field";
import { Skeleton } from "../../kit/skeleton";
import { toast } from "../../kit/toast";

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

/** The texts of a form, by the names of its settings. */
export type SettingValues = Record<string, string>;

export type SettingRules = z.ZodMiniType<SettingValues, SettingValues>;

/**
 * A form of one part of the settings, with what saves it. A field that the server refuses gets the server's sentence.
 */
export function useSettingsForm(
  part: keyof SiteSettingsInput,
  values: SettingValues,
  rules: SettingRules,
  inputOf: (values: SettingValues) => SiteSettingsInput,
) {
  const queries = useQueryClient();
  const form = useForm<SettingValues>({ values, resolver: zodResolver(rules) });
  const { isDirty } = form.formState;
  useUnsaved(() => isDirty);
  const save = useMutation({
    mutationFn: (changed: SettingValues) => changeSiteSettings(inputOf(changed)),
    onSuccess: (saved) => {
      toast({ title: "Settings saved" });
      queries.setQueryData(siteSettingsQuery().queryKey, saved);
      void queries.invalidateQueries({ queryKey: siteQuery().queryKey });
    },
    onError: refused(form, "Couldn't save the settings", `${part}.`),
  });
  return { form, save };
}

/** Shows a tab once the settings are loaded; before that a skeleton, or what went wrong. */
export function WithSettings({ children }: { children: (settings: SiteSettings) => ReactNode }) {
  return (
    <Loaded
      query={useQuery(siteSettingsQuery())}
      failure="Couldn't load the settings"
      loading={
        <div role="status">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-96 rounded-xl" />
        </div>
      }
    >
      {children}
    </Loaded>
  );
}
