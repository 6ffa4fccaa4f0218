import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import type { DeskApi, StayPart } from '../contract.ts'
import type { DeskRoom, DeskStay } from './contract.ts'
import { PartRow } from './part-row.tsx'
import styles from './stay.module.css'
import { NotifyField } from '../today/notify-field.tsx'
import { useOperationToast } from './use-operation-toast.tsx'
import { usePreview, type ArrangementPreview } from './use-preview.ts'

/**
 * Changes the nights, room type or unit of a room, even during the stay. Shows the price and the email before the
 * change.
 */
export function ArrangeForm({ room, stay, onClose }: { room: DeskRoom; stay: DeskStay; onClose: () => void }) {
  const { t } = useTranslator()
  const api = useApi<DeskApi>()
  const onDone = useOperationToast()
  const [parts, setParts] = useState<readonly StayPart[]>(() => listParts(room))
  const [price, setPrice] = useState<'unchanged' | 'new'>('unchanged')
  const isUnchanged = JSON.stringify(parts) === JSON.stringify(listParts(room))
  const arrangement = { changes: [{ booking: room.booking, version: room.version, parts: [...parts] }], price }
  const fieldErrors = validateParts(parts, t('desk.invalid_dates'))
  const { preview, rejection, rejectedField } = usePreview(isUnchanged || fieldErrors.size > 0 ? null : arrangement)
  const { form, isBusy, failure, error } = useForm(
    async ({ text, data, reportLostResponse }) => {
      const totalAfter = price === 'new' ? preview!.new : preview!.same_price_total
      const notifiesGuest = data.get('notify_guest') === 'on'
      onDone(
        await reportLostResponse(
          api.arrangeStays({ ...arrangement, after: totalAfter, notify_guest: notifiesGuest, reason: text('reason') }),
        ),
      )
      onClose()
    },
    { isRepeatable: true },
  )
  /** Returns the error of a field of a part: from the form, the preview, or the submitted request. */
  function getErrorAt(at: number, field: string): string | undefined {
    const name = `changes.0.parts.${at}.${field}`
    return fieldErrors.get(`${at}.${field}`) ?? (rejectedField === name ? rejection! : error(name))
  }
  const isShownAtField = parts.some((_, index) =>
    ['from', 'to', 'room', 'unit'].some((field) => getErrorAt(index, field) !== undefined),
  )
  /** Parts follow one another: the next part begins where the previous one ends. */
  function changePart(at: number, to: Partial<StayPart>) {
    setParts((currentParts) =>
      currentParts.map((a, index) => {
        if (index === at) return { ...a, ...to }
        if (index === at + 1 && to.to) return { ...a, from: to.to }
        return a
      }),
    )
  }
  return (
    <form {...form} className={`stack-3 ${styles.form}`}>
      {parts.map((part, index) => (
        <PartRow
          key={index}
          part={part}
          isFirst={index === 0}
          error={(field) => getErrorAt(index, field)}
          onChange={(to) => changePart(index, to)}
          onSplit={(day) =>
            setParts((currentParts) =>
              currentParts.toSpliced(index, 1, { ...part, to: day }, { ...part, from: day, unit: null }),
            )
          }
          onJoin={
            index === 0
              ? null
              : () =>
                  setParts((currentParts) =>
                    currentParts.toSpliced(index - 1, 2, { ...currentParts[index - 1]!, to: currentParts[index]!.to }),
                  )
          }
        />
      ))}
      {preview && <Costs preview={preview} price={price} onPriceChange={setPrice} />}
      {preview && (
        <NotifyField stay={stay} isPreselected={preview.before !== preview.same_price_total || preview.changes_room} />
      )}
      <TextField label={t('desk.reason')} name="reason" maxLength={200} />
      <div role="status" className={isShownAtField ? 'visually-hidden' : undefined}>
        {rejection && <p className={styles.refused}>{rejection}</p>}
      </div>
      <FormButtons
        failure={isShownAtField ? null : failure}
        isBusy={isBusy}
        label={t('desk.change_nights')}
        disabled={isUnchanged || !preview || rejection !== null}
        onClose={onClose}
      />
    </form>
  )
}

/** Reports parts that end before they begin. The browser reports incomplete dates. */
const validateParts = (parts: readonly StayPart[], message: string): ReadonlyMap<string, string> =>
  new Map(parts.flatMap(({ from, to }, index) => (from < to ? [] : [[`${index}.to`, message]])))

const listParts = (room: DeskRoom): StayPart[] =>
  room.parts.map(({ room: kind, unit, from, to }) => ({ room: kind, unit, from, to }))

/** The choice of the price for nights in another room type: the unchanged price, or today's price. */
export function PriceChoice({
  preview,
  price,
  onPriceChange,
}: {
  preview: ArrangementPreview
  price: 'unchanged' | 'new'
  onPriceChange: (price: 'unchanged' | 'new') => void
}) {
  const { t, money } = useTranslator()
  if (
    !preview.changes_room ||
    preview.same_price_total === null ||
    preview.new === null ||
    preview.same_price_total === preview.new
  )
    return null
  return (
    <Choice
      legend={t('desk.price_other_type')}
      name="price"
      value={price}
      onChoose={onPriceChange}
      options={[
        ['unchanged', t('desk.price_kept', { total: money(preview.same_price_total) })],
        ['new', t('desk.price_new', { total: money(preview.new) })],
      ]}
    />
  )
}

/** The price before and after, and the choice of price if nights change their room type. */
export function Costs({
  preview,
  price,
  onPriceChange,
}: {
  preview: ArrangementPreview
  price: 'unchanged' | 'new'
  onPriceChange: (price: 'unchanged' | 'new') => void
}) {
  const { t, money } = useTranslator()
  if (preview.before === null || preview.same_price_total === null || preview.new === null) return null
  const totalAfter = price === 'new' ? preview.new : preview.same_price_total
  const difference = totalAfter - preview.before
  return (
    <>
      <PriceChoice preview={preview} price={price} onPriceChange={onPriceChange} />
      <p className={styles.costs} role="status">
        {t('desk.price_before_after', { before: money(preview.before), after: money(totalAfter) })}{' '}
        <strong>
          {difference === 0
            ? t('desk.price_same')
            : t(difference > 0 ? 'desk.price_more' : 'desk.price_less', { difference: money(Math.abs(difference)) })}
        </strong>
      </p>
    </>
  )
}
