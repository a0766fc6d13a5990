import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { categoryOverviewQuery } from "../../api/products";
import type { CategorySummary, TagCount } from "../../api/schema.gen";
import { homeAddress, noFilters, tagPath } from "../../filters";
import { Breadcrumb } from "../../kit/breadcrumb";
import { Button, buttonStyle } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { fold } from "../../kit/fold";
import { languageOf } from "../../kit/language";
import { EmptyList, ListOf } from "../../kit/page-state";
import { CategoryTile } from "./tile";
import { categoriesCrumb, categoriesHeading } from "./titles";

/** All categories from A to Z, with a field that filters them by name. */
export function CategoriesScreen() {
  return (
    <div className="page-width min-h-dvh pb-4">
      <Breadcrumb current={categoriesCrumb.name} />
      <h1 className="mt-1 mb-6 font-display text-4xl sm:text-5xl">{categoriesHeading}</h1>
      <ListOf query={useQuery(categoryOverviewQuery())} items="categories">
        {({ categories, tags }) => (
          <>
            {categories.length > 0 ? <Categories categories={categories} /> : empty}
            {tags.length > 0 ? <Tags tags={tags} /> : null}
          </>
        )}
      </ListOf>
    </div>
  );
}

const empty = (
  <EmptyList text="There are no categories yet. They appear with the first tools.">
    <a href="/submit" className={buttonStyle()}>
      Submit an AI tool
    </a>
  </EmptyList>
);

function Categories({ categories }: { categories: CategorySummary[] }) {
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const showAll = () => {
    setText("");
    field.current?.focus();
  };
  const wanted = fold(text);
  const found = categories.filter(({ name }) => fold(name).includes(wanted));
  const count = countOf(found.length, "category", "categories");
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <NameField text={text} setText={setText} field={field} />
        <p role="status" className="text-sm text-dim tabular-nums">
          {count}
        </p>
      </div>
      {found.length > 0 ? (
        <ul className="category-grid">
          {found.map((category) => (
            <CategoryTile key={category.id} category={category} title="h2" />
          ))}
        </ul>
      ) : (
        <NotFound text={text} showAll={showAll} />
      )}
    </>
  );
}

interface NameFieldProps {
  text: string;
  setText: (text: string) => void;
  field: RefObject<HTMLInputElement | null>;
}

/** The field that narrows the list. Without scripts it is not there. */
function NameField({ text, setText, field }: NameFieldProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before the scripts were loaded
  useEffect(() => setText(field.current?.value ?? ""), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") setText("");
  };
  return (
    <div className="search-box w-full sm:max-w-sm noscript:hidden">
      <input
        ref={field}
        type="search"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder="Find a category"
        aria-label="Find a category"
        autoComplete="off"
      />
    </div>
  );
}

/** The most used tags, each with its list. */
function Tags({ tags }: { tags: TagCount[] }) {
  return (
    <section aria-labelledby="tags" className="mt-16">
      <h2 id="tags" className="mb-5 scroll-mt-24 font-display text-[1.875rem] leading-tight">
        Tags
      </h2>
      <ul className="flex flex-wrap gap-2">
        {tags.map(({ slug, name, count }) => (
          <li key={slug} className="max-w-full">
            <a href={tagPath(slug)} {...languageOf(name)} className="chip">
              {name} <span className="chip-count">{formatCount(count)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NotFound({ text, showAll }: { text: string; showAll: () => void }) {
  return (
    <EmptyList text={`No category matches “${text.trim()}”.`}>
      <div className="flex flex-wrap gap-3">
        <a href={homeAddress({ ...noFilters, search: text })} className={buttonStyle()}>
          Search all tools
        </a>
        <Button onClick={showAll}>Show all categories</Button>
      </div>
    </EmptyList>
  );
}
