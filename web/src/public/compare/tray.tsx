import "./compare-bar.css";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { comparedLimit, comparisonTitle } from "../../api/comparisons";
import { cardsQuery } from "../../api/products";
import type { ProductCard } from "../../api/schema.gen";
import { Button, buttonStyle } from "../../kit/button";
import { languageOf } from "../../kit/language";
import { toastError } from "../../kit/toast";
import { ProductLogo } from "../../kit/tools/product-logo";
import { isId, storedList } from "../../kit/tools/stored-list";
import { useListButtons } from "../../kit/tools/tool-buttons";
import { comparedKey } from "./compare-buttons";

const list = storedList<{ id: number }>({
  key: comparedKey,
  limit: comparedLimit,
  parse: ({ id }) => (isId(id) ? { id } : undefined),
});

/** The tools that the visitor has chosen to compare, in the order in which they were chosen. */
const comparedTools = list.get;

const subscribeCompared = list.subscribe;

const isCompared = (id: number) => comparedTools().some((tool) => tool.id === id);

/** Adds a tool. Reports whether there was space for it. */
function addCompared(id: number): boolean {
  if (comparedTools().length >= comparedLimit) return false;
  list.replace([...comparedTools().filter((tool) => tool.id !== id), { id }]);
  return true;
}

const removeCompared = (id: number) => list.replace(comparedTools().filter((tool) => tool.id !== id));

const clearCompared = () => list.replace([]);

const buttons = {
  attribute: "data-compare",
  ids: () => comparedTools().map(({ id }) => id),
  subscribe: subscribeCompared,
  press: (_button: HTMLElement, id: number) => toggle(id),
};

/** Makes the compare buttons work and shows the bar. `pressed` is the tool whose button was pressed before, or 0. */
export function Tray({ pressed }: { pressed: number }) {
  useListButtons(buttons);
  useEffect(() => {
    if (pressed > 0) toggle(pressed);
  }, [pressed]);
  return <CompareBar />;
}

/** Adds the tool to the ones to compare, or removes it. */
function toggle(id: number) {
  if (isCompared(id)) return removeCompared(id);
  if (addCompared(id)) return;
  toastError(`You can compare up to ${comparedLimit} tools`, "Remove one to add another.");
}

/** The tools that the visitor has chosen to compare, in a bar at the bottom of every page. */
function CompareBar() {
  const chosen = useSyncExternalStore(subscribeCompared, comparedTools, comparedTools);
  const { data, error, refetch } = useQuery({
    ...cardsQuery(chosen.map(({ id }) => id)),
    enabled: chosen.length > 0,
    placeholderData: (before: ProductCard[] | undefined) => before,
  });
  const isShown = chosen.length > 0;
  const bar = useRef<HTMLElement>(null);
  useEffect(() => (isShown && bar.current ? reserveSpace(bar.current) : undefined), [isShown]);
  if (!isShown) return null;
  const tools = chosen.flatMap(({ id }) => data?.find((card) => card.id === id) ?? []);
  return (
    <section ref={bar} aria-label="Tools to compare" className="compare-bar">
      <div className="page-width">
        <ul>
          {tools.map((tool) => (
            <Chosen key={tool.id} tool={tool} />
          ))}
          {error ? (
            <li>
              <Button size="small" onClick={() => void refetch()}>
                Couldn't load the tools. Try again
              </Button>
            </li>
          ) : null}
        </ul>
        <Button tone="bare" className="compare-clear" onClick={clearCompared}>
          Clear
        </Button>
        <CompareLink tools={tools} />
      </div>
      <p role="status" className="sr-only">
        {tools.length === 1 ? `${tools[0]?.name}: choose another tool to compare it with` : comparisonTitle(tools)}
      </p>
    </section>
  );
}

/** Tells the style sheets how high the bar is, as its buttons wrap and texts are enlarged. */
function reserveSpace(bar: HTMLElement) {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--tray", `${bar.offsetHeight}px`));
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty("--tray");
  };
}

/** The page of the comparison of these products. */
const comparisonAddress = (slugs: string[]) => `/compare/${slugs.sort().map(encodeURIComponent).join("-vs-")}`;

function Chosen({ tool }: { tool: ProductCard }) {
  return (
    <li className="compare-chosen">
      <ProductLogo product={tool} size="small" alt="" />
      <span {...languageOf(tool.name)} className="compare-name">
        {tool.name}
      </span>
      <button
        type="button"
        className="compare-remove"
        aria-label={`Remove ${tool.name}`}
        onClick={() => removeCompared(tool.id)}
      />
    </li>
  );
}

function CompareLink({ tools }: { tools: ProductCard[] }) {
  if (tools.length < 2) return <p className="compare-hint">Add one more</p>;
  return (
    <a href={comparisonAddress(tools.map(({ slug }) => slug))} className={buttonStyle({ tone: "brass" })}>
      {`Compare ${tools.length}`}
    </a>
  );
}
