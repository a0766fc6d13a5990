import "./topics-field.css";
import { useId, useRef, useState } from "react";
import type { Site } from "../../api/schema.gen";
import type { Choices } from "../../api/subscription";
import { Choice } from "../../kit/choice";
import { languageOf } from "../../kit/language";
import { useSite } from "../../site";

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

interface TopicsFieldProps {
  /** Category ids; none: all topics. */
  topics: number[];
  choose: (topics: number[]) => void;
}

/** From how many topics on there is a search. */
const many = 12;

/** Any of the site's categories. A long list scrolls, and can be searched. */
function TopicsField({ topics, choose }: TopicsFieldProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  const site = useSite();
  const categories = site?.categories ?? [];
  const found = categories.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const toggle = (topic: number) =>
    choose(topics.includes(topic) ? topics.filter((other) => other !== topic) : [...topics, topic]);
  const clear = () => {
    choose([]);
    box.current?.querySelector("input")?.focus(); // the button is gone
  };
  return (
    <fieldset className="min-w-0">
      <legend className="topics-legend">Topics</legend>
      <p className="topics-line">
        <span aria-live="polite" className="min-w-0 wrap-anywhere">
          {topics.length === 0 ? "You'll get all topics unless you pick some." : `Only ${topicsInWords(topics, site)}.`}
        </span>
        {topics.length === 0 ? null : (
          <button type="button" className="topics-clear" onClick={clear}>
            Clear <span className="sr-only">topics</span>
          </button>
        )}
      </p>
      <div ref={box} className="topics">
        {categories.length > many ? (
          <input
            type="search"
            aria-label="Search topics"
            aria-controls={`${id}-list`}
            placeholder={`Search ${categories.length} topics`}
            value={search}
            onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === "Enter") event.preventDefault(); // it would submit the form
            }}
            className="topics-search"
          />
        ) : null}
        <div id={`${id}-list`} className="topics-list">
          {found.map(({ id: topic, name }) => (
            <label key={topic} className="topic">
              <input type="checkbox" checked={topics.includes(topic)} onChange={() => toggle(topic)} />
              <span {...languageOf(name)} className="min-w-0 wrap-anywhere">
                {name}
              </span>
            </label>
          ))}
          {found.length === 0 ? <p className="col-span-full p-2 text-sm text-muted">No matching topics.</p> : null}
        </div>
      </div>
    </fieldset>
  );
}

/** "Audio", "Audio and Video", "Audio, Music and 4 more"; empty without topics. */
function topicsInWords(topics: number[], site: Site | undefined): string {
  const names = (site?.categories ?? []).filter(({ id }) => topics.includes(id)).map(({ name }) => name);
  if (names.length > 3) return `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter(Boolean).join(" and ");
}
