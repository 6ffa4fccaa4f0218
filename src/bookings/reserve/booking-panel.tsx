import { useEffect, useId, useRef, useState, type FocusEvent, type FormEvent } from 'react'
import type { AccountsApi } from '../../accounts/contract.ts'
import { useSession } from '../../accounts/portal/session.ts'
import { useGlobal } from '../../content/global.ts'
import { todayAt } from '../../content/today.ts'
import { Link, useApi, useWords } from '../../platform/pages/page.tsx'
import type { Room } from '../../rooms/contract.ts'
import { Button } from '../../ui/button.tsx'
import { fillIn } from '../../ui/form/fill-in.ts'
import { Failure } from '../../ui/form/plain-form.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useOnDemand } from '../../ui/use-on-demand.ts'
import { href } from '../../urls.ts'
import { BookingFields, fieldsOf, stayIn } from './booking-fields.tsx'
import styles from './booking-panel.module.css'
import type { LoginQuestion } from './booking-questions.tsx'
import { lastSearch, onWire, type Search } from '../search/last-search.ts'
import type { Confirmation } from '../contract.ts'
import { knownOf, type NextRoom } from './made-booking.ts'
import type { Quote } from './quote.ts'
import { nextRoom, type Several } from '../search/several-rooms.ts'
import { StayForm } from './stay-form.tsx'
import { areDatesWrong, isForOtherRooms, Quoted } from './stay-price.tsx'
import { useBooking } from './use-booking.ts'

const mostGuests = { account: 18, guest: 10 }
type Tab = keyof typeof mostGuests

/** The form that books a room: for a member, or for a guest without an account. What is typed outlives both. */
export function BookingPanel({
  room,
  search,
  quote,
  several,
  rooms,
}: {
  room: Room
  search: Search | null
  /** Of the stay that was searched for. */
  quote: Quote | null
  /** The rooms that the party takes together, this one among them. */
  several: Several | null
  rooms: readonly Pick<Room, 'slug' | 'name'>[]
}) {
  const { t } = useWords()
  const formId = useId()
  const { user } = useSession()
  const global = useGlobal()
  const [chosen, setChosen] = useState<Tab>('guest')
  const [wish, setWish] = useState<Search>(wishOf(search ?? {}))
  const login = useLoginQuestion()
  const [Questions, fetchQuestions] = useOnDemand(
    async () => (await import('./booking-questions.tsx')).BookingQuestions,
  )
  const [isComing, setComing] = useState(false)
  const tab = user ? 'account' : chosen
  const most = mostGuests[user?.role === 'guest' ? 'guest' : tab]
  const fitting = { ...wish, adult: Math.min(wish.adult, most), child: Math.min(wish.child, most) }
  const booking = useBooking(room, { stay: fitting, known: quote }, login.ask, nextOf)
  const { form, price, secondsLeft } = booking

  useEffect(() => {
    if (!search) fillIn(form.ref.current!, fieldsOf(wishOf(lastSearch(todayAt(global)))))
    setWish(stayIn(form.ref.current!))
  }, [search, global, form.ref])
  useProfile(form.ref)

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setComing(true)
    void fetchQuestions().finally(() => setComing(false))
    if (!user && tab === 'account') login.ask()
    else void form.onSubmit(event)
  }
  function bookAsGuest() {
    login.close()
    setChosen('guest')
  }
  const tabs: { key: Tab; label: string }[] = [{ key: 'account', label: t('booking.tab_account') }]
  if (!user) tabs.unshift({ key: 'guest', label: t('booking.tab_guest') })

  return (
    <div className={styles.panel}>
      <h2 id="booking-title">{t('booking.title')}</h2>
      {several && <p>{t('rooms.several_step', { number: several.booked + 1, all: several.rooms.length })}</p>}
      <div className="needs-scripts">
        <Tabs label={t('booking.title')} tabs={tabs} selected={tab} onSelect={setChosen}>
          <p className={styles.who}>
            {user
              ? t('booking.signed_in_as', { name: user.name })
              : t(tab === 'guest' ? 'booking.as_guest' : 'booking.as_member')}
          </p>
          {/* Sent by script alone: with this method the browser by itself sends nothing, nor shows it in the address. */}
          <form
            {...form}
            id={formId}
            className={styles.form}
            onSubmit={onSubmit}
            onInput={(event) => {
              setWish(stayIn(event.currentTarget))
              booking.forget((event.target as HTMLInputElement).name)
            }}
            onFocus={(event) => {
              void fetchQuestions()
              if (tab === 'account' && !user) login.askOnce(event)
            }}
          >
            <BookingFields
              slug={room.slug}
              wish={fitting}
              mostGuests={most}
              errors={booking.errors}
              areDatesWrong={areDatesWrong(price)}
            >
              <Quoted quote={price} search={fitting} isSaidByFields />
            </BookingFields>
            {booking.failure && <Failure>{booking.failure}</Failure>}
            <Button
              type="submit"
              look={isForOtherRooms(price) ? 'secondary' : 'primary'}
              busy={booking.busy || isComing}
            >
              {buttonLabel()}
            </Button>
            <p>
              <Link to={href('privacy')}>{t('shell.privacy')}</Link>
            </p>
          </form>
        </Tabs>
      </div>
      <noscript>{import.meta.env.SSR && <StayForm room={room} search={search} quote={quote} />}</noscript>
      {Questions && (
        <Questions
          formId={formId}
          login={login}
          booking={booking}
          onGuest={bookAsGuest}
          otherRooms={href('rooms', null, onWire(fitting))}
        />
      )}
    </div>
  )

  function nextOf({ checkin, checkout }: Confirmation): NextRoom | undefined {
    const rest = several && { ...several, booked: several.booked + 1 }
    const next = rest?.rooms[rest.booked]
    if (!next) return undefined
    return {
      booked: rest.booked,
      all: rest.rooms.length,
      name: rooms.find(({ slug }) => slug === next.slug)?.name ?? '',
      path: `${nextRoom(rest, { checkIn: checkin, checkOut: checkout })}#booking`,
    }
  }

  function buttonLabel() {
    if (secondsLeft === null) return t('booking.submit')
    return secondsLeft > 0 ? t('booking.submitting', { seconds: secondsLeft }) : t('form.submitting')
  }
}

const wishOf = ({ checkIn = '', checkOut = '', adult = 1, child = 0 }: Partial<Search>): Search => ({
  checkIn,
  checkOut,
  adult,
  child,
})

/** Asked when a field is entered, but not again at every field of someone who has put the question away. */
function useLoginQuestion(): LoginQuestion & { askOnce(event: FocusEvent): void } {
  const [open, setOpen] = useState(false)
  const asked = useRef(false)
  function ask() {
    asked.current = true
    setOpen(true)
  }
  function askOnce({ target }: FocusEvent) {
    if (!asked.current && target.matches('input, select, textarea')) ask()
  }
  return { open, ask, askOnce, close: () => setOpen(false) }
}

/** Saves a member the typing of what we know already. */
function useProfile(form: { current: HTMLFormElement | null }): void {
  const { user } = useSession()
  const api = useApi<AccountsApi>()
  useEffect(() => {
    if (!user) return
    if (user.role === 'guest') return fillIn(form.current!, knownOf(user.name))
    api.getUserRow({}).then(
      ({ data: { name, email, phone } }) => form.current && fillIn(form.current, { name, email, phone }),
      (error: unknown) => console.error('Error fetching data', error),
    )
  }, [user, api, form])
}
