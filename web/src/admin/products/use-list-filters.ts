import { formatFilters, parseFilters } from "../../kit/admin/list-filters";
import { useAddressFilters } from "../../kit/admin/use-address-filters";

/** The filters of the list, stored in the URL. */
export const useListFilters = () => useAddressFilters(parseFilters, formatFilters);
