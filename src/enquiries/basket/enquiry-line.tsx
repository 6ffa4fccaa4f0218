import { useId } from 'react'
import { Link, useWords } from '../../platform/pages/page.tsx'
import type { FieldErrors } from '../../platform/errors.ts'
import { TextArea, TextField } from '../../ui/form/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { href } from '../../urls.ts'
import type { Line } from './basket.ts'
import type { Product } from '../contract.ts'
import styles from './enquiry-form.module.css'
import { most } from '../limits.ts'
import { changeLine } from './lines.ts'

/** One product in the enquiry. Without `product` it is not known, or no longer offered. */
export function EnquiryLine({
  line,
  index,
  product,
  isGone,
  errors,
  onRemove,
}: {
  line: Line
  index: number
  product: Product | undefined
  isGone: boolean
  errors: FieldErrors
  onRemove: () => void
}) {
  const { t } = useWords()
  const refusal = useId()
  const { name } = line
  const field = (part: string) => `lines.${index}.${part}`
  const labelled = (label: string) => (
    <>
      {label}
      <span className="visually-hidden">: {name}</span>
    </>
  )
  const refused = isGone ? t('error.product_gone') : errors[field('product')]?.[0]
  return (
    <div className={styles.line}>
      <div className={styles.thumb}>{product && <Picture picture={product.picture} sizes="11rem" />}</div>
      <div className={styles.what}>
        <h3>{product ? <Link to={href('product', { slug: product.slug })}>{name}</Link> : name}</h3>
        <button
          type="button"
          className={styles.remove}
          aria-describedby={refused && refusal}
          data-refused={refused && ''}
          onClick={onRemove}
        >
          {labelled(t('enquiry.remove'))}
        </button>
        {refused && (
          <p id={refusal} className={styles.refused}>
            {refused}
          </p>
        )}
      </div>
      <TextField
        label={labelled(t('enquiry.quantity'))}
        name={field('quantity')}
        placeholder={t('enquiry.quantity_example')}
        autoComplete="off"
        maxLength={most.quantity}
        value={line.quantity}
        onChange={(event) => changeLine(line.slug, { quantity: event.target.value })}
        error={errors[field('quantity')]?.[0]}
      />
      <TextArea
        label={labelled(t('enquiry.notes'))}
        name={field('notes')}
        placeholder={t('enquiry.notes_example')}
        rows={2}
        maxLength={most.notes}
        value={line.notes}
        onChange={(event) => changeLine(line.slug, { notes: event.target.value })}
        error={errors[field('notes')]?.[0]}
      />
    </div>
  )
}
