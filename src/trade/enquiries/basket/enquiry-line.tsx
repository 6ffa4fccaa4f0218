import { useState } from 'react'
import { useToday } from '#content/today.ts'
import type { FieldErrors } from '#platform/errors.ts'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { TextArea, TextField } from '#ui/form/field.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import { RemoveButton } from '#ui/remove-button.tsx'
import { href, type Language } from '#routes/public.ts'
import type { ListedProduct } from '../contract.ts'
import { formatCardCode, isCardCode } from '../card-code.ts'
import { choiceNames, enquiryLimits } from '../limits.ts'
import { choiceLabels } from '../labels.ts'
import type { Line } from './basket.ts'
import { Chips } from './chips.tsx'
import styles from './enquiry-form.module.css'
import { changeLine } from './lines.ts'
import { Quantity } from './quantity.tsx'

/** One product of the enquiry. `product` is missing until it is loaded and if the product is no longer offered. */
export function EnquiryLine({
  line,
  index,
  product,
  isGone,
  isShort,
  errors,
  onRemove,
  onClearError,
}: {
  line: Line
  index: number
  product: ListedProduct | undefined
  isGone: boolean
  /** Whether the enquiry has so few products that the details of each line are open at first. */
  isShort: boolean
  errors: FieldErrors
  onRemove: () => void
  onClearError: (field: string) => void
}) {
  const { t, day, language } = useTranslator()
  const today = useToday()
  const { name } = line
  const choices = product?.choices
  // Only the initial state; the user opens and closes the details from then on.
  const [isOpen] = useState(isShort || choiceNames.some((choiceName) => line[choiceName]?.length))
  const getFieldName = (part: string) => `lines.${index}.${part}`
  const getError = (part: string) => errors[getFieldName(part)]?.[0]
  const renderLabel = (label: string) => (
    <>
      {label}
      <span className="visually-hidden">: {name}</span>
    </>
  )
  function updateLine(part: string, changes: Parameters<typeof changeLine>[1]) {
    if (getError(part)) onClearError(getFieldName(part))
    changeLine(line.slug, changes)
  }
  return (
    <div className={styles.line}>
      <div className={styles.thumb}>{product && <Picture picture={product.picture} sizes="11rem" />}</div>
      <div className={styles.what}>
        <h3 className="size-3">{product ? <Link to={href('product', { slug: product.slug })}>{name}</Link> : name}</h3>
        <RemoveButton refused={isGone ? t('error.product_gone') : getError('product')} onRemove={onRemove}>
          {renderLabel(t('enquiry.remove'))}
        </RemoveButton>
      </div>
      <div className={styles.asked}>
        <Quantity
          line={line}
          name={getFieldName('quantity')}
          units={choices?.units ?? []}
          error={getError('quantity') ?? getError('amount') ?? getError('unit')}
          onQuantityChange={(quantity) => updateLine('quantity', { quantity })}
          onUnitChange={(unit) => updateLine('unit', { unit })}
        />
        <TextField
          label={renderLabel(t('enquiry.needed_by'))}
          name={getFieldName('needed_by')}
          type="date"
          min={today}
          value={line.neededBy ?? ''}
          // The field shows the date in the format of the browser, so the hint repeats it in the format of the site.
          hint={line.neededBy && day(line.neededBy)}
          onChange={(event) => updateLine('needed_by', { neededBy: event.target.value })}
          error={getError('needed_by')}
        />
        <Chips
          label={t('enquiry.purpose')}
          about={name}
          offered={[
            { value: 'sample', name: t('enquiry.purpose_sample') },
            { value: 'bulk', name: t('enquiry.purpose_bulk') },
          ]}
          chosen={line.purposes ?? []}
          error={getError('purpose')}
          onChange={(purposes) => updateLine('purpose', { purposes })}
        />
      </div>
      <div className={styles.choices}>
        {choices && (
          <details open={isOpen || undefined}>
            <summary className="beside-2">{renderLabel(t('enquiry.choices'))}</summary>
            {choiceNames.map((choiceName) => (
              <Chips
                key={choiceName}
                label={t(choiceLabels[choiceName])}
                about={name}
                offered={[...choices[choiceName], ...(choiceName === 'shades' ? listCardChips(line, language) : [])]}
                chosen={line[choiceName] ?? []}
                error={getError(choiceName)}
                onChange={(chosen) => updateLine(choiceName, { [choiceName]: chosen })}
              />
            ))}
          </details>
        )}
        <TextField
          label={renderLabel(t('enquiry.pantone'))}
          name={getFieldName('pantone')}
          placeholder={t('enquiry.pantone_example')}
          autoComplete="off"
          maxLength={enquiryLimits.pantone}
          value={line.pantone ?? ''}
          onChange={(event) => updateLine('pantone', { pantone: event.target.value })}
          error={getError('pantone')}
        />
        <TextArea
          label={renderLabel(t('enquiry.notes'))}
          name={getFieldName('notes')}
          placeholder={t('enquiry.notes_example')}
          rows={2}
          maxLength={enquiryLimits.notes}
          value={line.notes}
          onChange={(event) => updateLine('notes', { notes: event.target.value })}
          error={getError('notes')}
        />
      </div>
    </div>
  )
}

/** The chosen shades of the colour card. */
const listCardChips = ({ shades = [] }: Line, language: Language) =>
  shades.filter(isCardCode).map((value) => ({ value, name: formatCardCode(value, language) }))
