// One script for both: each further one costs every page a name.
export { Deals } from "./deals";
export { HowWeRank } from "./how-we-rank";
