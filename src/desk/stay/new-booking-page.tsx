import { useState } from 'react'
import { isoDay, parseDay } from '../../platform/day.ts'
import { navigate, useApi, useWords, type Page } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/form/choice.tsx'
import { CheckField } from '../../ui/form/check-field.tsx'
import { SelectField, TextArea, TextField } from '../../ui/form/field.tsx'
import { Failure } from '../../ui/form/plain-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { BackLink } from '../../ui/office/file.tsx'
import type { BookingsOfficeApi } from '../../bookings/office/contract.ts'
import { officeHref, officePages } from '../../urls-office.ts'
import { languages } from '../../urls.ts'
import type { DeskApi, FreeUnits } from '../contract.ts'
import { guestIn, KnownGuest, type Guest } from './known-guest.tsx'
import { RoomRows, roomFor, type RoomWanted } from './room-rows.tsx'
import styles from './new-booking.module.css'

/** A stay for whoever calls, writes or stands at the desk. What was chosen in the chart is chosen here. */
export const newBookingPage: Page<DeskApi & BookingsOfficeApi, Begun> = {
  async load({ api, place, optional }) {
    const [from, to, guest] = ['from', 'to', 'guest'].map((name) => place.query.get(name) ?? undefined)
    const free = await api.getFreeUnits({ ...(from && { from }), ...(to && { to }) })
    const file = guest ? await optional(api.getBookingFile({ code: guest }), null) : null
    return { free, guest: file && guestIn(file) }
  },
  head: (_, { t }) => ({ title: t('desk.book_title'), hidden: true }),
  reads: ['from', 'to', 'unit', 'guest'],
  View: NewBookingView,
}

const sources = ['walk_in', 'phone', 'mail', 'agent'] as const

interface Begun {
  free: FreeUnits
  /** Who had a stay of which this is a copy. */
  guest: Guest | null
}

function NewBookingView({ data }: { data: Begun }) {
  const { t, language, money, day } = useWords()
  const api = useApi<DeskApi>()
  const [free, setFree] = useState(data.free)
  const [rooms, setRooms] = useState<readonly RoomWanted[]>(() => [firstRoom(data.free)])
  const [guest, setGuest] = useState<Guest | null>(data.guest)
  const { form, busy, failure, error } = useForm(async ({ text, data: sent, once }) => {
    const { code } = await once(api.bookAtDesk, {
      from: free.from,
      to: free.to,
      rooms: rooms.map(({ room, unit, adults, children, price }) => ({
        room,
        unit,
        adults: Number(adults),
        children: Number(children),
        price: typeof price === 'number' ? price : null,
      })),
      source: text('source') as (typeof sources)[number],
      name: text('name'),
      phone: text('phone'),
      email: text('email').trim(),
      language: text('language') as (typeof languages)[number],
      message: text('message'),
      guest_of: guest?.code ?? '',
      tell: sent.get('tell') === 'on',
    })
    navigate(officeHref('booking', code), language)
  })

  /** Rooms that are not to be had then are asked for anew; nothing else that was chosen is lost. */
  async function askAnew(from: string, to: string) {
    const asked = await api.getFreeUnits({ from, ...(to > from && { to }) }).catch(() => null)
    if (!asked) return
    setFree(asked)
    setRooms((all) =>
      all.map((each) => ({
        ...each,
        unit: asked.data.some(({ units }) => units.some(({ id }) => id === each.unit)) ? each.unit : null,
      })),
    )
  }
  const total = rooms.reduce<number | null>((sum, each) => {
    const own = costOf(each, free)
    return sum === null || own === null ? null : sum + own
  }, 0)
  return (
    <article className={styles.page}>
      <BackLink to={officePages.today} label={t('desk.today')} />
      <h1>{t('desk.book_title')}</h1>
      <form {...form} className={styles.form}>
        <fieldset className={styles.part}>
          <legend>{t('desk.book_when')}</legend>
          {free.last_night !== null && (free.from === free.last_night || free.from === dayAfter(free.last_night)) && (
            <Choice
              legend={t('desk.which_night')}
              name="night"
              chosen={free.from === free.last_night ? 'last' : 'tonight'}
              onChoose={(night) => {
                const today = dayAfter(free.last_night!)
                if (night === 'last') void askAnew(free.last_night!, today)
                else void askAnew(today, free.to > today ? free.to : dayAfter(today))
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
              value={free.from}
              error={error('from')}
              onChange={({ currentTarget }) => void askAnew(currentTarget.value, free.to)}
            />
            <TextField
              label={t('desk.book_to')}
              name="to"
              type="date"
              required
              value={free.to}
              error={error('to')}
              onChange={({ currentTarget }) => void askAnew(free.from, currentTarget.value)}
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
              {languages.map((each) => (
                <option key={each} value={each}>
                  {t(`office.reads_${each}`)}
                </option>
              ))}
            </SelectField>
            <SelectField label={t('desk.book_source')} name="source" error={error('source')}>
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

/** The unit that was chosen on the way here, else the first kind that is to be had. */
function firstRoom({ data }: FreeUnits): RoomWanted {
  const unit = Number(new URL(location.href).searchParams.get('unit')) || null
  const kind = data.find(({ units }) => units.some(({ id }) => id === unit))
  return kind ? { ...roomFor(kind), unit } : roomFor(data.find(({ left }) => left > 0) ?? data[0])
}

const dayAfter = (iso: string): string => isoDay(parseDay(iso)! + 1)

/** What a room costs for the stay: as agreed, or as it costs today. Null where that is not to be seen. */
function costOf({ room, price }: RoomWanted, { data, from, to }: FreeUnits): number | null {
  const nights = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return typeof price === 'number' ? price * nights : (data.find((kind) => kind.room === room)?.total ?? null)
}
const DAY_MS = 86_400_000
