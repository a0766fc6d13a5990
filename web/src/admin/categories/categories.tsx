import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type CountedCategory, countedCategoriesQuery } from "../../api/categories-admin";
import { Loaded, StatePanel } from "../../kit/admin/list";
import { ScreenHead } from "../../kit/admin/screen-head";
import { panelRows } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { fold } from "../../kit/fold";
import { Skeleton } from "../../kit/skeleton";
import { CategoryDialogs, type CategoryQuestion } from "./category-dialogs";
import { CategoryRow, categoryRow } from "./category-row";

/** The list of all categories, with actions to rename, merge and delete them. */
export default function Categories() {
  const categories = useQuery(countedCategoriesQuery());
  return (
    <>
      <ScreenHead
        title="Categories"
        summary={categories.data ? countOf(categories.data.length, "category", "categories") : ""}
      >
        Categories appear when a tool uses them. Old URLs redirect after a rename or merge. Empty ones can be deleted.
      </ScreenHead>
      <Loaded query={categories} failure="Failed to fetch categories" loading={<RowSkeletons />}>
        {(list) => <CategoryList categories={list} />}
      </Loaded>
    </>
  );
}

function CategoryList({ categories }: { categories: CountedCategory[] }) {
  const [search, setSearch] = useState("");
  const [question, setQuestion] = useState<CategoryQuestion>(null);
  if (categories.length === 0) {
    return <StatePanel title="No categories yet" text="Add a tool with a category, and it appears here." />;
  }
  const found = categories.filter(({ name, slug }) => fold(`${name} ${slug}`).includes(fold(search)));
  return (
    <>
      <div className="search-box mt-5 max-w-sm">
        <input
          type="search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          placeholder="Search categories..."
          aria-label="Search categories"
          autoComplete="off"
        />
      </div>
      <p role="status" className="sr-only">
        {search === "" ? "" : `${countOf(found.length, "category", "categories")} found`}
      </p>
      {found.length > 0 ? (
        <ul className={`${panelRows} mt-4`} aria-label="Categories">
          {found.map((category) => (
            <CategoryRow key={category.id} category={category} ask={setQuestion} />
          ))}
        </ul>
      ) : (
        <StatePanel title="No matching categories" text="Try part of its name or URL.">
          <Button onClick={() => setSearch("")}>Show all</Button>
        </StatePanel>
      )}
      <CategoryDialogs question={question} categories={categories} onClose={() => setQuestion(null)} />
    </>
  );
}

function RowSkeletons() {
  return (
    <div role="status" className="mt-5">
      <span className="sr-only">Loading categories</span>
      <Skeleton className="h-11 max-w-sm rounded-lg" />
      <div className={`${panelRows} mt-4`}>
        {Array.from({ length: 8 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <div key={index} className={categoryRow}>
            <Skeleton className="h-5 w-2/5" />
          </div>
        ))}
      </div>
    </div>
  );
}
