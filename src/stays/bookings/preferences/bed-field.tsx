import { useTranslator } from '#platform/pages/page.tsx'
import type { BedSetup } from '../../rooms/bed-setups.ts'
import { SelectField } from '#ui/form/field.tsx'

/** The field in which guests ask for a bed set-up. A room type with a single set-up has none. */
export function BedField({
  setups,
  room,
  name,
  error,
}: {
  setups: readonly BedSetup[]
  /** The name of the room, if the stay has several. */
  room?: string | undefined
  name: string
  error: string | undefined
}) {
  const { t } = useTranslator()
  if (setups.length < 2) return null
  return (
    <SelectField
      label={[t('booking.beds'), room].filter(Boolean).join(': ')}
      hint={t('booking.beds_hint')}
      name={name}
      error={error}
    >
      <option value="">{t('booking.beds_any')}</option>
      {setups.map((setup) => (
        <option key={setup} value={setup}>
          {t(`room.bed_${setup}`)}
        </option>
      ))}
    </SelectField>
  )
}
