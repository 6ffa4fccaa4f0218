import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { findEmptyFields } from '#ui/form/find-empty-fields.ts'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { EditForm } from '#ui/office/edit/edit-form.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { useToast } from '#ui/toast.tsx'
import type { RoomUnits, Unit, UnitsApi } from './units-contract.ts'
import styles from './units-page.module.css'

const toRow = ({ version, name, active }: Unit) => ({ version, name, active })

/** The form for the number of a unit and whether the unit is in use. */
export function UnitForm({ unit, room, onDone }: { unit: Unit; room: number; onDone: () => void }) {
  const { t } = useTranslator()
  const api = useApi<UnitsApi>()
  const office = useOffice()
  const { id } = unit
  const showUnits = (units: RoomUnits) => {
    office.show(units)
    return toRow(units.data.find((saved) => saved.id === id)!)
  }
  const edit = useEdit(toRow(unit), {
    draft: `unit ${id}`,
    load: async () => showUnits(await api.getRoomUnits({ room })),
    save: async ({ version, name, active }) => showUnits(await api.saveUnit({ id, version, name, active })),
  })
  const activeError = edit.error('active')
  return (
    <div>
      <EditForm
        edit={edit}
        labels={{ name: t('units.number'), active: t('units.is_in_use') }}
        formatField={(field, value) =>
          field === 'active' ? t(value ? 'units.in_use' : 'units.out_of_use') : undefined
        }
        actions={
          !edit.isDirty && (
            <Button variant="quiet" onClick={onDone}>
              {t('roomtype.done')}
            </Button>
          )
        }
      >
        <TextField label={t('units.number')} maxLength={40} autoComplete="off" {...edit.text('name')} />
        <div className={styles.check}>
          <input
            type="checkbox"
            id={`unit-${id}`}
            aria-describedby={`unit-${id}-hint`}
            aria-invalid={activeError ? true : undefined}
            checked={edit.row.active}
            onChange={({ currentTarget }) => edit.set({ active: currentTarget.checked })}
          />
          <label htmlFor={`unit-${id}`}>{t('units.is_in_use')}</label>
          <p id={`unit-${id}-hint`} className={activeError ? 'error' : 'small'}>
            {activeError ?? t('units.is_in_use_hint')}
          </p>
        </div>
      </EditForm>
    </div>
  )
}

/** The form for the dates and the reason of a closure. */
export function CloseForm({ unit, today, onDone }: { unit: Unit; today: string; onDone: () => void }) {
  const { t } = useTranslator()
  const api = useApi<UnitsApi>()
  const office = useOffice()
  const showToast = useToast()
  const { form, isBusy, error, failure } = useForm(
    async ({ text, reportLostResponse }) => {
      const closureForm = { unit: unit.id, from: text('from'), to: text('to'), reason: text('reason') }
      office.show(await reportLostResponse(api.closeUnit(closureForm)))
      showToast(t('units.closed'))
      onDone()
    },
    { isRepeatable: true, validateFields: (typed) => findEmptyFields(typed, t('error.required')) },
  )
  return (
    <form {...form} className="pair">
      <DateField label={t('units.from')} name="from" required min={today} error={error('from')} />
      <DateField label={t('units.to')} name="to" required min={today} error={error('to')} />
      <TextField
        className="full-row"
        label={t('units.reason')}
        name="reason"
        required
        maxLength={200}
        hint={t('units.reason_hint')}
        error={error('reason')}
      />
      {failure && <Failure>{failure}</Failure>}
      <div className="full-row">
        <Button type="submit" isBusy={isBusy}>
          {t('units.close')}
        </Button>
      </div>
    </form>
  )
}
