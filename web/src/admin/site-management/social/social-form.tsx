import { useQueryClient } from "@tanstack/react-query";
import { addSocialLink, socialLinksQuery } from "../../../api/social-media";
import { Card } from "../../../kit/admin/card";
import { TextField, useEditor } from "../../../kit/admin/editor";
import { mistakesIn, trimmed } from "../../../kit/admin/field-rules";
import { Button } from "../../../kit/button";
import { socialIcon } from "../../../kit/social-icons";
import { Switch } from "../../../kit/switch";
import { toast } from "../../../kit/toast";
import { addressOn, inputOf, noLink, type Platform, platforms, socialRules } from "./social-rules";

/** Adds a social link. */
export function SocialForm() {
  const queries = useQueryClient();
  const { form, values, change, text, isSaving } = useEditor({
    opened: noLink,
    check: (values) => mistakesIn(values, socialRules),
    save: (values) => addSocialLink(inputOf(trimmed(values))),
    valuesOf: () => noLink,
    onSaved: async () => {
      toast({ title: "Social media link created successfully" });
      await queries.invalidateQueries(socialLinksQuery());
    },
    failure: "Failed to create social media link",
  });
  const choose = (chosen: Platform) => {
    change({ platform: chosen.name, url: addressOn(chosen, values.url) });
    form.ref.current?.querySelector<HTMLElement>("[name=url]")?.focus();
  };
  return (
    <Card title="Add Social Media Link">
      <PlatformGrid chosen={values.platform} choose={choose} />
      <form {...form} className="mt-4">
        <TextField {...text("platform")} label="Platform Name" required placeholder="Facebook" />
        <TextField {...text("url")} label="URL" required type="url" placeholder="https://facebook.com/yourpage" />
        <Switch
          label="Active"
          hint="Shown in the footer."
          checked={values.isActive}
          onChange={(event) => change({ isActive: event.currentTarget.checked })}
        />
        <TextField
          {...text("displayOrder")}
          label="Order"
          required
          hint="Lower numbers come first."
          className="max-w-32"
          type="number"
        />
        <Button type="submit" tone="brass" className="mt-4 w-full" disabled={isSaving}>
          {isSaving ? "Adding..." : "Add Social Link"}
        </Button>
      </form>
    </Card>
  );
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
