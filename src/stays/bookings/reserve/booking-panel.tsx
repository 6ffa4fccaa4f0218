import { useEffect, useState } from 'react'
import type { GlobalData } from '#content/contract.ts'
import { useGlobal } from '#content/global.ts'
import { getCurrentDay } from '#content/today.ts'
import type { FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { ChosenPackage } from '../../packages/chosen-package.ts'
import type { Room } from '../../rooms/contract.ts'
import { fillIn } from '#ui/form/prefill.ts'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import { readLastSearch, toSearchQuery } from '../search/last-search.ts'
import { BookingForm } from './booking-form.tsx'
import styles from './booking-panel.module.css'
import { PackageField } from './package-field.tsx'
import type { Quote, RequestedStay } from './quote.ts'
import { toFormFields, StayFields, readStay } from './stay-fields.tsx'
import { NoScriptStayForm } from './stay-form.tsx'
import { areDatesInvalid, toQuoteErrors, QuoteView, useQuote } from './stay-price.tsx'
import { useBooking } from './use-booking.ts'
import { BookerFields } from './booker-fields.tsx'
import { useBooker } from './booker.ts'

/**
 * The form that books a room: the stay with its price, and the details of the guest. On wide screens the stay is a card
 * beside the page. The details of the guest appear once a stay has been answered and is not unavailable, and remain.
 */
export function BookingPanel({
  room,
  rate,
  partyLimits,
  search,
  quote,
  stayPackage,
}: {
  room: Room
  rate: GlobalData['exchange']
  /** The largest party of the room. */
  partyLimits: string
  search: RequestedStay | null
  stayPackage: ChosenPackage | null
  /** The quote for the stay that was searched for. */
  quote: Quote | null
}) {
  const { t } = useTranslator()
  const global = useGlobal()
  const booker = useBooker()
  const { maxGuests } = booker
  const [currentSearch, setCurrentSearch] = useState<RequestedStay>(
    completeSearch(search ?? { package: stayPackage?.slug }),
  )
  const [rejectionCount, setRejectionCount] = useState(0)
  const validSearch = {
    ...currentSearch,
    adult: Math.min(currentSearch.adult, maxGuests),
    child: Math.min(currentSearch.child, maxGuests),
  }
  const currentQuote = useQuote(room.slug, validSearch, quote, rejectionCount)
  const isRejected = Boolean(currentQuote?.near?.title)
  const isAnswered = currentQuote !== null && !isRejected
  const [isFolded, setFolded] = useState(!isAnswered)
  if (isFolded && isAnswered) setFolded(false)
  const booking = useBooking({
    fixedFields: { slug: room.slug },
    savedFields: savedFieldNames,
    knownErrors: (form) => toQuoteErrors(currentQuote, readStay(form)),
    onRejected: () => setRejectionCount((count) => count + 1),
    onSessionExpired: booker.login.openPrompt,
  })
  const errors = { ...booking.errors, ...pickKnownErrors(booking.errors, toQuoteErrors(currentQuote, validSearch)) }
  const { ref } = booking.form
  useEffect(() => {
    if (!search && !stayPackage)
      fillIn(ref.current!, toFormFields(completeSearch(readLastSearch(getCurrentDay(global)))))
    setCurrentSearch(readStay(ref.current!))
  }, [search, stayPackage, global, ref])

  return (
    <div className={styles.panel} data-folded={isFolded || undefined}>
      <h2 id="booking-title">{t('booking.title')}</h2>
      {isFolded && <p className={styles.first}>{t('booking.stay_first')}</p>}
      <BookingForm
        booker={booker}
        booking={booking}
        otherRooms={href('rooms', null, toSearchQuery(validSearch))}
        onInput={(form) => setCurrentSearch(readStay(form))}
      >
        <div className={styles.rail}>
          <div className={styles.stay}>
            <h2 className={styles.step}>{t('booking.step_stay')}</h2>
            {stayPackage && <PackageField stayPackage={stayPackage} error={errors['package']?.[0]} />}
            <StayFields
              slug={room.slug}
              partyLimits={partyLimits}
              currentSearch={validSearch}
              maxGuests={maxGuests}
              errors={errors}
              areDatesInvalid={areDatesInvalid(currentQuote)}
            />
            <QuoteView room={room} rate={rate} quote={currentQuote} search={validSearch}>
              {!isFolded && !isRejected && (
                <ButtonLink variant="secondary" className={styles.next} to={`#${guestId}`}>
                  {t('room.book')}
                </ButtonLink>
              )}
            </QuoteView>
          </div>
        </div>
        <div className={styles.guest} id={guestId}>
          <h2 className={styles.step}>{t('booking.step_guest')}</h2>
          <BookerFields errors={booking.errors} rooms={[room]} />
        </div>
      </BookingForm>
      <noscript>
        {import.meta.env.SSR && (
          <NoScriptStayForm room={room} rate={rate} search={search} quote={quote} stayPackage={stayPackage} />
        )}
      </noscript>
    </div>
  )
}

const guestId = 'guest-details'
const savedFieldNames = ['checkin', 'checkout', 'adult', 'child'] as const

/**
 * The errors to show at once: too many guests for the room, or an unknown package. Other errors appear after
 * submitting.
 */
const pickKnownErrors = (errors: FieldErrors, quoteErrors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    immediateFieldNames.map((name) => [name, errors[name]?.length ? errors[name] : (quoteErrors[name] ?? [])]),
  )
const immediateFieldNames = ['adult', 'child', 'package'] as const

const completeSearch = ({
  checkIn = '',
  checkOut = '',
  adult = 1,
  child = 0,
  ...others
}: Partial<RequestedStay>): RequestedStay => ({
  checkIn,
  checkOut,
  adult,
  child,
  package: others.package,
})
