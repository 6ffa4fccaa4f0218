import { useRef, useState } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { navigate, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { BackLink } from '#ui/office/record-page.tsx'
import type { BookingsOfficeApi } from '#stays/bookings/office/contract.ts'
import { statusTraits } from '#stays/bookings/status.ts'
import type { BookingStatus } from '#schema/bookings.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { languages } from '#routes/public.ts'
import type { DeskApi, FreeUnits } from '../contract.ts'
import type { DeskStay, StayApi } from './contract.ts'
import { toGuest, KnownGuest, type Guest } from './known-guest.tsx'
import { toRoomRequest, costOf, RoomRows, roomFor, type RoomInput } from './room-rows.tsx'
import styles from './new-booking.module.css'

/**
 * Books a stay for a guest at the desk, on the phone or by email. Starts with the dates and unit chosen in the chart,
 * or with a copied stay.
 */
export const newBookingPage: Page<DeskApi & BookingsOfficeApi & StayApi, InitialBooking> = {
  async load({ api, place, optional }) {
    const [from, to, copy] = ['from', 'to', 'copy'].map((name) => place.query.get(name) ?? undefined)
    if (!copy) return { free: await api.getFreeUnits({ ...(from && { from }), ...(to && { to }) }), copied: null }
    const stay = await api.getDeskStay({ code: copy })
    const file = await optional(api.getBookingFile({ code: copy }), null)
    const { rooms, nights } = copyRooms(stay)
    const begins = parseDay(from ?? '') ?? parseDay(stay.today)!
    const free = await api.getFreeUnits({ from: isoDay(begins), to: isoDay(begins + nights) })
    return { free, copied: { rooms, source: stay.source, guest: file && toGuest(file) } }
  },
  head: (_, { t }) => ({ title: t('desk.book_title'), hidden: true }),
  reads: ['from', 'to', 'unit', 'copy'],
  View: NewBookingView,
}

const sources = ['walk_in', 'phone', 'mail', 'agent'] as const

interface InitialBooking {
  free: FreeUnits
  /** The copied stay: its guest, its rooms and its source. */
  copied: { rooms: RoomInput[]; source: DeskStay['source']; guest: Guest | null } | null
}

/**
 * The rooms of a stay and the number of its nights. Cancelled rooms are left out, unless all are cancelled. Rooms cost
 * today's price.
 */
function copyRooms({ rooms: all }: DeskStay): { rooms: RoomInput[]; nights: number } {
  const liveRooms = all.filter(({ status }) => !statusTraits(status as BookingStatus).releasedNights)
  const rooms = liveRooms.length > 0 ? liveRooms : all
  const [begins, ends] = [
    Math.min(...rooms.map(({ parts }) => parseDay(parts[0]!.from)!)),
    Math.max(...rooms.map(({ parts }) => parseDay(parts.at(-1)!.to)!)),
  ]
  return {
    rooms: rooms.map(({ parts, adults, children }) => ({ ...roomFor(parts[0]), adults, children })),
    nights: ends - begins,
  }
}

function NewBookingView({ data }: { data: InitialBooking }) {
  const { t, language, money, day } = useTranslator()
  const api = useApi<DeskApi>()
  const [free, setFree] = useState(data.free)
  /** The chosen dates, also while their availability is loading. */
  const [dates, setDates] = useState({ from: data.free.from, to: data.free.to })
  const { copied } = data
  const [rooms, setRooms] = useState<readonly RoomInput[]>(() => copied?.rooms ?? [firstRoom(data.free)])
  const [guest, setGuest] = useState<Guest | null>(copied?.guest ?? null)
  const requestCount = useRef(0)
  const { form, busy, failure, error } = useForm(async ({ text, data: formData, once }) => {
    const { code } = await once(api.bookAtDesk, {
      ...dates,
      rooms: rooms.map(toRoomRequest),
      source: text('source') as (typeof sources)[number],
      name: text('name'),
      phone: text('phone'),
      email: text('email').trim(),
      language: text('language') as (typeof languages)[number],
      message: text('message'),
      guest_of: guest?.code ?? '',
      tell: formData.get('tell') === 'on',
    })
    navigate(officeHref('booking', code), language)
  })

  /** Loads the availability for other dates. Clears the units that are not free then, and keeps all other input. */
  async function changeDates(from: string, to: string) {
    setDates({ from, to })
    const requestNumber = ++requestCount.current
    const availability = await api.getFreeUnits({ from, ...(to > from && { to }) }).catch(() => null)
    // Of several requests, the last one counts.
    if (!availability || requestNumber !== requestCount.current) return
    setFree(availability)
    setDates({ from: availability.from, to: availability.to })
    setRooms((all) =>
      all.map((a) => ({
        ...a,
        unit: availability.data.some(({ units }) => units.some(({ id }) => id === a.unit)) ? a.unit : null,
      })),
    )
  }
  /** A new arrival date keeps the number of nights. */
  function changeArrival(from: string) {
    const arrival = parseDay(from)
    const nights = Math.max(1, (parseDay(dates.to) ?? 0) - (parseDay(dates.from) ?? 0))
    if (arrival !== undefined) void changeDates(from, isoDay(arrival + nights))
  }
  const total = rooms.reduce<number | null>((sum, room) => {
    const roomPrice = costOf(room, free)
    return sum === null || roomPrice === null ? null : sum + roomPrice
  }, 0)
  return (
    <article className={styles.page}>
      <BackLink to={officePages.today} label={t('desk.today')} />
      <h1>{t('desk.book_title')}</h1>
      <form {...form} className={styles.form}>
        <fieldset className={styles.part}>
          <legend>{t('desk.book_when')}</legend>
          {copied && <p>{t('desk.book_copy', { name: copied.guest?.name || t('office.forgotten') })}</p>}
          {free.last_night !== null && (dates.from === free.last_night || dates.from === dayAfter(free.last_night)) && (
            <Choice
              legend={t('desk.which_night')}
              name="night"
              chosen={dates.from === free.last_night ? 'last' : 'tonight'}
              onChoose={(night) => {
                const today = dayAfter(free.last_night!)
                if (night === 'last') void changeDates(free.last_night!, today)
                else void changeDates(today, dates.to > today ? dates.to : dayAfter(today))
              }}
              options={[
                ['tonight', t('desk.tonight')],
                ['last', t('desk.last_night', { when: day(dayAfter(free.last_night), 'short') })],
              ]}
            />
          )}
          <div className={styles.short}>
            <TextField
              label={t('desk.book_from')}
              name="from"
              type="date"
              required
              value={dates.from}
              error={error('from')}
              onChange={({ currentTarget }) => changeArrival(currentTarget.value)}
            />
            <TextField
              label={t('desk.book_to')}
              name="to"
              type="date"
              required
              value={dates.to}
              error={error('to')}
              onChange={({ currentTarget }) => void changeDates(dates.from, currentTarget.value)}
            />
          </div>
        </fieldset>
        <fieldset className={styles.part}>
          <legend>{t('desk.book_rooms')}</legend>
          <RoomRows rooms={rooms} free={free} onChange={setRooms} error={error} />
          {total !== null && (
            <p className={styles.sum}>
              {t('desk.book_sum')} <strong>{money(total)}</strong>
            </p>
          )}
        </fieldset>
        <fieldset className={styles.part}>
          <legend>{t('desk.book_who')}</legend>
          <KnownGuest guest={guest} onChoose={setGuest} />
          <TextField
            key={`name ${guest?.code}`}
            label={t('desk.book_name')}
            name="name"
            maxLength={100}
            required
            autoComplete="off"
            defaultValue={guest?.name ?? ''}
            error={error('name')}
          />
          <div className={styles.short}>
            <TextField
              key={`phone ${guest?.code}`}
              label={t('desk.book_phone')}
              name="phone"
              type="tel"
              maxLength={30}
              required
              autoComplete="off"
              defaultValue={guest?.phone ?? ''}
              error={error('phone')}
            />
            <TextField
              key={`email ${guest?.code}`}
              label={t('desk.book_email')}
              name="email"
              type="email"
              maxLength={254}
              autoComplete="off"
              hint={t('desk.book_email_hint')}
              defaultValue={guest?.email ?? ''}
              error={error('email')}
            />
          </div>
          <div className={styles.short}>
            <SelectField
              key={`language ${guest?.code}`}
              label={t('desk.book_language')}
              name="language"
              defaultValue={guest?.language ?? language}
              error={error('language')}
            >
              {languages.map((l) => (
                <option key={l} value={l}>
                  {t(`office.reads_${l}`)}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={t('desk.book_source')}
              name="source"
              defaultValue={!copied ? 'walk_in' : copied.source === 'website' ? 'phone' : copied.source}
              error={error('source')}
            >
              {sources.map((source) => (
                <option key={source} value={source}>
                  {t(`desk.source_${source}`)}
                </option>
              ))}
            </SelectField>
          </div>
          <TextArea label={t('desk.book_message')} name="message" rows={3} maxLength={2000} error={error('message')} />
          <CheckField label={t('desk.book_tell')} name="tell" hint={t('desk.book_tell_hint')} />
        </fieldset>
        {failure && <Failure>{failure}</Failure>}
        <div>
          <Button type="submit" busy={busy}>
            {t('desk.book_submit')}
          </Button>
        </div>
      </form>
    </article>
  )
}

/** The unit chosen in the chart, or else the first room type with a room left. */
function firstRoom({ data }: FreeUnits): RoomInput {
  const unit = Number(new URL(location.href).searchParams.get('unit')) || null
  const kind = data.find(({ units }) => units.some(({ id }) => id === unit))
  return kind ? { ...roomFor(kind), unit } : roomFor(data.find(({ left }) => left > 0) ?? data[0])
}

const dayAfter = (iso: string): string => isoDay(parseDay(iso)! + 1)
