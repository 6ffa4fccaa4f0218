import { Fragment } from 'react'
import { useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import styles from '../own-stays/stay-parts.module.css'
import { ChangePlanView } from './change-plan.tsx'
import { RoomFields } from './room-fields.tsx'
import type { StepsData } from './steps.ts'

/** The forms without scripts, one per step: choose the dates, then the rooms and guests, then confirm the change. */
export function ChangeSteps({
  token,
  stay,
  steps,
}: {
  token: string
  stay: { checkin: string; checkout: string }
  steps: StepsData | null
}) {
  const { t } = useTranslator()
  const rejection = useRejectedForm()
  const failure = steps?.failure || (rejection?.values['change'] === undefined ? '' : rejection.message)
  const renderDateField = (name: 'checkin' | 'checkout', label: string) => (
    <Field label={label} name={name} error={steps?.errors[name]?.[0]}>
      {(inputProps) => <input {...inputProps} type="date" required defaultValue={(steps ?? stay)[name]} />}
    </Field>
  )
  const dates = steps && (
    <>
      <input type="hidden" name="checkin" value={steps.checkin} />
      <input type="hidden" name="checkout" value={steps.checkout} />
    </>
  )
  return (
    <div className="stack-5">
      <form method="get" action="#change" className="stack-4">
        <input type="hidden" name="stay" value={token} />
        <div className={styles.pair}>
          {renderDateField('checkin', t('search.check_in'))}
          {renderDateField('checkout', t('search.check_out'))}
        </div>
        <Button type="submit" variant="secondary">
          {t('summary.change_show_rooms')}
        </Button>
      </form>
      {failure && (
        <p role="alert" className={styles.failed}>
          {failure}
        </p>
      )}
      {steps?.options && steps.rooms.length > 0 && (
        <form method="get" action="#change" className="stack-4">
          <h3>{t('summary.change_rooms')}</h3>
          <input type="hidden" name="stay" value={token} />
          {dates}
          <RoomFields rooms={steps.options.rooms} choices={steps.rooms} errors={steps.errors} />
          <Button type="submit" variant="secondary">
            {t('summary.change_review')}
          </Button>
        </form>
      )}
      {steps?.plan && (
        <form method="post" className="stack-4">
          <ChangePlanView plan={steps.plan} />
          <input type="hidden" name="change" value={token} />
          {dates}
          {steps.rooms.map(({ slug, adult: adults, child: children }, index) => (
            <Fragment key={index}>
              <input type="hidden" name="slug" value={slug} />
              <input type="hidden" name="adult" value={adults} />
              <input type="hidden" name="child" value={children} />
            </Fragment>
          ))}
          <input type="hidden" name="total" value={steps.plan.total} />
          <Button type="submit">{t('summary.change_submit')}</Button>
        </form>
      )}
    </div>
  )
}
