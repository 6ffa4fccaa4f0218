import { useTranslator } from '#platform/pages/page.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { EditForm, BilingualField } from '#ui/office/edit/edit-form.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { Translator } from '#locales/translator.ts'
import { bedSetups, type BedSetup } from '../bed-setups.ts'
import {
  planArmchairs,
  planBathSides,
  planBeds,
  planSides,
  type PlanArmchairs,
  type PlanBeds,
  type PlanSide,
} from '../floor-plan-fields.ts'
import type { RoomRecord } from './contract.ts'
import styles from './room-page.module.css'
import { RoomPictures } from './room-pictures.tsx'
import type { RoomRow } from './room-row.ts'
import { useRoomEdit, type RoomEdit } from './use-room-edit.ts'

/** The form of a room, saved as a whole. */
export function RoomForm({ record }: { record: RoomRecord }) {
  const translator = useTranslator()
  const { t } = translator
  const edit = useRoomEdit(record)
  return (
    <EditForm
      edit={edit}
      labels={getFieldLabels(translator)}
      formatField={(field, value) => formatField(field, value, record, translator)}
    >
      <Texts edit={edit} />
      <RecordSection title={t('roomtype.part_pictures')}>
        <RoomPictures
          pictures={edit.row.pictures}
          namedPictures={record.known_pictures}
          error={edit.error('pictures')}
          onChange={(pictures) => edit.set({ pictures })}
        />
      </RecordSection>
      <BedSetups edit={edit} />
      <PriceAndSize edit={edit} />
      <FloorPlan edit={edit} />
      <PolicyChoice edit={edit} record={record} />
      <Facilities edit={edit} record={record} />
      <AddressAndSale edit={edit} record={record} />
    </EditForm>
  )
}

function Texts({ edit }: { edit: RoomEdit }) {
  const { t } = useTranslator()
  return (
    <RecordSection title={t('roomtype.part_texts')}>
      <div className="stack-3">
        <BilingualField edit={edit} en="name_en" bn="name_bn" label={t('roomtype.name')} maxLength={120} />
        <BilingualField edit={edit} en="type_en" bn="type_bn" label={t('roomtype.type')} maxLength={80} />
        <BilingualField edit={edit} en="bed_en" bn="bed_bn" label={t('roomtype.bed')} maxLength={120} />
        <BilingualField
          edit={edit}
          en="description_en"
          bn="description_bn"
          label={t('roomtype.description')}
          rows={8}
          hint={t('roomtype.description_hint')}
          maxLength={5000}
        />
      </div>
    </RecordSection>
  )
}

/** The bed set-ups that guests can choose from. */
function BedSetups({ edit }: { edit: RoomEdit }) {
  const { t } = useTranslator()
  const { bed_setups: chosenSetups } = edit.row
  // Sorted as in the database, so that the form sees no change after an undo.
  const toggle = (setup: BedSetup, isChosen: boolean) =>
    edit.set({
      bed_setups: bedSetups.filter((other) => (other === setup ? isChosen : chosenSetups.includes(other))),
    })
  return (
    <RecordSection title={t('roomtype.part_beds')}>
      <p className="small">{t('roomtype.beds_hint')}</p>
      {edit.error('bed_setups') && <p className="error">{edit.error('bed_setups')}</p>}
      <div>
        {bedSetups.map((setup) => (
          <label key={setup} className={styles.check}>
            <input
              type="checkbox"
              checked={chosenSetups.includes(setup)}
              onChange={({ currentTarget }) => toggle(setup, currentTarget.checked)}
            />
            {t(`room.bed_${setup}`)}
          </label>
        ))}
      </div>
    </RecordSection>
  )
}

function PriceAndSize({ edit: { text } }: { edit: RoomEdit }) {
  const { t } = useTranslator()
  const numberProps = { inputMode: 'decimal', autoComplete: 'off' } as const
  return (
    <RecordSection title={t('roomtype.part_price_and_size')}>
      <div className={styles.measures}>
        <TextField label={t('roomtype.price')} hint={t('roomtype.price_hint')} {...numberProps} {...text('price')} />
        <TextField label={t('roomtype.size')} {...numberProps} {...text('size_sqm')} />
      </div>
      <div className={styles.measures}>
        <TextField label={t('roomtype.adults')} {...numberProps} {...text('max_adults')} />
        <TextField label={t('roomtype.children')} {...numberProps} {...text('max_children')} />
        <TextField label={t('roomtype.guests')} {...numberProps} {...text('max_guests')} />
      </div>
    </RecordSection>
  )
}

/** The measures and the furniture of the floor plan. */
function FloorPlan({ edit: { text } }: { edit: RoomEdit }) {
  const { t } = useTranslator()
  const numberProps = { inputMode: 'numeric', autoComplete: 'off' } as const
  const renderSelect = <Value extends string>(
    name: 'plan_beds' | 'plan_desk' | 'plan_sofa' | 'plan_armchairs' | 'plan_bath' | 'plan_balcony',
    values: readonly Value[],
    format: (value: Value, t: Translator['t']) => string,
  ) => (
    <SelectField label={t(`roomtype.${name}`)} {...text(name)}>
      {values.map((value) => (
        <option key={value} value={value}>
          {format(value, t)}
        </option>
      ))}
    </SelectField>
  )
  return (
    <RecordSection title={t('roomtype.part_plan')}>
      <p className="small">{t('roomtype.plan_hint')}</p>
      <div className={styles.measures}>
        <TextField label={t('roomtype.plan_length')} {...numberProps} {...text('plan_length_cm')} />
        <TextField label={t('roomtype.plan_width')} {...numberProps} {...text('plan_width_cm')} />
        {renderSelect('plan_beds', planBeds, formatPlanBeds)}
      </div>
      <div className={styles.measures}>
        {renderSelect('plan_desk', planSides, formatSide)}
        {renderSelect('plan_sofa', planSides, formatSide)}
        {renderSelect('plan_armchairs', planArmchairs, formatArmchairs)}
      </div>
      <div className={styles.measures}>
        {renderSelect('plan_bath', planBathSides, formatSide)}
        {renderSelect('plan_balcony', planSides, formatSide)}
      </div>
    </RecordSection>
  )
}

const formatPlanBeds = (beds: PlanBeds, t: Translator['t']) =>
  t(beds === '' ? 'roomtype.side_none' : `room.bed_${beds}`)

const formatSide = (side: PlanSide, t: Translator['t']) => t(`roomtype.side_${side || 'none'}`)

const formatArmchairs = (armchairs: PlanArmchairs, t: Translator['t']) => t(`roomtype.${armchairs || 'none'}_armchairs`)

interface SectionProps {
  edit: RoomEdit
  record: RoomRecord
}

function PolicyChoice({ edit, record }: SectionProps) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <RecordSection title={t('roomtype.part_policy')}>
      <SelectField label={t('roomtype.policy')} hint={t('roomtype.policy_hint')} {...edit.text('policy')}>
        <option value="">{findPolicyName('', record, translator)}</option>
        {record.policies.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
    </RecordSection>
  )
}

function Facilities({ edit, record }: SectionProps) {
  const { t, language } = useTranslator()
  const { facilities: facilityIds } = edit.row
  // Adds or removes a facility. The list is sorted as stored, so that ticking and unticking a facility is not a change.
  const toggle = (id: number, isChosen: boolean) =>
    edit.set({
      facilities: isChosen
        ? [...facilityIds, id].toSorted((a, b) => a - b)
        : facilityIds.filter((other) => other !== id),
    })
  return (
    <RecordSection title={t('roomtype.part_facilities')}>
      {edit.error('facilities') && <p className="error">{edit.error('facilities')}</p>}
      <div className={styles.groups}>
        {record.groups.map((group) => (
          <fieldset key={group.id}>
            <legend>{pickLocalizedName(language, group)}</legend>
            {group.facilities.map((facility) => (
              <label key={facility.id} className={styles.check}>
                <input
                  type="checkbox"
                  checked={facilityIds.includes(facility.id)}
                  onChange={({ currentTarget }) => toggle(facility.id, currentTarget.checked)}
                />
                {pickLocalizedName(language, facility)}
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </RecordSection>
  )
}

function AddressAndSale({ edit, record }: SectionProps) {
  const { t, count } = useTranslator()
  return (
    <RecordSection title={t('roomtype.part_address')}>
      <div className="stack-3">
        <TextField
          label={t('roomtype.slug')}
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
            checked={edit.row.active}
            onChange={({ currentTarget }) => edit.set({ active: currentTarget.checked })}
          />
          <label htmlFor="room-active">{t('roomtype.listed')}</label>
          <p className="small" id="room-active-hint">
            {record.upcoming_stays > 0
              ? count('roomtype.unlisted_stays', record.upcoming_stays)
              : t('roomtype.listed_hint')}
          </p>
        </div>
      </div>
    </RecordSection>
  )
}

function getFieldLabels({ t }: Translator) {
  const [name, type, bed] = [t('roomtype.name'), t('roomtype.type'), t('roomtype.bed')]
  const description = t('roomtype.description')
  return {
    name_en: t('edit.in_english', { label: name }),
    name_bn: t('edit.in_bangla', { label: name }),
    type_en: t('edit.in_english', { label: type }),
    type_bn: t('edit.in_bangla', { label: type }),
    bed_en: t('edit.in_english', { label: bed }),
    bed_bn: t('edit.in_bangla', { label: bed }),
    bed_setups: t('roomtype.part_beds'),
    description_en: t('edit.in_english', { label: description }),
    description_bn: t('edit.in_bangla', { label: description }),
    price: t('roomtype.price'),
    size_sqm: t('roomtype.size'),
    max_adults: t('roomtype.adults'),
    max_children: t('roomtype.children'),
    max_guests: t('roomtype.guests'),
    plan_length_cm: t('roomtype.plan_length'),
    plan_width_cm: t('roomtype.plan_width'),
    plan_beds: t('roomtype.plan_beds'),
    plan_desk: t('roomtype.plan_desk'),
    plan_sofa: t('roomtype.plan_sofa'),
    plan_armchairs: t('roomtype.plan_armchairs'),
    plan_bath: t('roomtype.plan_bath'),
    plan_balcony: t('roomtype.plan_balcony'),
    pictures: t('roomtype.part_pictures'),
    facilities: t('roomtype.part_facilities'),
    policy: t('roomtype.policy'),
    slug: t('roomtype.slug'),
    active: t('roomtype.listed'),
  }
}

/** Formats the stored IDs of a field as names. */
function formatField(
  field: keyof RoomRow,
  value: unknown,
  record: RoomRecord,
  translator: Translator,
): string | undefined {
  if (field === 'active') return translator.t(value ? 'roomtype.active' : 'roomtype.inactive')
  if (field === 'pictures') return (value as string[]).join(', ') || undefined
  if (field === 'policy') return findPolicyName(value as string, record, translator)
  if (field === 'bed_setups')
    return (value as BedSetup[]).map((setup) => translator.t(`room.bed_${setup}`)).join(', ') || undefined
  if (field === 'plan_beds') return formatPlanBeds(value as PlanBeds, translator.t)
  if (field === 'plan_armchairs') return formatArmchairs(value as PlanArmchairs, translator.t)
  if (field === 'plan_desk' || field === 'plan_sofa' || field === 'plan_bath' || field === 'plan_balcony')
    return formatSide(value as PlanSide, translator.t)
  if (field !== 'facilities') return undefined
  const facilities = record.groups.flatMap((group) => group.facilities)
  const chosenFacilities = (value as number[]).map((id) => facilities.find((facility) => facility.id === id))
  return (
    chosenFacilities.map((facility) => (facility ? pickLocalizedName(translator.language, facility) : '')).join(', ') ||
    undefined
  )
}

/** The name of a policy. Without an ID, the room uses the default policy, which comes first. */
const findPolicyName = (id: string, { policies }: RoomRecord, { t }: Translator): string =>
  policies.find((policy) => String(policy.id) === id)?.name ??
  t('roomtype.policy_default', { name: policies[0]?.name ?? '' })
