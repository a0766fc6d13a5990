import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { categoriesQuery } from "../../api/products";
import type { Booking, BookingWithNumbers } from "../../api/schema.gen";
import { dayOf } from "../../kit/admin/days";
import { FormActions, SelectField, TextField, useEditor } from "../../kit/admin/editor";
import { Loaded, LoadingRows, StatePanel } from "../../kit/admin/list";
import { CallQuestion } from "../../kit/admin/question";
import { MenuAction, RowMenu } from "../../kit/admin/row-menu";
import { panelRows } from "../../kit/admin/styles";
import { TimeField } from "../../kit/admin/time-field";
import { useTools } from "../../kit/admin/use-tools";
import { Badge } from "../../kit/badge";
import { Button } from "../../kit/button";
import { copyText } from "../../kit/clipboard";
import { countOf } from "../../kit/count";
import { Modal } from "../../kit/modal";
import { toast } from "../../kit/toast";
import { bookingsChanged, bookingsQuery, deleteBooking, saveBooking } from "./api";
import { Mark, ToolChoice } from "./links";

type Edited = Partial<Booking>;

/** The places that tools have booked. */
export function Bookings() {
  const query = useQuery(bookingsQuery());
  return (
    <Loaded query={query} failure="Couldn't load the bookings" loading={<LoadingRows what="the bookings" />}>
      {(bookings) => <BookingList bookings={bookings} />}
    </Loaded>
  );
}

function BookingList({ bookings }: { bookings: BookingWithNumbers[] }) {
  const { tools } = useTools(bookings.map(({ productId }) => productId));
  const placeOf = usePlaces();
  const [edited, setEdited] = useState<Edited>();
  const [deleted, setDeleted] = useState<Booking>();
  const now = Date.now();
  const add = (
    <Button tone="brass" className="max-sm:w-full" onClick={() => setEdited({})}>
      Add booking
    </Button>
  );
  return (
    <>
      {bookings.length === 0 ? (
        <StatePanel
          title="No bookings yet"
          text="A booked tool stands in a place of its own, named Sponsored, until the booking ends. Lists stay as they are."
        >
          {add}
        </StatePanel>
      ) : (
        <>
          <div className="flex justify-end">{add}</div>
          <ul className={`${panelRows} mt-3`} aria-label="Bookings">
            {bookings.map((booking) => {
              const name = tools.get(booking.productId)?.name ?? "…";
              return (
                <li key={booking.id} className="flex min-h-15 items-center gap-3 py-2 pr-2 pl-4">
                  <Mark product={tools.get(booking.productId)} />
                  <div className="min-w-0 flex-1">
                    <p className="truncate font-medium text-[0.9375rem]">{name}</p>
                    <p className="text-[0.8125rem] text-muted wrap-anywhere">
                      {placeOf(booking)} <span className="max-sm:hidden">· </span>
                      <span className="max-sm:block">
                        {dayOf(booking.from)} – {dayOf(booking.to)}
                      </span>
                    </p>
                    {Date.parse(booking.from) > now ? null : (
                      <p className="text-[0.8125rem] text-dim tabular-nums">
                        {booking.place === "newsletter" ? "" : `${countOf(booking.views, "view")} · `}
                        {countOf(booking.clicks, "click")}
                      </p>
                    )}
                  </div>
                  <State booking={booking} now={now} />
                  <RowMenu label={`More actions for the booking of ${name}`}>
                    <MenuAction onClick={() => setEdited(booking)}>Edit</MenuAction>
                    {Date.parse(booking.to) > now ? (
                      <MenuAction onClick={() => void copyLink(booking.key)}>Copy the buyer's link</MenuAction>
                    ) : null}
                    <MenuAction isDanger onClick={() => setDeleted(booking)}>
                      Delete
                    </MenuAction>
                  </RowMenu>
                </li>
              );
            })}
          </ul>
        </>
      )}
      {edited ? <BookingDialog booking={edited} onClose={() => setEdited(undefined)} /> : null}
      {deleted ? (
        <CallQuestion
          title="Delete this booking?"
          description="Its place is free then. You can undo this in History."
          failure="Couldn't delete the booking"
          call={() => deleteBooking(deleted.id)}
          changed={bookingsChanged}
          done={() => ({ title: "Booking deleted" })}
          onClose={() => setDeleted(undefined)}
        />
      ) : null}
    </>
  );
}

/** Copies the URL at which the buyer of a booking reads its numbers. */
const copyLink = (key: string) =>
  copyText(`${location.origin}/booking/${key}`, "Its buyer sees the numbers there until the booking is over.");

/** Whether a booking runs. */
function State({ booking: { from, to }, now }: { booking: Booking; now: number }) {
  if (Date.parse(to) <= now) return <Badge tone="unknown">Ended</Badge>;
  return Date.parse(from) > now ? <Badge tone="unknown">Scheduled</Badge> : <Badge tone="free">Running</Badge>;
}

/** Names the place of a booking. */
function usePlaces() {
  const { data: categories = [] } = useQuery(categoriesQuery());
  return ({ place, categoryId }: Booking) =>
    place === "category"
      ? `Above ${categories.find(({ id }) => id === categoryId)?.name ?? "a category"}`
      : { home: "Home page", newsletter: "Newsletter" }[place];
}

/** Adds or changes a booking. */
function BookingDialog({ booking, onClose }: { booking: Edited; onClose: () => void }) {
  const queries = useQueryClient();
  const [key] = useState(() => crypto.randomUUID());
  const { data: categories = [] } = useQuery(categoriesQuery());
  const { form, values, errors, text, change, isChanged, isSaving } = useEditor({
    opened: {
      productId: booking.productId ?? 0,
      place: booking.place ?? "home",
      categoryId: String(booking.categoryId || ""),
      from: booking.from ?? "",
      to: booking.to ?? "",
      note: booking.note ?? "",
    },
    check: ({ productId, place, categoryId, from, to }) => ({
      ...(productId === 0 ? { productId: "Please choose a tool" } : {}),
      ...(place === "category" && categoryId === "" ? { categoryId: "Please choose a category" } : {}),
      ...(from === "" ? { from: "Please choose when it begins" } : {}),
      ...(to === "" ? { to: "Please choose when it ends" } : {}),
      ...(from && to && Date.parse(to) <= Date.parse(from) ? { to: "Please choose a time after its start" } : {}),
    }),
    save: ({ categoryId, ...fields }) => saveBooking(booking.id, { ...fields, categoryId: Number(categoryId) }, key),
    onSaved: async () => {
      await bookingsChanged(queries);
      toast({ title: booking.id ? "Booking saved" : "Booking added" });
      onClose();
    },
    failure: "Couldn't save the booking",
  });
  const { tools, know } = useTools(values.productId ? [values.productId] : []);
  const chosen = tools.get(values.productId);
  return (
    <Modal
      open
      firm={isChanged}
      className="max-w-xl"
      title={booking.id ? "Edit booking" : "Add booking"}
      description="The tool stands there as Sponsored, besides where it is listed anyway."
      onClose={() => isSaving || onClose()}
    >
      <form {...form} className="mt-4 grid gap-y-2">
        <ToolChoice
          chosen={chosen}
          error={errors.productId}
          choose={(tool) => {
            know(tool);
            change({ productId: tool.id });
          }}
        />
        <SelectField
          {...text("place")}
          label="Place"
          options={[
            ["home", "Home page, in a row"],
            ["category", "Above a category"],
            ["newsletter", "Newsletter, at the beginning of the issues sent then"],
          ]}
        />
        {values.place === "category" ? (
          <SelectField
            {...text("categoryId")}
            label="Category"
            options={[
              ["", "Choose a category"],
              ...categories.map(({ id, name }): [string, string] => [String(id), name]),
            ]}
          />
        ) : null}
        <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
          <TimeField {...text("from")} label="From" required />
          <TimeField {...text("to")} label="Until" required />
        </div>
        <TextField {...text("note")} label="Note" hint="Only administrators see it." rows={2} />
        <FormActions
          action={booking.id ? "Save" : "Add booking"}
          doing="Saving..."
          isSending={isSaving}
          disabled={booking.id !== undefined && !isChanged}
          onCancel={onClose}
        />
      </form>
    </Modal>
  );
}
