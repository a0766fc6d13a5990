import { slots, type ToolButton } from "../../slots";

/** The buttons of a tool. Their other class is for the place where they are. */
export const toolButtons = (
  tool: Parameters<ToolButton["attributes"]>[0],
  place: string,
  buttons = slots.toolButtons,
) =>
  buttons.map(({ action, className, attributes }) => (
    <button
      key={action}
      {...attributes(tool)}
      className={`${className} ${place}-${className}`}
      aria-label={`${action} ${tool.name}`}
    />
  ));

/** Those that are also where a tool is described at length. */
export const rowButtons = (tool: Parameters<ToolButton["attributes"]>[0], place: string) =>
  toolButtons(
    tool,
    place,
    slots.toolButtons.filter(({ isInRows }) => isInRows),
  );
