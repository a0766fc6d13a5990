import { useQueryClient } from "@tanstack/react-query";
import type { ListedRedirect, RedirectInput } from "../../api/schema.gen";
import { FormActions, SelectField, TextField, useEditor } from "../../kit/admin/editor";
import { Modal } from "../../kit/modal";
import { toast } from "../../kit/toast";
import { redirectsChanged, saveRedirect } from "./api";

const statuses = [
  ["301", "301: moved permanently"],
  ["302", "302: moved temporarily"],
  ["307", "307: moved temporarily, same method"],
  ["308", "308: moved permanently, same method"],
  ["410", "410: gone"],
] as const;

const gone = "410";

interface Values {
  from: string;
  to: string;
  status: string;
}

const check = ({ from, to, status }: Values) => ({
  ...(from.trim() ? {} : { from: "Please enter the old URL" }),
  ...(status === gone || to.trim() ? {} : { to: "Please enter where it leads" }),
});

interface RedirectDialogProps {
  /** The one that is edited; undefined: a new one. */
  redirect: ListedRedirect | undefined;
  onClose: () => void;
}

/** The form of an old URL. */
export function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const queries = useQueryClient();
  const { form, values, errors, text, change, isChanged, isSaving } = useEditor<Values, ListedRedirect>({
    opened: { from: redirect?.from ?? "", to: redirect?.to ?? "", status: String(redirect?.status ?? 301) },
    check,
    save: ({ from, to, status }) =>
      saveRedirect(
        { from, to: status === gone ? "" : to, status: Number(status) as NonNullable<RedirectInput["status"]> },
        redirect?.id,
      ),
    onSaved: async () => {
      await redirectsChanged(queries);
      toast({ title: redirect ? "Old URL saved" : "Old URL added" });
      onClose();
    },
    failure: "Couldn't save the old URL",
  });
  return (
    <Modal
      open
      firm={isChanged}
      className="max-w-xl"
      title={redirect ? "Edit old URL" : "Add old URL"}
      description="A tool, category or collection is followed when its URL changes later."
      onClose={() => isSaving || onClose()}
    >
      <form {...form} className="mt-4 grid gap-y-2">
        <TextField {...text("from")} label="Old URL" required placeholder="/tool/example or /?p=123" maxLength={2048} />
        <SelectField
          label="Answer"
          value={values.status}
          options={statuses}
          error={errors.status}
          change={(status) => change({ status })}
        />
        {values.status === gone ? null : (
          <TextField {...text("to")} label="New URL" required placeholder="/products/example" maxLength={2048} />
        )}
        <FormActions
          action={redirect ? "Save changes" : "Add old URL"}
          doing="Saving..."
          isSending={isSaving}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
