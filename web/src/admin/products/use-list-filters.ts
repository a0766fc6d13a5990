import { useAddressFilters } from "../use-address-filters";
import { formatFilters, parseFilters } from "./list-filters";

/** The filters of the list, stored in the URL. */
export const useListFilters = () => useAddressFilters(parseFilters, formatFilters);
