import { useQueryClient } from "@tanstack/react-query";
import { removeSubscriber, type Subscriber, subscribersChanged } from "../../api/subscribers";
import { CallConfirmation } from "../../kit/admin/call-confirmation";
import { toast } from "../../kit/toast";

/** Asks before a subscriber is removed, and says what goes with them. */
export function RemoveQuestion({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const queries = useQueryClient();
  const { id, email, status } = subscriber;
  return (
    <CallConfirmation
      danger
      title="Remove this subscriber?"
      description={
        <>
          <bdi className="block font-medium text-text wrap-anywhere">{email}</bdi>
          <span className="mt-2 block">
            The address, its topics, the proof of consent and emails that wait to be sent are deleted for good.{" "}
            {status === "unsubscribed"
              ? "The site forgets that they left: a later import can add them again."
              : "They can subscribe again."}
          </span>
        </>
      }
      action="Remove"
      doing="Removing..."
      failure="Couldn't remove this subscriber"
      call={() => removeSubscriber(id)}
      onSuccess={() => {
        toast({ title: "Subscriber removed", description: "They get no more emails." });
        void subscribersChanged(queries);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
