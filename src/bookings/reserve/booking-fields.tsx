import { useGlobal } from '../../content/global.ts'
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useWords } from '../../platform/pages/page.tsx'
import type { FieldErrors } from '../../platform/errors.ts'
import { SelectField, TextArea, TextField } from '../../ui/form/field.tsx'
import styles from './booking-fields.module.css'
import { DatesField } from '../search/dates-field.tsx'
import type { Search } from '../search/last-search.ts'
import { inBooking } from '../../urls.ts'

/** The browser keeps what is typed; `wish`, which decides the price, is what stands there now, or stood there first. */
export function BookingFields({
  slug,
  wish,
  mostGuests,
  errors,
  areDatesWrong,
  children,
}: {
  slug: string
  wish: Search
  mostGuests: number
  errors: FieldErrors
  /** The room cannot be had then. */
  areDatesWrong: boolean
  /** What there is to say of dates and guests. */
  children: ReactNode
}) {
  const { takesOnlinePayments } = useGlobal()
  const { t, number } = useWords()
  const party = useRef<HTMLDivElement>(null)
  const [first] = useState(wish)
  const counts = Array.from({ length: mostGuests + 1 }, (_, count) => (
    <option key={count} value={count}>
      {number(count)}
    </option>
  ))
  const { adult, child } = wish
  useLayoutEffect(() => {
    const [adultField, childField] = party.current!.querySelectorAll('select')
    adultField!.value = String(adult)
    childField!.value = String(child)
  }, [adult, child, mostGuests])

  const error = (name: string) => errors[name]?.[0]
  return (
    <>
      <DatesField
        names={inBooking}
        chosen={wish}
        slug={slug}
        error={error(inBooking.checkIn) ?? error(inBooking.checkOut)}
        isWrong={areDatesWrong || undefined}
      />
      <div className={styles.pair} ref={party}>
        <SelectField label={t('booking.adult')} name="adult" defaultValue={first.adult} error={error('adult')}>
          {counts}
        </SelectField>
        <SelectField label={t('booking.child')} name="child" defaultValue={first.child} error={error('child')}>
          {counts}
        </SelectField>
      </div>
      {children}
      <TextField label={t('booking.name')} name="name" autoComplete="name" maxLength={100} error={error('name')} />
      <TextField
        label={t('booking.email')}
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        error={error('email')}
      />
      <div className={`${styles.pair} ${styles.wide}`}>
        <TextField
          label={t('booking.phone')}
          name="phone"
          type="tel"
          autoComplete="tel"
          maxLength={30}
          error={error('phone')}
        />
        <SelectField
          label={t('booking.paymenttype')}
          name="paymenttype"
          defaultValue={takesOnlinePayments ? '0' : '2'}
          error={error('paymenttype')}
        >
          {takesOnlinePayments && (
            <>
              <option value="0">{t('booking.payment_0')}</option>
              <option value="1">{t('booking.payment_1')}</option>
            </>
          )}
          <option value="2">{t('booking.payment_2')}</option>
        </SelectField>
      </div>
      <TextArea
        label={t('booking.message')}
        name="message"
        rows={2}
        hint={t('booking.message_hint')}
        error={error('message')}
      />
    </>
  )
}

/** A search, by the fields of this form. */
export const fieldsOf = ({ checkIn, checkOut, adult, child }: Search) => ({
  [inBooking.checkIn]: checkIn,
  [inBooking.checkOut]: checkOut,
  adult,
  child,
})

export function stayIn(form: HTMLFormElement): Search {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '')
  return {
    checkIn: text(inBooking.checkIn),
    checkOut: text(inBooking.checkOut),
    adult: Number(text('adult')),
    child: Number(text('child')),
  }
}
