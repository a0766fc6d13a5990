import type { Visit } from "../visit";

export function ProductScreen({ visit }: { visit: Visit }) {
  return <h1>{visit.params.id}</h1>;
}
