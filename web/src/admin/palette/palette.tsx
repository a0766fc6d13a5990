import { Command } from "cmdk";
import { useState } from "react";
import type { ProductCard } from "../../api/schema.gen";
import { useToolSearch } from "../../kit/admin/use-tools";
import { fold } from "../../kit/fold";
import { Modal } from "../../kit/modal";
import { ProductLogo } from "../../kit/tools/product-logo";

/** Something that can be done from anywhere. */
export interface Action {
  label: string;
  act: () => void;
}

interface PaletteProps {
  /** The screens that the menu has. */
  screens: Action[];
  /** What can be done besides. */
  actions: Action[];
  /** Opens a tool; undefined for those who may not read tools. */
  openTool: ((tool: ProductCard) => void) | undefined;
  onClose: () => void;
}

/** How many tools are offered. */
const offered = 8;

/** Finds screens, actions and tools by what is typed, and opens the chosen one. */
export default function Palette({ screens, actions, openTool, onClose }: PaletteProps) {
  const [typed, setTyped] = useState("");
  const { found, isSearching, failure } = useToolSearch(typed, openTool !== undefined);
  const wanted = fold(typed).split(/\s+/).filter(Boolean);
  const matching = (list: Action[]) => list.filter(({ label }) => wanted.every((word) => fold(label).includes(word)));
  const tools = typed.trim() === "" ? [] : found.slice(0, offered);
  const choose = (act: () => void) => () => {
    onClose();
    act();
  };
  const group = (heading: string, list: Action[]) =>
    list.length > 0 ? (
      <Command.Group heading={heading} className={groupStyle}>
        {list.map(({ label, act }) => (
          <Command.Item key={label} value={`${heading} ${label}`} className={itemStyle} onSelect={choose(act)}>
            {label}
          </Command.Item>
        ))}
      </Command.Group>
    ) : null;
  return (
    <Modal open title="Go to" className="max-w-xl" onClose={onClose}>
      <Command label="Go to" shouldFilter={false} loop className="mt-4">
        <Command.Input
          autoFocus
          className="input"
          placeholder="Tools, screens and actions..."
          maxLength={200}
          value={typed}
          onValueChange={setTyped}
        />
        <Command.List
          label="What is found"
          className="mt-2 max-h-96 overflow-y-auto overscroll-contain"
          aria-busy={isSearching}
        >
          <Command.Empty className="px-3 py-4 text-[0.875rem] text-muted">
            {isSearching ? "Searching…" : "Nothing is called like that."}
          </Command.Empty>
          {tools.length > 0 && openTool ? (
            <Command.Group heading="Tools" className={groupStyle}>
              {tools.map((tool) => (
                <Command.Item
                  key={tool.id}
                  value={`tool ${tool.id}`}
                  className={itemStyle}
                  onSelect={choose(() => openTool(tool))}
                >
                  <ProductLogo product={tool} size="small" lazy />
                  <bdi className="min-w-0 truncate">{tool.name}</bdi>
                </Command.Item>
              ))}
            </Command.Group>
          ) : null}
          {group("Screens", matching(screens))}
          {group("Actions", matching(actions))}
        </Command.List>
        <p role="status" className="text-[0.8125rem] text-danger empty:hidden">
          {failure ? "Couldn't search the tools." : null}
        </p>
      </Command>
    </Modal>
  );
}

const groupStyle =
  "pt-2 [&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-[0.75rem] [&_[cmdk-group-heading]]:text-dim";

const itemStyle =
  "flex min-h-11 cursor-pointer items-center gap-3 rounded-lg px-3 py-1 text-[0.875rem] data-[selected=true]:bg-hairline md:min-h-10";
