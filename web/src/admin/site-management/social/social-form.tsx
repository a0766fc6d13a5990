import { useQueryClient } from "@tanstack/react-query";
import type { SocialLinkInput } from "../../../api/schema.gen";
import { addSocialLink, socialLinksQuery } from "../../../api/social-media";
import { Card } from "../../../kit/admin/card";
import { TextField, useEditor } from "../../../kit/admin/editor";
import { isWebAddress, mistakesIn, required, text, trimmed } from "../../../kit/admin/field-rules";
import { Button } from "../../../kit/button";
import { socialIcon } from "../../../kit/social-icons";
import { Switch } from "../../../kit/switch";
import { toast } from "../../../kit/toast";
import platforms from "./platforms.json";

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

/** The maximum lengths of a platform's name and of a URL, in characters. */
const limits = { platform: 50, url: 500 };

/** The values of an empty form. The order is the typed text. */
export const noLink = { platform: "", url: "", isActive: true, displayOrder: "0" };

/** The server checks the same rules, and decides. */
export const socialRules = {
  platform: required(limits.platform, "Platform is required"),
  url: (url: string) => text(limits.url)(url) ?? (isWebAddress(url.trim()) ? undefined : "Please enter a valid URL"),
};

/** Returns the whole number that a text starts with, or 0. */
export function orderIn(text: string): number {
  const order = Number.parseInt(text, 10);
  return Number.isNaN(order) ? 0 : order;
}

/** Returns the input for a valid form. */
export const inputOf = ({ displayOrder, ...link }: typeof noLink): SocialLinkInput => ({
  ...link,
  displayOrder: orderIn(displayOrder),
});

/** A platform that can be chosen with one click, and the start of its URLs. */
type Platform = (typeof platforms)[number];

/**
 * Returns the URL to continue from when a platform is chosen: its prefix, unless the URL already is on that platform.
 */
export const addressOn = ({ prefix }: Platform, address: string) =>
  address.trim().startsWith(prefix) ? address : prefix;
