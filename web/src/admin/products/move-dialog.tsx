import { type FormEvent, useState } from "react";
import type { AdminProduct } from "../../api/admin-products";
import { type Move, moveTo } from "../../kit/admin/order";
import { Button } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { Modal } from "../../kit/modal";

interface MoveDialogProps {
  product: AdminProduct;
  /** All products in their order: positions refer to the whole list, whatever is shown. */
  products: AdminProduct[];
  onMove: (move: Move) => void;
  onClose: () => void;
}

/** Moves a product to a given position that is too far to drag. */
export function MoveDialog({ product, products, onMove, onClose }: MoveDialogProps) {
  const index = products.findIndex(({ id }) => id === product.id);
  const [text, setText] = useState(String(index + 1));
  const position = Number(text);
  const isPosition = Number.isInteger(position) && position >= 1 && position <= products.length;
  const go = (to: number) => {
    const move = moveTo(products, product.id, to - 1);
    if (move) onMove(move);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPosition) go(position);
  };
  const last = products.length;
  return (
    <Modal
      open
      title={`Move ${product.name}`}
      description={`Currently at position ${formatCount(index + 1)} of ${formatCount(last)} in the whole catalogue.`}
      onClose={onClose}
    >
      <form onSubmit={submit} noValidate className="mt-4">
        <label htmlFor="position" className="text-sm font-medium">
          New position
        </label>
        <input
          id="position"
          className="input mt-2"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-invalid={isPosition ? undefined : true}
          aria-describedby="position-note"
          onChange={(event) => setText(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
        />
        <p id="position-note" role="status" className="mt-2 min-h-5 text-sm text-danger">
          {isPosition ? null : `Please enter a whole number from 1 to ${formatCount(last)}`}
        </p>
        <div className="modal-actions">
          <Button disabled={index === 0} onClick={() => go(1)}>
            To the top
          </Button>
          <Button className="mr-auto" disabled={index === last - 1} onClick={() => go(last)}>
            To the bottom
          </Button>
          <Button type="submit" tone="brass" disabled={!isPosition}>
            Move
          </Button>
        </div>
      </form>
    </Modal>
  );
}
