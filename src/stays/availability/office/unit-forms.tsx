import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useDesk } from '#ui/office/desk.ts'
import { EditForm } from '#ui/office/edit-form.tsx'
import { useEdit } from '#ui/office/use-edit.ts'
import { useToast } from '#ui/toast.tsx'
import type { RoomUnits, Unit, UnitsApi } from './units-contract.ts'
import styles from './units-page.module.css'

const toRow = ({ version, name, active }: Unit) => ({ version, name, active })

/** The form for the unit number and whether the unit is in use. */
export function UnitForm({ unit, room, onDone }: { unit: Unit; room: number; onDone: () => void }) {
  const { t } = useTranslator()
  const api = useApi<UnitsApi>()
  const desk = useDesk()
  const { id } = unit
  const showUnits = (units: RoomUnits) => {
    desk.show(units)
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
        labels={{ name: t('doors.number'), active: t('doors.use') }}
        formatField={(field, value) =>
          field === 'active' ? t(value ? 'doors.in_use' : 'doors.out_of_use') : undefined
        }
        acts={
          !edit.isDirty && (
            <Button look="quiet" onClick={onDone}>
              {t('roomtype.done')}
            </Button>
          )
        }
      >
        <TextField label={t('doors.number')} maxLength={40} autoComplete="off" {...edit.text('name')} />
        <div className={styles.check}>
          <input
            type="checkbox"
            id={`unit-${id}`}
            aria-describedby={`unit-${id}-hint`}
            aria-invalid={activeError ? true : undefined}
            checked={edit.row.active}
            onChange={({ currentTarget }) => edit.set({ active: currentTarget.checked })}
          />
          <label htmlFor={`unit-${id}`}>{t('doors.use')}</label>
          <p id={`unit-${id}-hint`} className={activeError ? 'error' : 'small'}>
            {activeError ?? t('doors.use_hint')}
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
  const desk = useDesk()
  const showToast = useToast()
  const { form, busy, error, failure } = useForm(
    async ({ text, orUnsure }) => {
      const closing = { unit: unit.id, from: text('from'), to: text('to'), reason: text('reason') }
      desk.show(await orUnsure(api.closeUnit(closing)))
      showToast(t('doors.closed'))
      onDone()
    },
    { again: true, validateFields: (typed) => findEmptyFields(typed, t('error.required')) },
  )
  return (
    <form {...form} className="pair">
      <TextField label={t('doors.from')} name="from" type="date" required min={today} error={error('from')} />
      <TextField label={t('doors.to')} name="to" type="date" required min={today} error={error('to')} />
      <TextField
        className="full-row"
        label={t('doors.reason')}
        name="reason"
        required
        maxLength={200}
        hint={t('doors.reason_hint')}
        error={error('reason')}
      />
      {failure && <Failure>{failure}</Failure>}
      <div className="full-row">
        <Button type="submit" busy={busy}>
          {t('doors.close')}
        </Button>
      </div>
    </form>
  )
}

/** Checks for empty required fields without a request. The server would report an empty date as an invalid date. */
const findEmptyFields = (form: HTMLFormElement, message: string) =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('input:required')]
      .filter(({ value }) => value.trim() === '')
      .map(({ name }) => [name, [message]]),
  )
