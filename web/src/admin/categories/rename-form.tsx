import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { type CountedCategory, categoriesChanged, renameCategory } from "../../api/categories-admin";
import { fieldMessage, sentenceOf } from "../../api/fault";
import { Button } from "../../kit/button";
import { focus } from "../../kit/focus";
import { toast } from "../../kit/toast";

interface RenameFormProps {
  category: CountedCategory;
  onDone: () => void;
}

/** The form that renames a category in its row. */
export function RenameForm({ category, onDone }: RenameFormProps) {
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
