// Times a server bundle in Node, to print beside the embedded engine's figure: node node.mjs BUNDLE INPUT [SECONDS].
// INPUT is a file with the JSON that the bundle's render takes. Prints milliseconds per rendering.
import { readFileSync } from "node:fs";

const [bundle, input, seconds = "2"] = process.argv.slice(2);
(0, eval)(readFileSync(bundle, "utf8"));
const json = readFileSync(input, "utf8");

const rendersFor = (milliseconds) => {
  const start = performance.now();
  let count = 0;
  while (performance.now() - start < milliseconds) {
    globalThis.vitrine.render(json);
    count++;
  }
  return (performance.now() - start) / count;
};

rendersFor(500); // the compiler warms up
console.log(rendersFor(Number(seconds) * 1000).toFixed(3));
