import { useGlobal } from '#content/global.ts'
import type { FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx'
import styles from './booking-fields.module.css'

/** The fields for contact data, payment type and message. */
export function BookerFields({ errors }: { errors: FieldErrors }) {
  const { takesOnlinePayments } = useGlobal()
  const { t } = useTranslator()
  const error = (name: string) => errors[name]?.[0]
  return (
    <>
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
