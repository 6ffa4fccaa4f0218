import type { FieldErrors } from '#platform/errors.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { SelectField } from '#ui/form/field.tsx'
import type { Translator } from '#locales/translator.ts'
import type { RoomChoice, RoomOptions } from './contract.ts'
import styles from '../own-stays/stay-parts.module.css'

/**
 * The fields for the room type and the guests of each room. The fields of all rooms have the same names, so a form
 * without scripts sends them in the order of the rooms.
 */
export function RoomFields({
  rooms,
  choices,
  errors,
  onChoose,
}: {
  rooms: readonly RoomOptions[]
  choices: readonly RoomChoice[]
  errors: FieldErrors
  /** Without a handler, the fields keep their own values. */
  onChoose?: (index: number, choice: Partial<RoomChoice>) => void
}) {
  const { t, number } = useTranslator()
  return rooms.map((room, index) => {
    const fields = (
      <RoomField
        room={room}
        choice={choices[index]!}
        otherChoices={onChoose ? choices.toSpliced(index, 1) : []}
        error={(name) => errors[`rooms.${index}.${name}`]?.[0]}
        onChoose={onChoose && ((choice) => onChoose(index, choice))}
      />
    )
    if (rooms.length === 1) return <div key={index}>{fields}</div>
    return (
      <fieldset key={index} className={styles.room}>
        <legend>{t('summary.change_room_number', { number: number(index + 1), room: room.name })}</legend>
        {fields}
      </fieldset>
    )
  })
}

function RoomField({
  room: { options },
  choice,
  otherChoices,
  error,
  onChoose,
}: {
  room: RoomOptions
  choice: RoomChoice
  /** The choices for the other rooms, which may use the last room of a type. */
  otherChoices: readonly RoomChoice[]
  error: (name: keyof RoomChoice) => string | undefined
  onChoose: ((choice: Partial<RoomChoice>) => void) | undefined
}) {
  const { t, count, number, money } = useTranslator()
  const isTypeAvailable = isAvailable(options, choice.slug, otherChoices)
  const getFieldProps = (name: keyof RoomChoice, value: string | number) => ({
    name,
    error: error(name),
    ...(onChoose
      ? {
          value,
          onChange: ({ currentTarget }: { currentTarget: HTMLSelectElement }) =>
            onChoose({ [name]: name === 'slug' ? currentTarget.value : Number(currentTarget.value) }),
        }
      : { defaultValue: value }),
  })
  const renderCountOptions = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, offset) => (
      <option key={offset} value={from + offset}>
        {number(from + offset)}
      </option>
    ))
  const findMax = (limits: readonly number[], current: number) => Math.max(current, ...limits)
  return (
    <div className="stack-3">
      <SelectField
        label={t('summary.change_type')}
        required
        {...getFieldProps('slug', isTypeAvailable ? choice.slug : '')}
      >
        {!isTypeAvailable && <option value="">{t('summary.change_type_choose')}</option>}
        {options.map(({ slug, name: room, max_guests, total }) => {
          const isFree = isAvailable(options, slug, otherChoices)
          const values = { room, limit: count('summary.change_limit', max_guests), total: money(total) }
          return (
            <option key={slug} value={slug} disabled={!isFree}>
              {isFree ? t('summary.change_type_option', values) : t('summary.change_type_unavailable', { room })}
            </option>
          )
        })}
      </SelectField>
      <div className={styles.pair}>
        <SelectField label={t('booking.adult')} {...getFieldProps('adult', choice.adult)}>
          {renderCountOptions(
            1,
            findMax(
              options.map(({ max_adults }) => max_adults),
              choice.adult,
            ),
          )}
        </SelectField>
        <SelectField label={t('booking.child')} {...getFieldProps('child', choice.child)}>
          {renderCountOptions(
            0,
            findMax(
              options.map(({ max_children }) => max_children),
              choice.child,
            ),
          )}
        </SelectField>
      </div>
    </div>
  )
}

const isAvailable = (options: RoomOptions['options'], slug: string, otherChoices: readonly RoomChoice[]): boolean =>
  (options.find((option) => option.slug === slug)?.available ?? 0) >
  otherChoices.filter((other) => other.slug === slug).length

/** Finds chosen room types that are not available on the dates of the options. */
export const findRoomTypeErrors = (
  rooms: readonly RoomOptions[],
  choices: readonly RoomChoice[],
  { t }: Translator,
): FieldErrors =>
  Object.fromEntries(
    rooms.flatMap(({ options }, index) => {
      const { slug } = choices[index]!
      if (isAvailable(options, slug, choices.toSpliced(index, 1))) return []
      const option = options.find((each) => each.slug === slug)
      const sentence = option ? t('summary.change_type_gone', { room: option.name }) : t('summary.change_type_choose')
      return [[`rooms.${index}.slug`, [sentence]]]
    }),
  )
