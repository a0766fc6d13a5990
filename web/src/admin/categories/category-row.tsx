import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { type CountedCategory, categoriesChanged, renameCategory } from "../../api/categories-admin";
import { fieldMessage, sentenceOf } from "../../api/fault";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { focus } from "../../kit/focus";
import { toast } from "../../kit/toast";
import type { CategoryQuestion } from "./category-dialogs";

interface CategoryRowProps {
  category: CountedCategory;
  ask: (question: CategoryQuestion) => void;
}

/** The layout of a row. Rows outside the window are not rendered; on a phone the actions have their own line. */
export const categoryRow =
  "flex min-h-15 flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2.5 [contain-intrinsic-height:auto_3.75rem] [content-visibility:auto]";

/** One category: name, URL, number of tools and actions. The name is edited in place. */
export function CategoryRow({ category, ask }: CategoryRowProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const { name, slug, count } = category;
  const stop = () => {
    setIsRenaming(false);
    requestAnimationFrame(() => rename.current?.focus());
  };
  if (isRenaming) {
    return (
      <li className={categoryRow}>
        <RenameForm category={category} onDone={stop} />
      </li>
    );
  }
  return (
    <li className={categoryRow}>
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate text-[0.9375rem] font-medium">{name}</p>
        <a
          href={`/category/${slug}`}
          className="truncate inline-block max-w-full text-dim text-[0.8125rem] align-bottom hover:text-text hover:underline hover:underline-offset-[0.2em]"
          aria-label={`/category/${slug}, the public page`}
        >
          /category/{slug}
        </a>
      </div>
      <span className="min-w-18 text-muted text-[0.8125rem] tabular-nums text-right">
        {count === 0 ? "Unused" : countOf(count, "tool")}
      </span>
      <div className="flex gap-1.5 *:max-sm:flex-1 max-sm:basis-full">
        {count === 0 ? (
          <Button
            size="small"
            tone="danger"
            aria-label={`Delete ${name}`}
            onClick={() => ask({ kind: "delete", category })}
          >
            Delete
          </Button>
        ) : null}
        <Button ref={rename} size="small" aria-label={`Rename ${name}`} onClick={() => setIsRenaming(true)}>
          Rename
        </Button>
        <Button size="small" aria-label={`Merge ${name}`} onClick={() => ask({ kind: "merge", category })}>
          Merge
        </Button>
      </div>
    </li>
  );
}

interface RenameFormProps {
  category: CountedCategory;
  onDone: () => void;
}

/** The form that renames a category in its row. */
function RenameForm({ category, onDone }: RenameFormProps) {
  const [name, setName] = useState(category.name);
  const queries = useQueryClient();
  const note = useId();
  const rename = useMutation({
    mutationFn: renameCategory,
    onSuccess: async (renamed) => {
      await categoriesChanged(queries);
      toast({ title: "Category renamed", description: `${category.name} is now ${renamed.name}.` });
      onDone();
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === category.name) onDone();
    else if (!rename.isPending) rename.mutate({ id: category.id, name });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onDone();
  };
  const mistake = rename.error
    ? (fieldMessage(rename.error, "name") ?? sentenceOf(rename.error, "Failed to rename category"))
    : undefined;
  return (
    <form onSubmit={onSubmit} onKeyDown={onKeyDown} className="flex flex-1 flex-wrap gap-1.5 *:[button]:max-sm:flex-1">
      <input
        ref={focus}
        className="input w-auto min-w-0 flex-[1_1_14rem] max-sm:basis-full"
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        required
        aria-label={`New name of ${category.name}`}
        aria-invalid={mistake ? true : undefined}
        aria-describedby={mistake ? note : undefined}
      />
      <Button type="submit" tone="brass" disabled={rename.isPending}>
        {rename.isPending ? "Saving..." : "Save"}
      </Button>
      <Button onClick={onDone}>Cancel</Button>
      {mistake ? (
        <p id={note} role="alert" className="form-error basis-full">
          {mistake}
        </p>
      ) : null}
    </form>
  );
}
