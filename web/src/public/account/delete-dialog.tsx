import "../../kit/modal.css";
import { useQueryClient } from "@tanstack/react-query";
import { deleteAccount } from "../../api/account";
import { Form } from "../../kit/form";
import { isPassword } from "../../kit/form-rules";
import { Modal } from "../../kit/modal";
import { PasswordField } from "./fields";
import { depart, whileSignedIn } from "./session";

/** Asks for the password before everything of the user is deleted. */
export default function DeleteDialog({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  return (
    <Modal
      firm
      open
      onClose={onClose}
      title="Delete your account?"
      description="This permanently deletes your email, name, saved tools and submissions. Tools already in the directory stay listed."
    >
      <div className="mt-5">
        <Form
          label="Delete your account"
          rules={{ password: isPassword }}
          send={async ({ password }) => {
            await whileSignedIn(deleteAccount(password));
            depart(queries, "Account deleted");
          }}
          tone="danger"
          action="Delete account"
          doing="Deleting…"
          onCancel={onClose}
        >
          <PasswordField />
        </Form>
      </div>
    </Modal>
  );
}
