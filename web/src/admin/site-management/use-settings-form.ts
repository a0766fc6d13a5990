import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import type * as z from "zod/mini";
import { siteQuery } from "../../api/site";
import { changeSiteSettings, type SiteSettingsInput, siteSettingsQuery } from "../../api/site-settings";
import { refused } from "../../kit/admin/failure";
import { useUnsaved } from "../../kit/admin/unsaved";
import { toast } from "../../kit/toast";

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
