import "./toast-region.css";
import { IconX } from "@tabler/icons-react";
import { Toast as Radix } from "radix-ui";
import { FocusScope } from "radix-ui/internal";
import { useEffect, useRef, useState } from "react";
import { buttonStyle } from "./button";
import { type Toast, toastActionDuration, toastDuration, toastHotkey, toastSwipeThreshold } from "./toast";

interface ToastRegionProps {
  toasts: Toast[];
  dismiss: (id: number) => void;
  /** The hotkey was pressed before the region was loaded, so it takes the focus on mount. */
  focused: boolean;
}

/** Shows the toasts in a region at the bottom right. */
export default function ToastRegion({ toasts, dismiss, focused }: ToastRegionProps) {
  const viewport = useRef<HTMLOListElement>(null);
  const isWindows = useRef(false); // whether the current Esc event belongs to a dialog: it closes the dialog and the toast stays
  const [pausesDialogs, setPausesDialogs] = useState(() => focused && isInWindow(document.activeElement));
  useEffect(() => {
    if (focused) viewport.current?.focus();
  }, [focused]);
  useEffect(() => {
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (key === toastHotkey && isInWindow(target)) setPausesDialogs(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <Radix.Provider duration={toastDuration} swipeDirection="right" swipeThreshold={toastSwipeThreshold}>
      {toasts.map(({ id, open, title, description, tone = "plain", image, action }) => (
        <Radix.Root
          key={id}
          open={open}
          duration={action ? toastActionDuration : toastDuration}
          onEscapeKeyDown={(event) => {
            isWindows.current = isInWindow(event.target);
          }}
          onOpenChange={(stays) => {
            if (!stays && !isWindows.current) dismiss(id);
            isWindows.current = false;
          }}
          type={tone === "destructive" ? "foreground" : "background"}
          className="toast"
          data-tone={tone}
        >
          {image ? <img src={image} alt="" className="size-10 shrink-0 rounded-lg" /> : null}
          <div className="grow">
            <Radix.Title className="font-medium">{title}</Radix.Title>
            {description ? <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description> : null}
          </div>
          {action ? (
            <Radix.Action
              altText={`${action.label}: press ${toastHotkey}`}
              className={buttonStyle({ size: "small", className: "-my-1 self-center" })}
              onClick={action.press}
            >
              {action.label}
            </Radix.Action>
          ) : null}
          <Radix.Close
            aria-label="Dismiss"
            data-tooltip="Dismiss"
            className="-m-2 inline-flex size-11 items-center justify-center text-muted"
          >
            <IconX size={16} aria-hidden="true" />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        ref={viewport}
        hotkey={[toastHotkey]}
        className="toast-viewport"
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setPausesDialogs(false);
        }}
      />
      {pausesDialogs ? <DialogPause onPause={() => viewport.current?.focus()} /> : null}
    </Radix.Provider>
  );
}

/**
 * While mounted, pauses the dialog's focus trap. On unmount the dialog gets the focus back, unless something else has
 * it by then: Tab and the region's hotkey in quick succession put the focus into the region again before the unmount.
 */
function DialogPause({ onPause }: { onPause: () => void }) {
  return (
    <FocusScope.Root
      onMountAutoFocus={(event) => {
        event.preventDefault();
        onPause();
      }}
      onUnmountAutoFocus={(event) => document.activeElement !== document.body && event.preventDefault()}
    />
  );
}

const isInWindow = (target: EventTarget | null) =>
  target instanceof Element && target.closest("[role=dialog], [role=alertdialog]") !== null;
