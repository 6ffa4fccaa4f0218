import { useEffect } from 'react'
import { navigate, useApi, usePlace, useTranslator } from '#platform/pages/page.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { EditForm, InBoth } from '#ui/office/edit-form.tsx'
import { Part } from '#ui/office/record-page.tsx'
import { useEdit } from '#ui/office/use-edit.ts'
import { useProposedSlug } from '#ui/office/use-proposed-slug.ts'
import { officeHref } from '#routes/office.ts'
import type { RoomRecord, RoomsOfficeApi } from './contract.ts'
import styles from './room-page.module.css'
import { RoomPictures } from './room-pictures.tsx'
import { toForm, toRow } from './room-row.ts'

/** The form of a room, saved as a whole. */
export function RoomForm({ record }: { record: RoomRecord }) {
  const { t, count, language } = useTranslator()
  const api = useApi<RoomsOfficeApi>()
  const desk = useDesk()
  const edit = useEdit(toRow(record), {
    draft: `room ${record.id}`,
    load: async () => toRow(await api.getRoomFile({ id: record.id })),
    async save(row) {
      const saved = await api.saveRoom(toForm(record.id, row))
      desk.show(saved)
      return toRow(saved)
    },
  })
  const { row, set } = edit
  // Once saved, a new room gets its own URL. There are no unsaved changes at that point.
  const isAtNew = usePlace().params['id'] === 'new' && record.id > 0 && !edit.isDirty
  useEffect(() => {
    if (isAtNew) navigate(officeHref('room', record.id), language, 'replace')
  }, [isAtNew, record.id, language])

  useProposedSlug(record.id === 0, row, set)

  const names = new Map(
    record.groups.flatMap(({ facilities }) =>
      facilities.map((facility) => [facility.id, (language === 'bn' && facility.name_bn) || facility.name_en] as const),
    ),
  )
  const labels = {
    name_en: t('edit.in_english', { label: t('roomtype.name') }),
    name_bn: t('edit.in_bangla', { label: t('roomtype.name') }),
    type_en: t('edit.in_english', { label: t('roomtype.type') }),
    type_bn: t('edit.in_bangla', { label: t('roomtype.type') }),
    bed_en: t('edit.in_english', { label: t('roomtype.bed') }),
    bed_bn: t('edit.in_bangla', { label: t('roomtype.bed') }),
    description_en: t('edit.in_english', { label: t('roomtype.description') }),
    description_bn: t('edit.in_bangla', { label: t('roomtype.description') }),
    price: t('roomtype.price'),
    size_sqm: t('roomtype.size'),
    max_adults: t('roomtype.adults'),
    max_children: t('roomtype.children'),
    max_guests: t('roomtype.guests'),
    pictures: t('roomtype.part_pictures'),
    facilities: t('roomtype.part_facilities'),
    policy: t('roomtype.policy'),
    slug: t('roomtype.slug'),
    active: t('roomtype.let'),
  }
  function formatValue(field: keyof typeof row, value: unknown): string | undefined {
    if (field === 'active') return t(value ? 'roomtype.active' : 'roomtype.inactive')
    if (field === 'pictures') return (value as string[]).join(', ') || undefined
    if (field === 'facilities') return (value as number[]).map((id) => names.get(id) ?? '').join(', ') || undefined
    if (field === 'policy') return formatPolicy(value as string)
    return undefined
  }
  const [defaultPolicy] = record.policies
  const formatPolicy = (id: string) =>
    record.policies.find((policy) => String(policy.id) === id)?.name ??
    t('roomtype.policy_of_house', { name: defaultPolicy?.name ?? '' })
  const numberProps = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <EditForm edit={edit} labels={labels} formatField={formatValue}>
      <Part title={t('roomtype.part_words')}>
        <div className={styles.part}>
          <InBoth edit={edit} en="name_en" bn="name_bn" label={t('roomtype.name')} maxLength={120} />
          <InBoth edit={edit} en="type_en" bn="type_bn" label={t('roomtype.type')} maxLength={80} />
          <InBoth edit={edit} en="bed_en" bn="bed_bn" label={t('roomtype.bed')} maxLength={120} />
          <InBoth
            edit={edit}
            en="description_en"
            bn="description_bn"
            label={t('roomtype.description')}
            rows={8}
            hint={t('roomtype.description_hint')}
            maxLength={5000}
          />
        </div>
      </Part>
      <Part title={t('roomtype.part_pictures')}>
        <RoomPictures
          pictures={row.pictures}
          known={record.known_pictures}
          error={edit.error('pictures')}
          onChange={(pictures) => set({ pictures })}
        />
      </Part>
      <Part title={t('roomtype.part_measures')}>
        <div className={styles.measures}>
          <TextField label={labels.price} hint={t('roomtype.price_hint')} {...numberProps} {...edit.text('price')} />
          <TextField label={labels.size_sqm} {...numberProps} {...edit.text('size_sqm')} />
        </div>
        <div className={styles.measures}>
          <TextField label={labels.max_adults} {...numberProps} {...edit.text('max_adults')} />
          <TextField label={labels.max_children} {...numberProps} {...edit.text('max_children')} />
          <TextField label={labels.max_guests} {...numberProps} {...edit.text('max_guests')} />
        </div>
      </Part>
      <Part title={t('roomtype.part_policy')}>
        <SelectField label={labels.policy} hint={t('roomtype.policy_hint')} {...edit.text('policy')}>
          <option value="">{formatPolicy('')}</option>
          {record.policies.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </Part>
      <Part title={t('roomtype.part_facilities')}>
        {edit.error('facilities') && <p className={styles.error}>{edit.error('facilities')}</p>}
        <div className={styles.groups}>
          {record.groups.map((group) => (
            <fieldset key={group.id}>
              <legend>{(language === 'bn' && group.name_bn) || group.name_en}</legend>
              {group.facilities.map(({ id }) => (
                <label key={id} className={styles.check}>
                  <input
                    type="checkbox"
                    checked={row.facilities.includes(id)}
                    onChange={({ currentTarget: { checked } }) =>
                      set({ facilities: checked ? sortIds([...row.facilities, id]) : removeItem(row.facilities, id) })
                    }
                  />
                  {names.get(id)}
                </label>
              ))}
            </fieldset>
          ))}
        </div>
      </Part>
      <Part title={t('roomtype.part_address')}>
        <div className={styles.part}>
          <TextField
            label={labels.slug}
            hint={t('roomtype.slug_hint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={80}
            {...edit.text('slug')}
          />
          <div className={styles.check}>
            <input
              type="checkbox"
              id="room-active"
              aria-describedby="room-active-hint"
              checked={row.active}
              onChange={({ currentTarget }) => set({ active: currentTarget.checked })}
            />
            <label htmlFor="room-active">{labels.active}</label>
            <p className={styles.hint} id="room-active-hint">
              {record.stays_to_come > 0 ? count('roomtype.let_stays', record.stays_to_come) : t('roomtype.let_hint')}
            </p>
          </div>
        </div>
      </Part>
    </EditForm>
  )
}

/** Sorted as stored, so that ticking and unticking a facility is not a change. */
const sortIds = (ids: number[]) => ids.toSorted((a, b) => a - b)
const removeItem = (ids: readonly number[], id: number) => ids.filter((item) => item !== id)
