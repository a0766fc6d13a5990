import "../../kit/modal.css";
import "../../kit/field.css";
import { IconFileUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Button, buttonStyle } from "../../kit/button";
import { Modal } from "../../kit/modal";
import type { Form } from "./form";
import { maxJsonLength, readPrompt } from "./prompt";

interface LoadDialogProps {
  onClose: () => void;
  /** Called with the form that was read; `adopted` values were in no list and became custom text. */
  onLoad: (form: Form, adopted: number) => void;
}

/** Loads a prompt's JSON, pasted or from a file, and shows what is wrong with it. */
export default function LoadDialog({ onClose, onLoad }: LoadDialogProps) {
  const [faults, setFaults] = useState<string[]>([]);
  const text = useRef<HTMLTextAreaElement>(null);
  const load = (json: string) => {
    const { form, adopted, faults } = readPrompt(json);
    if (form) onLoad(form, adopted);
    else setFaults(faults);
  };
  const loadFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxJsonLength) setFaults(["This file is larger than 32 MB."]);
    else await file.text().then(load, () => setFaults(["Couldn't read this file."]));
  };
  return (
    <Modal
      open
      onClose={onClose}
      title="Load JSON"
      description="Paste a prompt's JSON, or choose a file. This replaces the current form."
      className="w-[min(100vw-1.5rem,40rem)]"
    >
      <form
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          load(text.current?.value ?? "");
        }}
      >
        <label htmlFor="prompt-json" className="field-head">
          Prompt JSON
        </label>
        <textarea
          ref={text}
          id="prompt-json"
          className="input max-h-[45dvh] font-code"
          rows={8}
          spellCheck={false}
          placeholder={'{\n  "style": "claymation"\n}'}
          aria-invalid={faults.length > 0 || undefined}
          aria-describedby="prompt-json-faults"
        />
        <div id="prompt-json-faults" role="alert" className="form-error mt-2">
          {faults.map((fault) => (
            <p key={fault}>{fault}</p>
          ))}
        </div>
        <div className="modal-actions">
          <label className={buttonStyle({ className: "prompt-file relative mr-auto cursor-pointer" })}>
            <IconFileUpload size={16} aria-hidden="true" />
            Choose a file
            <input
              type="file"
              accept="application/json,.json,text/plain,.txt"
              className="sr-only"
              onChange={({ currentTarget }) => {
                void loadFile(currentTarget.files?.[0]);
                currentTarget.value = "";
              }}
            />
          </label>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" tone="brass">
            Load
          </Button>
        </div>
      </form>
    </Modal>
  );
}
