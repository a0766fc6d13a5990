import { useQueryClient } from "@tanstack/react-query";
import { type ChangeEvent, useState } from "react";
import { parts } from "../../admin-features";
import { listedProduct, sections, statuses } from "../../api/admin-products";
import type { Product } from "../../api/schema.gen";
import { Fold, TextField } from "../../kit/admin/editor";
import { useMay } from "../../kit/admin/may";
import { ScreenBoundary } from "../../kit/admin/screen";
import { statusHints, statusLabels, tomorrow, zone } from "../../kit/admin/status";
import { TimeField } from "../../kit/admin/time-field";
import { Choice } from "../../kit/choice";
import { formatCount } from "../../kit/count";
import { Switch } from "../../kit/switch";
import type { ProductValues } from "./product-values";
import { Section } from "./sections";
import { useProductForm } from "./use-product-editor";

/** The status, section, marks and deal of a product. */
export function PlacementSection({ base }: { base: Product | undefined }) {
  const { values, errors, change, text } = useProductForm();
  const may = useMay();
  const mark = (name: "isFeatured" | "hasLandingPage" | "hasDeal") => ({
    name,
    checked: values[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => change({ [name]: event.currentTarget.checked }),
  });
  const choose = (label: string) => {
    const status = statuses.find((one) => statusLabels[one] === label) ?? "published";
    change({ status, publishAt: status === "scheduled" ? values.publishAt || tomorrow() : "" });
  };
  const order = listedProduct(useQueryClient(), base?.id)?.displayOrder ?? base?.displayOrder ?? 0;
  return (
    <Section id="placement">
      <Choice
        legend="Status"
        name="status"
        options={Object.values(statusLabels)}
        selected={statusLabels[values.status]}
        hint={statusHints[values.status]}
        required
        error={errors.status}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {values.status === "scheduled" ? (
        <TimeField {...text("publishAt")} label="Publish at" required hint={`In your time zone, ${zone}.`} />
      ) : null}
      <Choice
        legend="Section"
        name="section"
        options={sections}
        selected={values.section}
        required
        error={errors.section}
        onChange={(event) => change({ section: event.currentTarget.value as ProductValues["section"] })}
      />
      <div className="divide-y divide-hairline">
        <Switch label="Featured" hint="Shows the Featured badge." {...mark("isFeatured")} />
        {values.isFeatured ? (
          <TimeField {...text("featuredUntil")} label="Featured until" hint="Empty: until you turn it off." />
        ) : null}
        <Switch label="Landing page" hint="The card links to its page on this site." {...mark("hasLandingPage")} />
        <Switch label="Deal" hint="Shows a Deal badge on card and page." {...mark("hasDeal")} />
      </div>
      <TextField {...text("promoText")} label="Promo text" hint="Shown as a banner on its page." />
      <DealFields />
      {base && parts.AffiliateLinks && may.read("money") ? (
        <ScreenBoundary what="The affiliate links" waiting={null}>
          <parts.AffiliateLinks product={base} />
        </ScreenBoundary>
      ) : null}
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-[0.875rem] tabular-nums">
        <span className="font-medium">Order: {formatCount(order)}</span>
        <span className="text-muted">
          {order > 0 ? "Drag it in the list to move it." : "New products come first. Drag to move."}
        </span>
      </p>
    </Section>
  );
}

/** The code, the address and the dates of a deal. */
function DealFields() {
  const { values, errors, text } = useProductForm();
  const names = ["dealCode", "dealUrl", "dealFrom", "dealTo"] as const;
  const [isUsed] = useState(names.some((name) => values[name] !== ""));
  return (
    <Fold title="Code, URL and dates of the deal" open={isUsed || names.some((name) => errors[name])}>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        <TextField {...text("dealCode")} label="Code" />
        <TextField {...text("dealUrl")} label="Deal URL" type="url" placeholder="https://" />
        <TimeField {...text("dealFrom")} label="From" />
        <TimeField {...text("dealTo")} label="Until" />
      </div>
      <p className="mt-1 text-[0.8125rem] text-muted">
        Before and after its dates, nobody sees the deal. Without a URL it leads where Visit does.
      </p>
    </Fold>
  );
}
