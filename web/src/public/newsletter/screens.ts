// One script for the three that subscribers use: each further one costs every page a name.
export { Confirm } from "./confirm";
export { Newsletter } from "./newsletter";
export { Settings } from "./settings";
