import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { categoryOverviewQuery } from "../../api/products";
import type { CategorySummary, TagCount } from "../../api/schema.gen";
import { categoryPath, homeAddress, noFilters, tagPath } from "../../filters";
import { Breadcrumb } from "../../kit/breadcrumb";
import { Button, buttonStyle } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { fold } from "../../kit/fold";
import { languageOf } from "../../kit/language";
import { EmptyList, ListOf } from "../../kit/page-state";
import { useSite } from "../../site";
import { categoryTally } from "./tile";
import { categoriesCrumb, categoriesHeading } from "./titles";

/** All categories by group, with a field that filters them by name. */
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
  const groups = useSite()?.groups ?? [];
  const wanted = fold(text);
  const found = categories.filter(({ name }) => fold(name).includes(wanted));
  const count = countOf(found.length, "category", "categories");
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 sm:mb-11">
        <NameField text={text} setText={setText} field={field} />
        <p role="status" className="text-sm text-dim tabular-nums max-sm:sr-only">
          {count}
        </p>
      </div>
      {found.length > 0 ? (
        groups.map((name) => (
          <Group
            key={name}
            name={groups.length > 1 ? name : ""}
            categories={found.filter(({ group }) => group === name)}
          />
        ))
      ) : (
        <NotFound text={text} showAll={showAll} />
      )}
    </>
  );
}

interface GroupProps {
  /** Empty: no heading. */
  name: string;
  categories: CategorySummary[];
}

function Group({ name, categories }: GroupProps) {
  if (categories.length === 0) return null;
  return (
    <section className="category-group">
      {name === "" ? null : (
        <h2 {...languageOf(name)} className="font-display text-2xl leading-tight wrap-anywhere sm:text-[1.75rem]">
          {name}
        </h2>
      )}
      <ul className="category-items">
        {categories.map((category) => (
          <li key={category.id} {...languageOf(category.name)} className="category-item">
            <a href={categoryPath(category.slug)}>
              <span className="category-name">{category.name}</span>{" "}
              <span className="tile-count">{categoryTally(category)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
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

/** How many tags are seen at once. */
const firstTags = 6;

/** The most used tags, each with its list. */
function Tags({ tags }: { tags: TagCount[] }) {
  const first = tags.filter(({ slug }) => !ofPrice.test(slug)).slice(0, firstTags);
  const further = tags.filter((tag) => !first.includes(tag));
  return (
    <section aria-labelledby="tags" className="mt-9 sm:mt-12">
      <h2 id="tags" className="mb-4 scroll-mt-24 font-display text-2xl leading-tight sm:text-[1.75rem]">
        Tags
      </h2>
      <TagChips tags={first} />
      {further.length > 0 ? (
        <details className="mt-3">
          <summary className="chevron inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded text-sm text-muted hover:text-text">
            {countOf(further.length, "more tag")}
          </summary>
          <TagChips tags={further} />
        </details>
      ) : null}
    </section>
  );
}

/** What a filter of the lists says already. */
const ofPrice = /^(free|freemium|premium|paid)(-version)?$/;

/** A tag in the form of a name: "ai-search" as "AI search". One with capitals or spaces is a name already. */
const nameOf = (tag: string) =>
  /^[a-z\d-]+$/.test(tag)
    ? tag
        .replaceAll("-", " ")
        .replace(/\b(ai|api|ci|cli|crm|gpu|ide|llm|mcp|rag|sdk|seo|ui)s?\b/g, (word) => word.toUpperCase())
        .replace(/^./, (letter) => letter.toUpperCase())
    : tag;

const TagChips = ({ tags }: { tags: TagCount[] }) => (
  <ul className="flex flex-wrap gap-2">
    {tags.map(({ slug, name, count }) => (
      <li key={slug} className="max-w-full">
        <a href={tagPath(slug)} {...languageOf(name)} className="chip">
          {nameOf(name)} <span className="chip-count">{formatCount(count)}</span>
        </a>
      </li>
    ))}
  </ul>
);

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
