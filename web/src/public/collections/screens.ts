// One script for both: each further one costs every page a name.
export { Collection } from "./collection";
export { Collections } from "./collections";
