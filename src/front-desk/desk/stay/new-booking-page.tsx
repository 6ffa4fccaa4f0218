import { Fragment, useState } from 'react'
import { isoDay, parseDay } from '#platform/day.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { BackLink } from '#ui/office/record-page.tsx'
import type { CustomersApi } from '#people/customers/contract.ts'
import { CustomerOptions } from '#stays/customers/office/customer-options.tsx'
import type { BookingsOfficeApi } from '#stays/bookings/office/contract.ts'
import { guestFieldNames, mapNames, optionalFields, getOptions, type GuestField } from '#stays/bookings/guest-fields.ts'
import { ArrivalOptions } from '#stays/bookings/preferences/arrival-options.tsx'
import { useBackLink } from '#ui/office/origin.ts'
import { officeHref } from '#routes/office.ts'
import { deskSources } from '#schema/bookings.ts'
import { languages } from '#routes/public.ts'
import type { DeskApi, FreeUnits } from '../contract.ts'
import { ClosedNights } from './closed-nights.tsx'
import type { DeskStay, StayApi } from './contract.ts'
import { toGuest, KnownGuest, type Guest } from './known-guest.tsx'
import { copyRooms, toRoomRequest, getTotal, type RoomInput } from './room-input.ts'
import { RoomRows } from './room-rows.tsx'
import { useNewBooking } from './use-new-booking.ts'
import { useOperationToast } from './use-operation-toast.tsx'
import styles from './new-booking.module.css'

/**
 * Books a stay for a guest at the desk, on the phone or by email. Starts with the dates and unit chosen in the chart,
 * or with a copied stay.
 */
export const newBookingPage: Page<DeskApi & BookingsOfficeApi & StayApi & CustomersApi, InitialBooking> = {
  async load({ api, route, optional }) {
    const [from, to, copiedCode] = ['from', 'to', 'copy'].map((name) => route.query.get(name) ?? undefined)
    const { data: customers } = await api.getCustomerNames({})
    if (!copiedCode)
      return { free: await api.getFreeUnits({ ...(from && { from }), ...(to && { to }) }), copied: null, customers }
    const stay = await api.getDeskStay({ code: copiedCode })
    const bookingRecord = await optional(api.getBookingRecord({ code: copiedCode }), null)
    const { rooms, nights } = copyRooms(stay)
    const firstNight = parseDay(from ?? '') ?? parseDay(stay.today)!
    const freeUnits = await api.getFreeUnits({ from: isoDay(firstNight), to: isoDay(firstNight + nights) })
    return {
      free: freeUnits,
      copied: { rooms, source: stay.source, guest: bookingRecord && toGuest(bookingRecord) },
      customers,
    }
  },
  head: (_, { t }) => ({ title: t('desk.book_title'), hidden: true }),
  queryNames: ['from', 'to', 'unit', 'copy'],
  View: NewBookingView,
}

interface InitialBooking {
  free: FreeUnits
  customers: { id: number; name: string }[]
  /** The copied stay: its guest, its rooms and its source. */
  copied: { rooms: RoomInput[]; source: DeskStay['source']; guest: Guest | null } | null
}

type FieldError = (name: string) => string | undefined

function NewBookingView({
  data: { free: initialFreeUnits, copied: copiedBooking, customers },
}: {
  data: InitialBooking
}) {
  const { t, language, money } = useTranslator()
  const api = useApi<DeskApi>()
  const backLink = useBackLink('today')
  const showToast = useOperationToast()
  const booking = useNewBooking(initialFreeUnits, copiedBooking?.rooms)
  const { free: freeUnits, rooms, customer } = booking
  const [guest, setGuest] = useState<Guest | null>(copiedBooking?.guest ?? null)
  const { form, isBusy, failure, error } = useForm(async ({ text, data, sendOnce }) => {
    const checksIn = text('act') === 'check_in'
    const { code, check_in: checkInResult } = await sendOnce(api.bookAtDesk, {
      ...booking.dates,
      rooms: rooms.map(toRoomRequest),
      source: text('source') as (typeof deskSources)[number],
      ...mapNames(guestFieldNames, (name) => text(name).trim()),
      language: text('language') as (typeof languages)[number],
      guest_of: guest?.code ?? '',
      customer,
      notify_guest: data.get('notify_guest') === 'on',
      check_in: checksIn,
    })
    navigate(officeHref('booking', code), language)
    if (checkInResult) showToast({ ...checkInResult, isSticky: true })
  })
  const total = getTotal(rooms, freeUnits)
  return (
    <article className={styles.page}>
      <BackLink to={backLink.to} label={backLink.label} />
      <h1>{t('desk.book_title')}</h1>
      <form {...form} className="stack-5">
        <fieldset className={styles.part}>
          <legend>{t('desk.book_dates')}</legend>
          {copiedBooking && (
            <p>{t('desk.book_copy', { name: copiedBooking.guest?.name || t('office.name_deleted') })}</p>
          )}
          <NightChoice booking={booking} />
          <DateFields booking={booking} error={error} />
          <ClosedNights checkin={booking.dates.from} checkout={booking.dates.to} lastClosed={freeUnits.last_closed} />
        </fieldset>
        <fieldset className={styles.part}>
          <legend>{t('desk.book_rooms')}</legend>
          <RoomRows rooms={rooms} free={freeUnits} onChange={booking.setRooms} error={error} />
          {total !== null && (
            <p className={styles.sum}>
              {t('desk.book_total')} <strong>{money(total)}</strong>
            </p>
          )}
        </fieldset>
        <fieldset className={styles.part}>
          <legend>{t('desk.book_guest')}</legend>
          <KnownGuest guest={guest} onChoose={setGuest} />
          {customers.length > 0 && (
            <SelectField
              label={t('customer.one')}
              hint={t('customer.booking_hint')}
              name="customer"
              value={customer ?? ''}
              error={error('customer')}
              onChange={({ currentTarget }) => booking.changeCustomer(Number(currentTarget.value) || null)}
            >
              <CustomerOptions customers={customers} />
            </SelectField>
          )}
          <GuestFields guest={guest} copiedSource={copiedBooking?.source} error={error} />
          <CheckField label={t('desk.book_notify')} name="notify_guest" hint={t('desk.book_notify_hint')} />
        </fieldset>
        {failure && <Failure>{failure}</Failure>}
        <div className="row-2">
          <Button type="submit" name="act" value="book" isBusy={isBusy}>
            {t('desk.book_submit')}
          </Button>
          {booking.dates.from <= freeUnits.today && (
            <Button type="submit" name="act" value="check_in" variant="secondary" isBusy={isBusy}>
              {t('desk.book_and_check_in')}
            </Button>
          )}
        </div>
      </form>
    </article>
  )
}

/** On this form, staff write the guest's message as a note. */
const deskLabels: Partial<Record<GuestField, 'desk.book_message'>> = { message: 'desk.book_message' }

function GuestInput({
  name,
  ...options
}: {
  name: GuestField
  error: string | undefined
  required?: boolean
  hint?: string
  defaultValue?: string
}) {
  const { t } = useTranslator()
  const { kind, maxLength, label } = getOptions(name)
  const sharedProps = { label: t(deskLabels[name] ?? label), name, maxLength, ...options }
  if (kind === 'paragraphs') return <TextArea {...sharedProps} rows={3} />
  if (kind === 'arrival')
    return (
      <SelectField label={sharedProps.label} name={name} error={options.error}>
        <ArrivalOptions unknown={t('desk.arrival_unknown')} />
      </SelectField>
    )
  return <TextField {...sharedProps} type={kind} autoComplete="off" />
}

type NewBooking = ReturnType<typeof useNewBooking>

/** After midnight: asks whether the guest arrives for last night or tonight. */
function NightChoice({ booking: { free: freeUnits, dates, changeDates } }: { booking: NewBooking }) {
  const { t, day } = useTranslator()
  const lastNight = freeUnits.last_night
  if (lastNight === null) return null
  const today = isoDay(parseDay(lastNight)! + 1)
  if (dates.from !== lastNight && dates.from !== today) return null
  return (
    <Choice
      legend={t('desk.first_night')}
      name="night"
      value={dates.from === lastNight ? 'last' : 'tonight'}
      onChoose={(night) => {
        if (night === 'last') void changeDates(lastNight, today)
        else void changeDates(today, dates.to > today ? dates.to : isoDay(parseDay(today)! + 1))
      }}
      options={[
        ['tonight', t('desk.tonight')],
        ['last', t('desk.last_night', { when: day(today, 'short') })],
      ]}
    />
  )
}

function DateFields({ booking, error }: { booking: NewBooking; error: FieldError }) {
  const { t } = useTranslator()
  const { dates, changeArrival, changeDates } = booking
  return (
    <div className={styles.short}>
      <DateField
        label={t('desk.book_from')}
        name="from"
        required
        value={dates.from}
        error={error('from')}
        onChange={({ currentTarget }) => changeArrival(currentTarget.value)}
      />
      <DateField
        label={t('desk.book_to')}
        name="to"
        required
        value={dates.to}
        error={error('to')}
        onChange={({ currentTarget }) => void changeDates(dates.from, currentTarget.value)}
      />
    </div>
  )
}

/** The fields for the guest's name, contact and language, the source of the booking, and the optional fields. */
function GuestFields({
  guest,
  copiedSource,
  error,
}: {
  guest: Guest | null
  copiedSource: DeskStay['source'] | undefined
  error: FieldError
}) {
  const { t, language } = useTranslator()
  return (
    <>
      <Fragment key={guest?.code}>
        <GuestInput name="name" required defaultValue={guest?.name ?? ''} error={error('name')} />
        <div className={styles.short}>
          <GuestInput name="phone" required defaultValue={guest?.phone ?? ''} error={error('phone')} />
          <GuestInput
            name="email"
            hint={t('desk.book_email_hint')}
            defaultValue={guest?.email ?? ''}
            error={error('email')}
          />
        </div>
      </Fragment>
      <div className={styles.short}>
        <SelectField
          key={guest?.code}
          label={t('desk.book_language')}
          name="language"
          defaultValue={guest?.language ?? language}
          error={error('language')}
        >
          {languages.map((l) => (
            <option key={l} value={l}>
              {t(`office.language_${l}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('desk.book_source')}
          name="source"
          defaultValue={!copiedSource ? 'walk_in' : copiedSource === 'website' ? 'phone' : copiedSource}
          error={error('source')}
        >
          {deskSources.map((source) => (
            <option key={source} value={source}>
              {t(`desk.source_${source}`)}
            </option>
          ))}
        </SelectField>
      </div>
      {optionalFields.map((name) => (
        <GuestInput key={name} name={name} error={error(name)} />
      ))}
    </>
  )
}
