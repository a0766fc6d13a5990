import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type Me, meQuery } from "../../api/auth";

/** A part of what administrators do, by which their roles differ. The server has the list of who may what (httpapi/roles.go). */
export type Area = Me["reads"][number];

/** Returns what the signed-in administrator may do; nothing until the server has said it. */
export function useMay() {
  const { data } = useQuery({ ...meQuery(), enabled: false }); // requested by the frame
  return {
    read: (area: Area) => data?.reads.includes(area) ?? false,
    change: (area: Area) => data?.changes.includes(area) ?? false,
  };
}

/** Controls for those who may change what is in an area; nothing for others. */
export const MayChange = ({ area, children }: { area: Area; children: ReactNode }) =>
  useMay().change(area) ? children : null;
