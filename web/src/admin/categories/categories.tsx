import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import {
  type CountedCategory,
  categoriesChanged,
  countedCategoriesQuery,
  updateCategory,
} from "../../api/categories-admin";
import { fieldMessage, sentenceOf } from "../../api/fault";
import { Loaded, LoadingRows, SearchBox, StatePanel } from "../../kit/admin/list";
import { MayChange } from "../../kit/admin/may";
import { ScreenHead } from "../../kit/admin/screen";
import { panel } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { focus } from "../../kit/focus";
import { fold } from "../../kit/fold";
import { toast } from "../../kit/toast";
import { CategoryDialogs, type CategoryQuestion } from "./category-dialogs";

/** The list of all categories, with actions to rename, merge and delete them. */
export default function Categories() {
  const categories = useQuery(countedCategoriesQuery());
  return (
    <>
      <ScreenHead
        title="Categories"
        summary={categories.data ? countOf(categories.data.length, "category", "categories") : ""}
      >
        Categories appear when a tool uses them, in a group suggested by their name. Old URLs redirect after a rename or
        merge. Empty ones can be deleted.
      </ScreenHead>
      <Loaded query={categories} failure="Failed to fetch categories" loading={<LoadingRows what="categories" />}>
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
  const groups = [...new Set(categories.map(({ group }) => group))].sort();
  const found = categories.filter(({ name, slug, group }) => fold(`${name} ${slug} ${group}`).includes(fold(search)));
  return (
    <>
      <SearchBox
        label="Search categories"
        placeholder="Search categories..."
        className="mt-5 max-w-sm"
        value={search}
        change={setSearch}
      />
      <p role="status" className="sr-only">
        {search === "" ? "" : `${countOf(found.length, "category", "categories")} found`}
      </p>
      {found.length > 0 ? (
        <div className={`${panel} mt-4 overflow-hidden`}>
          <div
            aria-hidden="true"
            className={`${columns} hidden min-h-10 items-center gap-x-4 border-b border-hairline px-4 text-[0.8125rem] text-dim md:grid`}
          >
            <span>Name</span>
            <span className="md:max-lg:hidden">URL</span>
            <span>Group</span>
            <span className="text-right">Tools</span>
          </div>
          <ul className="divide-y divide-hairline" aria-label="Categories">
            {found.map((category) => (
              <CategoryRow key={category.id} category={category} groups={groups} ask={setQuestion} />
            ))}
          </ul>
        </div>
      ) : (
        <StatePanel title="No matching categories" text="Try part of its name, URL or group.">
          <Button onClick={() => setSearch("")}>Show all</Button>
        </StatePanel>
      )}
      <CategoryDialogs question={question} categories={categories} onClose={() => setQuestion(null)} />
    </>
  );
}

interface CategoryRowProps {
  category: CountedCategory;
  /** Those of all categories. */
  groups: string[];
  ask: (question: CategoryQuestion) => void;
}

/** The columns, as wide in each row. */
const columns =
  "md:grid-cols-[minmax(0,1fr)_10rem_5rem_12rem] lg:grid-cols-[minmax(0,4fr)_minmax(0,3fr)_minmax(0,3fr)_5rem_12rem]";

/** What a field of the form is called where the list has no head. */
const fieldName = "block pb-1 text-[0.75rem] text-dim md:hidden";

/** The layout of a row. Rows outside the window are not rendered; on a phone the group is below the name. */
const categoryRow =
  "px-4 py-2 [contain-intrinsic-height:auto_4rem] [content-visibility:auto] md:py-1 md:[contain-intrinsic-height:auto_3rem]";

/** One category: name, URL, group, number of tools and actions. Name and group are edited in place. */
function CategoryRow({ category, groups, ask }: CategoryRowProps) {
  const [isEditing, setIsEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const { name, slug, count, group } = category;
  const stop = () => {
    setIsEditing(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  if (isEditing) {
    return (
      <li className={categoryRow}>
        <CategoryForm category={category} groups={groups} onDone={stop} />
      </li>
    );
  }
  return (
    <li
      className={`${categoryRow} ${columns} grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 max-md:gap-x-2 hover:bg-raised-2`}
    >
      <p className="text-[0.9375rem] font-medium wrap-anywhere md:truncate">{name}</p>
      <a
        href={`/category/${slug}`}
        className="truncate min-w-0 text-dim text-[0.8125rem] hover:text-text hover:underline hover:underline-offset-[0.2em] max-lg:hidden"
        aria-label={`/category/${slug}, the public page`}
      >
        /category/{slug}
      </a>
      <span className="flex min-w-0 gap-x-1 text-muted text-[0.8125rem]">
        <span className="truncate">{group}</span>{" "}
        <span className="flex-none md:hidden">· {count === 0 ? "unused" : countOf(count, "tool")}</span>
      </span>
      <span className="text-muted text-[0.8125rem] tabular-nums text-right max-md:hidden">
        {count === 0 ? (
          "Unused"
        ) : (
          <>
            {formatCount(count)} <span className="sr-only">{count === 1 ? "tool" : "tools"}</span>
          </>
        )}
      </span>
      <div className="-mr-2.5 flex justify-end max-md:col-start-2 max-md:row-start-1 max-md:row-span-2">
        <MayChange area="catalog">
          {count === 0 ? (
            <Button
              size="small"
              tone="bare"
              className="text-danger!"
              aria-label={`Delete ${name}`}
              onClick={() => ask({ kind: "delete", category })}
            >
              Delete
            </Button>
          ) : null}
          <Button ref={edit} size="small" tone="bare" aria-label={`Edit ${name}`} onClick={() => setIsEditing(true)}>
            Edit
          </Button>
          <Button
            size="small"
            tone="bare"
            aria-label={`Merge ${name}`}
            onClick={() => ask({ kind: "merge", category })}
          >
            Merge
          </Button>
        </MayChange>
      </div>
    </li>
  );
}

interface CategoryFormProps extends Pick<CategoryRowProps, "category" | "groups"> {
  onDone: () => void;
}

/** The form that changes a category's name and group in its row. */
function CategoryForm({ category, groups, onDone }: CategoryFormProps) {
  const [name, setName] = useState(category.name);
  const [group, setGroup] = useState(category.group);
  const queries = useQueryClient();
  const note = useId();
  const options = useId();
  const isRenamed = name.trim() !== category.name;
  const isMoved = group.trim() !== category.group;
  const update = useMutation({
    mutationFn: updateCategory,
    onSuccess: async (updated) => {
      await categoriesChanged(queries);
      toast(
        isRenamed
          ? { title: "Category renamed", description: `${category.name} is now ${updated.name}.` }
          : { title: "Category updated", description: `${updated.name} is now in ${updated.group}.` },
      );
      onDone();
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isRenamed && !isMoved) onDone();
    else if (!update.isPending) update.mutate({ id: category.id, name, ...(isMoved ? { group } : {}) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onDone();
  };
  const mistake = update.error
    ? (fieldMessage(update.error, "name") ??
      fieldMessage(update.error, "group") ??
      sentenceOf(update.error, "Failed to update category"))
    : undefined;
  return (
    <form onSubmit={onSubmit} onKeyDown={onKeyDown} className={`${columns} grid items-center gap-x-4 gap-y-1.5`}>
      <div>
        <span aria-hidden="true" className={fieldName}>
          Name
        </span>
        <input
          ref={focus}
          className="input"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          required
          aria-label={`New name of ${category.name}`}
          aria-invalid={mistake ? true : undefined}
          aria-describedby={mistake ? note : undefined}
        />
      </div>
      <span className="truncate text-[0.8125rem] text-dim md:max-lg:hidden">/category/{category.slug}</span>
      <div>
        <span aria-hidden="true" className={fieldName}>
          Group
        </span>
        <input
          className="input"
          value={group}
          onChange={(event) => setGroup(event.currentTarget.value)}
          list={options}
          placeholder="Suggested group"
          aria-label={`Group of ${category.name}`}
        />
      </div>
      <datalist id={options}>
        {groups.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
      <span className="text-right text-[0.8125rem] text-muted tabular-nums max-md:hidden">
        {formatCount(category.count)} <span className="sr-only">{category.count === 1 ? "tool" : "tools"}</span>
      </span>
      <div className="flex justify-end gap-1.5 max-md:mt-1 *:max-md:flex-1">
        <Button type="submit" size="small" tone="brass" disabled={update.isPending}>
          {update.isPending ? "Saving..." : "Save"}
        </Button>
        <Button size="small" onClick={onDone}>
          Cancel
        </Button>
      </div>
      {mistake ? (
        <p id={note} role="alert" className="form-error col-span-full">
          {mistake}
        </p>
      ) : null}
    </form>
  );
}
