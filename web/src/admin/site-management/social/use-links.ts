import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  deleteSocialLink,
  reorderSocialLinks,
  type SocialLink,
  socialLinksQuery,
  switchSocialLink,
} from "../../../api/social-media";
import { type Move, moved, numbered, placements } from "../../../kit/admin/order";
import { failed } from "../../../kit/admin/question";
import { toast } from "../../../kit/toast";

const { queryKey } = socialLinksQuery();

/** Shows a link to visitors, or hides it. */
export function useSwitch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: switchSocialLink,
    onSuccess: async () => {
      toast({ title: "Social media link updated successfully" });
      await queries.invalidateQueries({ queryKey });
    },
    onError: failed("Failed to update social media link"),
  });
}

/** Deletes a link. */
export function useDelete(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: deleteSocialLink,
    onSuccess: async () => {
      toast({ title: "Social media link deleted successfully" });
      await queries.invalidateQueries({ queryKey });
      onDone();
    },
    onError: failed("Failed to delete social media link"),
  });
}

const mutationKey = ["reorder social links"];

/** Moves a link optimistically, and moves it back if it could not be saved. Moves are saved in their order. */
export function useMove() {
  const queries = useQueryClient();
  const save = useMutation({
    mutationKey,
    scope: { id: "social links" },
    mutationFn: (order: SocialLink[]) => reorderSocialLinks(placements(order)),
    onSuccess: () => {
      toast({ title: "Order Updated", description: "Social media order has been saved successfully." });
    },
    onError: failed("Update Failed"),
    onSettled: () => {
      const isLast = queries.isMutating({ mutationKey }) === 1;
      if (isLast) void queries.invalidateQueries({ queryKey });
    },
  });
  return (move: Move) => {
    void queries.cancelQueries({ queryKey }); // a response from before the move must not arrive after it
    const order = numbered(moved(queries.getQueryData(queryKey) ?? [], move));
    queries.setQueryData(queryKey, order);
    save.mutate(order);
  };
}
