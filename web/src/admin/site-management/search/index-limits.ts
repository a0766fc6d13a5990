import * as z from "zod/mini";
import type { IndexLimits } from "../../../api/site-settings";
import type { SettingRules, SettingValues } from "../use-settings-form";

/** A limit with its label and its bounds, which are the server's. */
export interface Limit {
  name: keyof IndexLimits;
  label: string;
  least: number;
  most: number;
}

/** The limits in the order of the form. */
export const limits: Limit[] = [
  { name: "description", label: "Characters of a tool's own description", least: 0, most: 1000 },
  { name: "toolFacts", label: "Facts of a tool", least: 0, most: 8 },
  { name: "categoryTools", label: "Tools of a category", least: 1, most: 100 },
  { name: "collectionTools", label: "Tools of a collection", least: 1, most: 100 },
  { name: "alternatives", label: "Alternatives of a tool", least: 1, most: 20 },
  { name: "comparisonFacts", label: "Facts in which compared tools differ", least: 0, most: 6 },
];

/** The form's texts. */
export const valuesOf = (index: IndexLimits): SettingValues =>
  Object.fromEntries(limits.map(({ name }) => [name, `${index[name]}`]));

export const numbersOf = (values: SettingValues) =>
  Object.fromEntries(limits.map(({ name }) => [name, Number(values[name])])) as unknown as IndexLimits;

const whole = ({ least, most }: Limit) =>
  z
    .string()
    .check(
      z.refine(
        (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most,
        `Please enter a number from ${least} to ${most}`,
      ),
    );

export const limitRules = z.object(
  Object.fromEntries(limits.map((limit) => [limit.name, whole(limit)])),
) as SettingRules;
