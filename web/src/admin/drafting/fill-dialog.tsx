import { IconWorldSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { sentenceOf } from "../../api/fault";
import { Loading } from "../../kit/admin/list";
import type { DraftedProduct, Drafting } from "../../kit/admin/parts";
import { choiceCard } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { Modal } from "../../kit/modal";
import { toastError } from "../../kit/toast";
import { limits } from "../product-dialog/product-values";
import { fillFromWebsite, type Suggestion } from "./api";

/** The button that fills a product's form from its website. */
export const Website: Drafting["Website"] = ({ values, change, focusOn }) => {
  const [asked, setAsked] = useState<DraftedProduct>();
  const ask = () => {
    if (values.website.trim() !== "") return setAsked(values);
    toastError("Validation Error", "Please enter a website URL first");
    focusOn("website");
  };
  const fill = (found: Partial<DraftedProduct>) => {
    change(found);
    setAsked(undefined);
  };
  return (
    <>
      <Button size="small" onClick={ask}>
        <IconWorldSearch size={15} aria-hidden="true" />
        Fill from website
      </Button>
      {asked ? (
        <FillDialog website={asked.website.trim()} form={asked} onFill={fill} onClose={() => setAsked(undefined)} />
      ) : null}
    </>
  );
};

interface FillDialogProps {
  website: string;
  /** The form's current values. */
  form: DraftedProduct;
  /** Called with the chosen changes. */
  onFill: (change: Partial<DraftedProduct>) => void;
  onClose: () => void;
}

/** Offers the values found on a tool's website. Fields that already have a value are not chosen initially. */
function FillDialog({ website, form, onFill, onClose }: FillDialogProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ["the website", website, useId()],
    queryFn: ({ signal }) => fillFromWebsite(website, signal),
    gcTime: 0,
  });
  return (
    <Modal
      open
      title="Fill from website"
      description={website}
      onClose={onClose}
      className="w-[min(100vw-1.5rem,36rem)] *:[p]:wrap-anywhere"
    >
      {isFetching ? (
        <Reading onClose={onClose} />
      ) : data ? (
        <Suggestions list={suggestedFor(data, form)} onFill={onFill} onClose={onClose} />
      ) : (
        <>
          <p role="alert" className="mt-4 text-sm">
            {`${sentenceOf(error, "Couldn't reach the server").replace(/\.$/, "")}.`}
          </p>
          <div className="modal-actions">
            <Button onClick={onClose}>Cancel</Button>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        </>
      )}
    </Modal>
  );
}

function Reading({ onClose }: { onClose: () => void }) {
  return (
    <>
      <Loading what="Reading the website" skeleton="h-54" className="mt-4" />
      <div className="modal-actions">
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </>
  );
}

interface SuggestionsProps {
  list: Suggested[];
  onFill: FillDialogProps["onFill"];
  onClose: () => void;
}

function Suggestions({ list, onFill, onClose }: SuggestionsProps) {
  const [chosen, setChosen] = useState(() => list.filter(({ present }) => present === ""));
  const toggle = (one: Suggested) =>
    setChosen(chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one]);
  if (list.length === 0) {
    return (
      <>
        <p role="status" className="mt-4 text-sm">
          Nothing new found on the website.
        </p>
        <div className="modal-actions">
          <Button onClick={onClose}>Close</Button>
        </div>
      </>
    );
  }
  return (
    <>
      <ul className="grid gap-2 mt-4">
        {list.map((one) => (
          <Choice key={one.label} one={one} isChosen={chosen.includes(one)} toggle={() => toggle(one)} />
        ))}
      </ul>
      <div className="modal-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          tone="brass"
          disabled={chosen.length === 0}
          onClick={() => onFill(Object.assign({}, ...chosen.map(({ change }) => change)))}
        >
          Fill in
        </Button>
      </div>
    </>
  );
}

interface ChoiceProps {
  one: Suggested;
  isChosen: boolean;
  toggle: () => void;
}

function Choice({ one: { label, shown, present, isImage }, isChosen, toggle }: ChoiceProps) {
  return (
    <li>
      <label className={`${choiceCard} grid min-h-11 grid-cols-[auto_minmax(0,1fr)] gap-3`}>
        <input
          type="checkbox"
          className="mt-0.5 size-4.5 accent-text outline-none"
          checked={isChosen}
          onChange={toggle}
        />
        <span className="min-w-0">
          <span className="block text-[0.8125rem] text-muted">{label}</span>
          {isImage ? <Preview key={shown} address={shown} /> : null}
          <span className="text-[0.875rem] leading-5.5 wrap-anywhere line-clamp-4">{shown}</span>
          {present === "" ? null : (
            <span className="mt-1 text-[0.8125rem] leading-5.5 wrap-anywhere text-dim line-clamp-2">
              Now: {present}
            </span>
          )}
        </span>
      </label>
    </li>
  );
}

/** The image at a URL; nothing if it does not load. */
function Preview({ address }: { address: string }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return null;
  return (
    <img
      src={address}
      alt=""
      referrerPolicy="no-referrer"
      className="max-w-full h-16 my-1.5 rounded-md object-contain object-left"
      onError={() => setBroken(true)}
    />
  );
}

/** A value found on a website for one field. */
interface Suggested {
  label: string;
  /** The suggested and the current value; lists as one line. */
  shown: string;
  present: string;
  /** The change to the form's values. */
  change: Partial<DraftedProduct>;
  isImage?: true;
}

/** Returns the suggestions that would change the form. */
export function suggestedFor(
  { name, description, image, icon, categories }: Suggestion,
  form: DraftedProduct,
): Suggested[] {
  const added = categories.filter((category) => !form.categories.includes(category));
  const together = [...form.categories, ...added].slice(0, limits.categories);
  const logo = icon || image;
  const images = form.images.filter((address) => address !== "");
  const list: (Suggested | false)[] = [
    name !== form.name.trim() && { label: "Name", shown: name, present: form.name.trim(), change: { name } },
    description !== form.description.trim() && {
      label: "Description",
      shown: description,
      present: form.description.trim(),
      change: { description },
    },
    added.length > 0 && {
      label: "Categories",
      shown: together.join(", "),
      present: form.categories.join(", "),
      change: { categories: together },
    },
    logo !== form.logo && {
      label: "Logo",
      shown: logo,
      present: form.logo,
      change: { logo, logoColor: "" },
      isImage: true,
    },
    icon !== "" &&
      !images.includes(image) &&
      images.length < limits.images && {
        label: "Screenshot",
        shown: image,
        present: "",
        change: { images: [...images, image] },
        isImage: true,
      },
  ];
  return list.filter((one): one is Suggested => one !== false && one.shown !== "");
}
