import "./topics-field.css";
import { useId, useState } from "react";
import { useSite } from "../site";
import { countOf } from "../ui/count";

interface TopicsFieldProps {
  /** Category ids; none: all topics. */
  topics: number[];
  choose: (topics: number[]) => void;
}

/** From how many topics on there is a search. */
const many = 12;

/** Any of the site's categories. A long list scrolls, and can be searched. */
export function TopicsField({ topics, choose }: TopicsFieldProps) {
  const id = useId();
  const [search, setSearch] = useState("");
  const categories = useSite()?.categories ?? [];
  const found = categories.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase()));
  const toggle = (topic: number) =>
    choose(topics.includes(topic) ? topics.filter((other) => other !== topic) : [...topics, topic]);
  return (
    <fieldset className="min-w-0">
      <legend className="topics-legend">Topics</legend>
      <p className="topics-line">
        <span aria-live="polite">
          {topics.length === 0 ? "All topics. Choose some to get only those." : `${countOf(topics.length, "topic")}.`}
        </span>
        {topics.length === 0 ? null : (
          <button type="button" className="text-link min-h-11 md:min-h-6" onClick={() => choose([])}>
            Get all topics
          </button>
        )}
      </p>
      <div className="topics">
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
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </label>
          ))}
          {found.length === 0 ? <p className="col-span-full p-2 text-sm text-muted">No topic has this name.</p> : null}
        </div>
      </div>
    </fieldset>
  );
}
