import { useState } from "react";
import type { Site } from "../../api/site";
import type { Choices } from "../../api/subscription";
import { Choice } from "../../kit/choice";
import { useSite } from "../../site";
import { TopicsField, topicsInWords } from "./topics-field";

/** The cadences by their labels. */
const cadences: Record<string, Choices["cadence"]> = { Weekly: "weekly", Monthly: "monthly" };

const labelOf = (cadence: Choices["cadence"]) => Object.keys(cadences).find((label) => cadences[label] === cadence);

/** The chosen topics, and the fields of a form that change them and the cadence. */
export function useChoices(saved: Choices = { topics: [], cadence: "weekly" }) {
  const site = useSite();
  const [topics, setTopics] = useState(() => existing(saved.topics, site));
  const fields = (
    <>
      <TopicsField topics={topics} choose={setTopics} />
      <div className="max-w-64">
        <Choice
          legend="How often"
          name="cadence"
          options={Object.keys(cadences)}
          chosen={labelOf(saved.cadence)}
          required
        />
      </div>
    </>
  );
  /** Returns the choices, with the cadence as the form has it. */
  const chosen = (cadence: string): Choices => ({ topics, cadence: cadences[cadence] ?? "weekly" });
  return { fields, chosen };
}

/** Returns what a subscriber has chosen, of what there still is. */
export const choicesOf = ({ topics, cadence }: Choices, site: Site | undefined): Choices => ({
  topics: existing(topics, site),
  cadence,
});

/** Topics that have been deleted or merged into others since are not sent again. */
const existing = (topics: number[], site: Site | undefined) =>
  topics.filter((topic) => site?.categories.some(({ id }) => id === topic));

/** "weekly: all topics", "monthly: Audio and Video", "weekly: Audio, Music and 4 more". */
export const inWords = ({ topics, cadence }: Choices, site: Site | undefined) =>
  `${cadence}: ${topicsInWords(topics, site) || "all topics"}`;
