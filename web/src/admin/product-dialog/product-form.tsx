import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { parts } from "../../admin-features";
import { types } from "../../api/admin-products";
import { read } from "../../api/client";
import type { Product, ProductInput } from "../../api/schema.gen";
import { TextField } from "../../kit/admin/editor";
import { failedRemark, remark } from "../../kit/admin/styles";
import { useUnsaved } from "../../kit/admin/unsaved";
import { useDebounced } from "../../kit/admin/use-debounced";
import { Button } from "../../kit/button";
import { Choice } from "../../kit/choice";
import { fold } from "../../kit/fold";
import { CategoryField } from "./category-field";
import { Conflict } from "./conflict";
import { CardPreview, LogoField, ScreenshotsField, VideoField } from "./media-section";
import { PlacementSection } from "./placement-section";
import { faultyFields, noValues, type ProductValues, valuesOf } from "./product-values";
import { bodyStyle, footerStyle, formStyle, Section, SectionList, sideStyle, statusStyle } from "./sections";
import { ProductFormProvider, useDraftedProduct, useProductEditor, useProductForm } from "./use-product-editor";

/** The initial values of a new product and how it is saved. */
export interface ProductDraft {
  /** The dialog's title. */
  title: string;
  values: ProductValues;
  save: (input: ProductInput) => Promise<Product>;
}

interface ProductFormProps {
  /** The product to edit, as it was loaded; without one, a new one is added. */
  opened: Product | undefined;
  /** The initial values of a new product and how it is saved. */
  draft?: ProductDraft | undefined;
  cancel: () => void;
  onSaved: (product: Product) => void;
  onDone: () => void;
}

/** The product form. */
export function ProductForm({ opened, draft, cancel, onSaved, onDone }: ProductFormProps) {
  const initial = draft?.values ?? noValues;
  const create = draft?.save;
  const { editor, base, theirs, rebase, refusal } = useProductEditor({ opened, initial, create, onSaved, onDone });
  const [isLogoBusy, setLogoBusy] = useState(false);
  const [areImagesBusy, setImagesBusy] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const isUploading = isLogoBusy || areImagesBusy;
  useUnsaved(() => isUploading);

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return; // the event comes from a dialog above it
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isUploading) editor.submit();
  };

  return (
    <ProductFormProvider value={editor}>
      {theirs ? (
        <Conflict
          base={base ? valuesOf(base) : initial}
          mine={editor.values}
          theirs={valuesOf(theirs)}
          edit={rebase}
          save={(values) => {
            rebase(values);
            editor.submit();
          }}
        />
      ) : null}
      <form
        {...editor.form}
        aria-label={base ? `Edit ${base.name}` : "New product"}
        hidden={theirs !== undefined}
        className={formStyle}
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
      >
        <div className={sideStyle}>
          <SectionList scroller={scroller} />
          <CardPreview />
        </div>
        <div ref={scroller} className={bodyStyle}>
          {refusal === "" ? null : (
            <p role="alert" className={failedRemark}>
              {refusal}
            </p>
          )}
          <BasicsSection base={base} />
          <TextSection />
          <Section id="media">
            <LogoField onBusy={setLogoBusy} />
            <VideoField />
            <ScreenshotsField onBusy={setImagesBusy} />
          </Section>
          <PlacementSection base={base} />
        </div>
        <FormFooter isNew={!base} isUploading={isUploading} cancel={cancel} />
      </form>
    </ProductFormProvider>
  );
}

/** The name, website, price type and categories of a tool. */
function BasicsSection({ base }: { base: Product | undefined }) {
  const { values, errors, change, text } = useProductForm();
  return (
    <Section id="basics">
      <TextField {...text("name")} label="Name" required />
      <WebsiteField />
      <Duplicates own={base} />
      <TextField {...text("slug")} label="URL" hint={urlHint(values.slug.trim(), base?.slug)} />
      <Choice
        legend="Type"
        name="type"
        options={types}
        selected={values.type}
        required
        error={errors.type}
        onChange={(event) => change({ type: event.currentTarget.value as ProductValues["type"] })}
      />
      <TextField {...text("priceText")} label="Price" placeholder="from $9/mo" hint="Shown beside its type." />
      <CategoryField />
    </Section>
  );
}

/** Where the tool's page is, or will be: of a new tool without a slug the server makes one. */
function urlHint(slug: string, own: string | undefined): string {
  if (slug === "") return own ? `Stays /products/${own}` : "Created from the name.";
  return own && slug !== own ? `/products/${slug}. The old URL redirects to it.` : `/products/${slug}`;
}

interface FormFooterProps {
  isNew: boolean;
  isUploading: boolean;
  cancel: () => void;
}

/** The buttons of the form and its status. */
function FormFooter({ isNew, isUploading, cancel }: FormFooterProps) {
  const { values, isSaving, isChanged, errors, change, submit } = useProductForm();
  const isDraft = values.status === "draft";
  const saveAs = (status: ProductValues["status"]) => {
    change({ status, publishAt: "" });
    submit();
  };
  const [label, busyLabel] = isNew ? ["Create Product", "Creating..."] : ["Update Product", "Updating..."];
  const faults = faultyFields(errors).length;
  return (
    <footer className={footerStyle}>
      <p role="status" className={statusStyle} data-faults={faults > 0 || undefined}>
        {sentence(faults, isUploading, isChanged)}
      </p>
      <Button onClick={cancel}>Cancel</Button>
      {isNew || isDraft ? (
        <Button disabled={isSaving || isUploading} onClick={() => saveAs(isNew ? "draft" : "published")}>
          {isNew ? "Save draft" : "Publish"}
        </Button>
      ) : null}
      <Button type="submit" tone="brass" disabled={isSaving || isUploading} aria-keyshortcuts="Control+Enter">
        {isSaving ? busyLabel : label}
      </Button>
    </footer>
  );
}

function sentence(faults: number, isUploading: boolean, isChanged: boolean): string {
  if (faults > 0) return `${faults} to correct`;
  if (isUploading) return "Uploading…";
  return isChanged ? "Unsaved changes" : "";
}

/** The website of the tool, with a button that fills the form from it. */
function WebsiteField() {
  const { text } = useProductForm();
  const product = useDraftedProduct();
  return (
    <TextField
      {...text("website")}
      label="Website"
      type="url"
      required
      placeholder="https://"
      action={parts.drafting ? <parts.drafting.Website {...product} /> : null}
    />
  );
}

/** The texts of a tool, with buttons that draft them. */
function TextSection() {
  const { text, values, errors, change } = useProductForm();
  const product = useDraftedProduct();
  const refusal = useId();
  const { ProductText, Refusal } = parts.drafting ?? {};
  const buttons = (field: "description" | "useCases" | "phrases") =>
    ProductText ? <ProductText {...product} field={field} refusal={refusal} /> : null;
  const lines = (name: "tags" | "phrases") => ({
    name,
    value: values[name].join("\n"),
    error: errors[name],
    change: (text: string) => change({ [name]: text === "" ? [] : text.split("\n") }),
  });
  return (
    <Section id="text">
      <TextField {...text("description")} label="Description" required rows={6} action={buttons("description")} />
      <TextField
        {...text("useCases")}
        label="Use cases"
        rows={5}
        hint="Line breaks are preserved."
        action={buttons("useCases")}
      />
      <TextField {...lines("tags")} label="Tags" rows={3} hint="Search finds the tool by them. One per line." />
      <TextField
        {...lines("phrases")}
        label="What people say"
        rows={4}
        hint="Searches in people’s own words, one per line. They find the tool and are never shown."
        action={buttons("phrases")}
      />
      {Refusal ? <Refusal id={refusal} /> : null}
      <TextField
        {...text("alternativesIntroduction")}
        label="Introduction to its alternatives"
        rows={3}
        hint="Shown above its alternatives. With one, search engines may index the page even if it lists much the same tools as another."
      />
    </Section>
  );
}

/** How many of the tools that a search for the name finds are compared with it; one of this name is among the first. */
const compared = 20;

/**
 * Warns that another tool has the same website, however it is spelled, or the same name. Both are looked up at typing
 * pauses; nothing is prevented.
 */
function Duplicates({ own }: { own: Pick<Product, "slug"> | undefined }) {
  const { name, website } = useProductForm().values;
  const askedName = useDebounced(name.trim());
  const askedWebsite = useDebounced(website.trim());
  const byWebsite = useQuery({
    ...read("/api/submissions/check", { query: { website: askedWebsite } }),
    enabled: URL.canParse(askedWebsite),
    gcTime: 0,
  });
  const byName = useQuery({
    ...read("/api/products", { query: { search: askedName, limit: compared } }),
    enabled: fold(askedName) !== "",
    gcTime: 0,
  });
  const found = new Map<string, { name: string; same: string[] }>();
  const note = (slug: string, title: string, what: string) => {
    if (slug === "" || slug === own?.slug) return;
    const same = found.get(slug)?.same ?? [];
    found.set(slug, { name: title, same: [...same, what] });
  };
  for (const product of byName.data ?? [])
    if (fold(product.name) === fold(askedName)) note(product.slug, product.name, "name");
  if (byWebsite.data?.state === "listed") note(byWebsite.data.productSlug, byWebsite.data.productName, "website");
  return (
    <div role="status" className={found.size > 0 ? `${remark} border-field text-[0.8125rem]` : "absolute"}>
      {[...found].map(([slug, tool]) => (
        <p key={slug}>
          Already listed with this {tool.same.join(" and ")}:{" "}
          <a
            href={`/products/${encodeURIComponent(slug)}`}
            target="_blank"
            rel="noopener noreferrer"
            className="underline underline-offset-3"
          >
            {tool.name}
          </a>
        </p>
      ))}
    </div>
  );
}
