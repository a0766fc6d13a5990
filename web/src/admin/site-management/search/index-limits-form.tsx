import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { fieldMessage, sentenceOf } from "../../../api/fault";
import { changeSiteSettings, type SiteSettings, siteSettingsQuery } from "../../../api/site-settings";
import { toast } from "../../../components/toast";
import { Button } from "../../../ui/button";
import { Field } from "../../../ui/field";
import { AdminLink } from "../../link";
import { useUnsaved } from "../../unsaved";
import { Card } from "../card";
import { type LimitValues, limitRules, limits, numbersOf, valuesOf } from "./index-limits";

/** Changes what a page must have for search engines to index it. */
export function IndexLimitsForm({ settings: { index, defaults } }: { settings: SiteSettings }) {
  const form = useForm<LimitValues>({ values: valuesOf(index), resolver: zodResolver(limitRules) });
  const { errors, isDirty } = form.formState;
  const save = useSave(form);
  useUnsaved(() => isDirty);
  return (
    <Card title="Indexable pages">
      <p className="max-w-2xl text-pretty text-sm text-muted">
        A page with less than this works and is linked, but search engines are asked not to index it, and it isn't in
        the sitemap.{" "}
        <AdminLink
          href="/admin/reach"
          className="rounded underline decoration-line underline-offset-[0.25em] hover:text-text"
        >
          See which pages stay out
        </AdminLink>
      </p>
      <form
        noValidate
        className="mt-4"
        onSubmit={(event) => void form.handleSubmit((values) => save.isPending || save.mutate(values))(event)}
      >
        <div className="grid gap-x-6 sm:grid-cols-2">
          {limits.map(({ name, label, least, most }) => (
            <Field
              key={name}
              label={label}
              required
              hint={`${defaults.index[name]} by default.`}
              error={errors[name]?.message}
            >
              {(wiring) => (
                <input
                  {...wiring}
                  {...form.register(name)}
                  className="input max-w-32"
                  type="number"
                  min={least}
                  max={most}
                />
              )}
            </Field>
          ))}
        </div>
        <Button type="submit" tone="brass" className="mt-4" disabled={save.isPending}>
          {save.isPending ? "Saving..." : "Save changes"}
        </Button>
      </form>
    </Card>
  );
}

function useSave(form: ReturnType<typeof useForm<LimitValues>>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: LimitValues) => changeSiteSettings({ index: numbersOf(values) }),
    onSuccess: (saved) => {
      toast({ title: "Settings saved" });
      queries.setQueryData(siteSettingsQuery().queryKey, saved);
    },
    onError: (error) => {
      for (const { name } of limits) {
        const message = fieldMessage(error, `index.${name}`);
        if (message) form.setError(name, { type: "server", message }, { shouldFocus: true });
      }
      toast({
        title: "Couldn't save the settings",
        description: sentenceOf(error, "Failed to connect to server"),
        tone: "destructive",
      });
    },
  });
}
