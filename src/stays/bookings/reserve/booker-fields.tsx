import { useGlobal } from '#content/global.ts'
import type { FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx'
import { OptionalLabel } from '#ui/form/optional-label.tsx'
import { optionalFields, getOptions, type GuestField } from '../guest-fields.ts'
import styles from './booking-fields.module.css'
import type { RoomWithBeds } from './preference-fields.tsx'
import { Preferences } from './preferences.tsx'

/** The fields for contact data, payment type, message, arrival and beds. */
export function BookerFields({ errors, rooms }: { errors: FieldErrors; rooms: readonly RoomWithBeds[] }) {
  const { takesOnlinePayments } = useGlobal()
  const { t } = useTranslator()
  const getError = (name: string) => errors[name]?.[0]
  return (
    <>
      <GuestInput name="name" error={getError('name')} />
      <GuestInput name="email" error={getError('email')} />
      <div className={`${styles.pair} ${styles.wide}`}>
        <GuestInput name="phone" error={getError('phone')} />
        <SelectField
          label={t('booking.paymenttype')}
          name="paymenttype"
          defaultValue={takesOnlinePayments ? '0' : '2'}
          error={getError('paymenttype')}
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
      {optionalFields.map((name) => (
        <GuestInput key={name} name={name} error={getError(name)} />
      ))}
      <Preferences rooms={rooms} errors={errors} />
    </>
  )
}

function GuestInput({ name, error }: { name: GuestField; error: string | undefined }) {
  const { t } = useTranslator()
  const { kind, maxLength, label, hint, autoComplete } = getOptions(name)
  // The arrival time is one of the preference fields, which load on demand.
  if (kind === 'arrival') return null
  const isOptional = (optionalFields as readonly GuestField[]).includes(name)
  const labels = {
    label: isOptional ? <OptionalLabel>{t(label)}</OptionalLabel> : t(label),
    name,
    hint: hint && t(hint),
    error,
  }
  if (kind === 'paragraphs') return <TextArea {...labels} rows={2} />
  return <TextField {...labels} type={kind} autoComplete={autoComplete} maxLength={maxLength} />
}
