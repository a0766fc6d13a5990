import { zodResolver } from "@hookform/resolvers/zod";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useForm, useWatch } from "react-hook-form";
import { addSocialLink, socialLinksQuery } from "../../../api/social-media";
import { Card } from "../../../kit/admin/card";
import { refused } from "../../../kit/admin/failure";
import { useUnsaved } from "../../../kit/admin/unsaved";
import { Button } from "../../../kit/button";
import { Field } from "../../../kit/field";
import { socialIcon } from "../../../kit/social-icons";
import { Switch } from "../../../kit/switch";
import { toast } from "../../../kit/toast";
import { addressOn, type Platform, platforms } from "./platforms";
import { inputOf, noLink, type SocialValues, socialRules } from "./social-rules";

/** Adds a social link. */
export function SocialForm() {
  const form = useForm<SocialValues>({ defaultValues: noLink, resolver: zodResolver(socialRules) });
  const { register, control, setValue, getValues, setFocus, formState } = form;
  const { errors, isDirty } = formState;
  const add = useAdd(form);
  const platform = useWatch({ control, name: "platform" });
  useUnsaved(() => isDirty);
  const choose = (chosen: Platform) => {
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
    setValue("platform", chosen.name, options);
    setValue("url", addressOn(chosen, getValues("url")), options);
    setFocus("url");
  };
  return (
    <Card title="Add Social Media Link">
      <PlatformGrid chosen={platform} choose={choose} />
      <form
        noValidate
        className="mt-4"
        onSubmit={(event) => void form.handleSubmit((values) => add.isPending || add.mutate(values))(event)}
      >
        <Field label="Platform Name" required error={errors.platform?.message}>
          {(wiring) => (
            <input {...wiring} {...register("platform")} className="input" autoComplete="off" placeholder="Facebook" />
          )}
        </Field>
        <Field label="URL" required error={errors.url?.message}>
          {(wiring) => (
            <input
              {...wiring}
              {...register("url")}
              className="input"
              type="url"
              autoComplete="off"
              placeholder="https://facebook.com/yourpage"
            />
          )}
        </Field>
        <Switch label="Active" hint="Shown in the footer." {...register("isActive")} />
        <Field label="Order" required hint="Lower numbers come first." error={errors.displayOrder?.message}>
          {(wiring) => <input {...wiring} {...register("displayOrder")} className="input max-w-32" type="number" />}
        </Field>
        <Button type="submit" tone="brass" className="mt-4 w-full" disabled={add.isPending}>
          {add.isPending ? "Adding..." : "Add Social Link"}
        </Button>
      </form>
    </Card>
  );
}

function useAdd(form: ReturnType<typeof useForm<SocialValues>>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: SocialValues) => addSocialLink(inputOf(values)),
    onSuccess: async () => {
      form.reset();
      toast({ title: "Social media link created successfully" });
      await queries.invalidateQueries(socialLinksQuery());
    },
    onError: refused(form, "Failed to create social media link"),
  });
}

interface PlatformGridProps {
  /** The form's current platform name. */
  chosen: string;
  choose: (platform: Platform) => void;
}

/** The platforms to choose from. */
function PlatformGrid({ chosen, choose }: PlatformGridProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label="Quick select" className="grid grid-cols-3 gap-1.5 sm:grid-cols-5">
      {platforms.map((platform) => {
        const Icon = socialIcon(platform.name);
        return (
          <button
            key={platform.name}
            type="button"
            className="grid min-h-15 place-items-center gap-1 rounded-lg border border-hairline px-1 py-2 text-[0.75rem] text-muted hover:border-line hover:text-text aria-pressed:border-text aria-pressed:bg-raised-2 aria-pressed:text-text"
            aria-pressed={chosen.trim().toLowerCase() === platform.name.toLowerCase()}
            onClick={() => choose(platform)}
          >
            <Icon size={20} stroke={1.6} aria-hidden="true" />
            {platform.name}
          </button>
        );
      })}
    </div>
  );
}
