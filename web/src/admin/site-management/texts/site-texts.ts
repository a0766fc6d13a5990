import type { SiteTexts } from "../../../api/site-settings";
import { mistakesIn, text } from "../../../kit/admin/field-rules";

/** A text with its label and its longest length, which is the server's. */
interface TextField {
  name: keyof SiteTexts;
  label: string;
  longest: number;
  hint: string;
}

/** The texts in the order of the form. */
export const textFields: TextField[] = [
  { name: "name", label: "Site name", longest: 60, hint: "In the menu, titles, emails and feeds." },
  { name: "tagline", label: "Tagline", longest: 100, hint: "After the name, in the title of the home page." },
  { name: "hero", label: "Heading", longest: 80, hint: "The first words on the home page." },
  {
    name: "heroAccent",
    label: "End of the heading, in colour",
    longest: 40,
    hint: "With a heading of your own, an empty field means none.",
  },
  { name: "introduction", label: "Introduction", longest: 300, hint: "Beside the heading." },
  { name: "footer", label: "Footer text", longest: 200, hint: "Below the name, at the foot of every page." },
  { name: "contact", label: "Contact email", longest: 254, hint: "On the legal pages that come with Vitrine." },
  { name: "socialTitle", label: "Social title", longest: 100, hint: "Title of the home page where people share it." },
];

const rules = Object.fromEntries(textFields.map(({ name, longest }) => [name, text(longest)]));

/** Returns the texts that are too long. */
export const mistakesInTexts = (texts: Partial<SiteTexts>) => mistakesIn(texts, rules);

/** The texts as visitors would see them: the server has the same rule (internal/site/texts.go). */
export function shownTexts(typed: Partial<SiteTexts>, defaults: SiteTexts): SiteTexts {
  const own = (name: keyof SiteTexts) => typed[name]?.trim() ?? "";
  const shown = Object.fromEntries(textFields.map(({ name }) => [name, own(name) || defaults[name]]));
  if (own("hero") !== "") shown.heroAccent = own("heroAccent");
  return shown as unknown as SiteTexts;
}
