import { useState } from 'react'
import { categories as categoryIds } from '../../categories.ts'
import { PicturePicker } from '../../media/office/picture-picker.tsx'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { BothVersions } from '#ui/office/edit/edit-form.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import type { InputValue } from '#ui/form/number-input.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { toSlug } from '#platform/slug.ts'
import styles from './post.module.css'
import type { PostEdit } from './use-post.ts'

/** The details that both languages of a post share: category, address, position, picture and stay package. */
export function DetailsPart({ post }: { post: PostEdit }) {
  const { t } = useTranslator()
  const { file: record, details, en } = post
  const { row } = details
  const proposedSlug = toSlug(en.row.title)
  const oldSlug = record.path?.split('/').at(-1)
  const labels = {
    category_id: t('posts.category'),
    slug: t('posts.slug'),
    picture: t('posts.picture'),
    position: t('posts.position'),
    stay_nights: t('posts.stay_nights'),
    stay_room_id: t('posts.stay_room'),
    stay_price: t('posts.stay_price'),
    stay_extras: t('posts.stay_extras'),
  }
  const formatValue = (field: string, value: unknown) => {
    if (field === 'category_id') return record.categories.find(({ id }) => id === value)?.title
    if (field === 'stay_room_id') return record.rooms.find(({ id }) => id === value)?.name ?? t('posts.any_room')
    if (field === 'stay_extras')
      return (value as typeof row.stay_extras)
        .map(({ id, quantity }) => `${quantity} × ${record.extras.find((extra) => extra.id === id)?.name}`)
        .join(', ')
    return undefined
  }
  return (
    <section className={styles.details} aria-label={t('posts.details')}>
      {details.otherVersion && (
        <BothVersions edit={details} otherVersion={details.otherVersion} labels={labels} formatField={formatValue} />
      )}
      <SelectField
        label={labels.category_id}
        name="category_id"
        value={row.category_id}
        error={details.error('category_id')}
        onChange={({ currentTarget }) => details.set({ category_id: Number(currentTarget.value) })}
      >
        {record.categories.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </SelectField>
      <div className={styles.slug}>
        <TextField
          label={labels.slug}
          maxLength={80}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={oldSlug && row.slug !== oldSlug ? t('posts.slug_changes', { slug: oldSlug }) : t('posts.slug_hint')}
          {...details.text('slug')}
        />
        {proposedSlug && proposedSlug !== row.slug && (
          <Button variant="quiet" onClick={() => details.set({ slug: proposedSlug })}>
            {t('posts.slug_propose')}
          </Button>
        )}
      </div>
      <NumberField
        label={labels.position}
        name="position"
        hint={t('posts.position_hint')}
        value={row.position}
        error={details.error('position')}
        onValueChange={(position) => details.set({ position })}
      />
      <LeadPicture post={post} label={labels.picture} />
      {row.category_id === categoryIds.packages && (
        <fieldset className={styles.package}>
          <legend>{t('posts.package')}</legend>
          <NumberField
            label={labels.stay_nights}
            name="stay_nights"
            hint={t('posts.stay_nights_hint')}
            value={row.stay_nights}
            error={details.error('stay_nights')}
            onValueChange={(stay_nights) => details.set({ stay_nights })}
          />
          <SelectField
            label={labels.stay_room_id}
            name="stay_room_id"
            value={row.stay_room_id}
            error={details.error('stay_room_id')}
            onChange={({ currentTarget }) => details.set({ stay_room_id: Number(currentTarget.value) })}
          >
            <option value={0}>{t('posts.any_room')}</option>
            {record.rooms.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <NumberField
            label={labels.stay_price}
            name="stay_price"
            hint={t('posts.stay_price_hint')}
            value={row.stay_price === 0 ? null : row.stay_price}
            error={details.error('stay_price')}
            onValueChange={(stay_price) => details.set({ stay_price: stay_price ?? 0 })}
          />
          <IncludedExtras post={post} label={labels.stay_extras} />
        </fieldset>
      )}
    </section>
  )
}

/** The quantity of each extra that the price of the package includes. */
function IncludedExtras({ post: { file: record, details }, label }: { post: PostEdit; label: string }) {
  const { t } = useTranslator()
  const { stay_extras: includedExtras } = details.row
  const error = details.error('stay_extras')
  // Sorted by ID as in the database, so that the form sees no change after an undo.
  const changeQuantity = (id: number, quantity: InputValue) =>
    details.set({
      stay_extras: [
        ...includedExtras.filter((extra) => extra.id !== id),
        ...(quantity === null || quantity === 0 ? [] : [{ id, quantity }]),
      ].toSorted((a, b) => a.id - b.id),
    })
  return (
    <fieldset className={styles.extras}>
      <legend>{label}</legend>
      <p className="small">{t(record.extras.length > 0 ? 'posts.stay_extras_hint' : 'posts.no_extras')}</p>
      {error && <p className={styles.error}>{error}</p>}
      {record.extras.map(({ id, name }) => {
        const index = includedExtras.findIndex((extra) => extra.id === id)
        return (
          <NumberField
            key={id}
            label={name}
            name={`stay_extras.${id}`}
            value={includedExtras[index]?.quantity ?? null}
            error={details.error(`stay_extras.${index}.quantity`)}
            onValueChange={(quantity) => changeQuantity(id, quantity)}
          />
        )
      })}
    </fieldset>
  )
}

function LeadPicture({ post: { details }, label }: { post: PostEdit; label: string }) {
  const { t } = useTranslator()
  const [isOpen, setIsOpen] = useState(false)
  const { shown: shownPicture, picture } = details.row
  const error = details.error('picture')
  return (
    <div className={styles.lead}>
      <p className="bold">{label}</p>
      {shownPicture && <Picture picture={shownPicture} sizes="(min-width: 48rem) 22rem, 92vw" />}
      {shownPicture?.alt && <p className="small">{shownPicture.alt}</p>}
      <div className="row-4">
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {t(picture ? 'posts.change_picture' : 'posts.choose_picture')}
        </Button>
        {picture && (
          <Button variant="quiet" onClick={() => details.set({ picture: '', shown: null })}>
            {t('posts.no_picture')}
          </Button>
        )}
      </div>
      {error && <p className={styles.error}>{error}</p>}
      <Dialog open={isOpen} size="wide" title={t('posts.choose_picture')} onClose={() => setIsOpen(false)}>
        <PicturePicker
          chosenNames={picture ? [picture] : []}
          onChoose={(selected) => {
            details.set({ picture: selected.name, shown: selected.picture })
            setIsOpen(false)
          }}
        />
      </Dialog>
    </div>
  )
}
