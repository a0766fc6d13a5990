/** The use cases, a line each as they were written; an empty line starts a paragraph. */
export function ProductUseCases({ text }: { text: string }) {
  return (
    <ul className="use-cases">
      {useCaseLines(text).map(({ at, line, startsParagraph }) => (
        <li key={at} className="use-case" data-paragraph={startsParagraph ? "" : undefined}>
          {line}
        </li>
      ))}
    </ul>
  );
}

/** The lines that say something, with whether an empty one stood before. Bullets typed before each would stand twice. */
function useCaseLines(text: string) {
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.trim());
  return lines.flatMap((line, at) => {
    if (line === "") return [];
    return { at, line: line.replace(/^[-–—•*]\s+/, ""), startsParagraph: at > 0 && lines[at - 1] === "" };
  });
}
