import { useMutation, useQueryClient } from "@tanstack/react-query";
import { hasStatus, sentenceOf } from "../../../api/fault";
import { deleteSiteLogo, type LogoType, saveSiteLogo, siteLogosQuery } from "../../../api/logo-settings";
import { toast } from "../../../components/toast";
import { inputOf, objectionTo, tooLarge } from "./logo-file";

const { queryKey } = siteLogosQuery();

/** Keeps files as the logo of a type, one at a time. A file that is none of the right ones is refused before it is sent. */
export function useSaveLogo(type: LogoType) {
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (file: File) => saveSiteLogo(await inputOf(type, file)),
    onSuccess: async () => {
      toast({ title: "Logo saved successfully" });
      await queries.invalidateQueries({ queryKey });
    },
    onError: (error) => {
      if (hasStatus(error, 413)) return toast(tooLarge);
      fail("Failed to save logo", error);
    },
  });
  const choose = (file: File | undefined) => {
    if (!file || save.isPending) return;
    const objection = objectionTo(file);
    if (objection) toast(objection);
    else save.mutate(file);
  };
  return { choose, isSaving: save.isPending };
}

/** Deletes a logo. */
export function useDeleteLogo(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: deleteSiteLogo,
    onSuccess: async () => {
      toast({ title: "Logo deleted successfully" });
      await queries.invalidateQueries({ queryKey });
      onDone();
    },
    onError: (error) => fail("Failed to delete logo", error),
  });
}

const fail = (title: string, error: Error) =>
  toast({ title, description: sentenceOf(error, "Failed to connect to server"), tone: "destructive" });
