import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { useToast } from '#ui/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import type { HousekeepingApi, HousekeepingUnit } from './contract.ts'
import styles from './housekeeping-page.module.css'

/** The open tasks of a unit, and those done recently. */
export function UnitTasks({ unit: { name, tasks } }: { unit: HousekeepingUnit }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<HousekeepingApi>()
  const office = useOffice()
  const { run, failure } = useAction(t('housekeeping.failed'), office.refresh)
  if (tasks.length === 0) return null
  const setDone = (id: number, isDone: boolean) =>
    run(async () => office.show(await api.setUnitTaskDone({ id, done: isDone })))
  return (
    <>
      <ul role="list" className={styles.tasks} aria-label={t('housekeeping.tasks_of', { unit: name })}>
        {tasks.map(({ id, text, by, at, done }) => (
          <li className="beside-3" key={id}>
            <p>
              {done ? <s>{text}</s> : text}
              <span className="small">{t('housekeeping.by', { name: by, when: formatWhen(translator, at) })}</span>
            </p>
            <Button
              variant="quiet"
              aria-label={t(done ? 'housekeeping.task_reopen_of' : 'housekeeping.task_done_of', { task: text })}
              onClick={() => void setDone(id, !done)}
            >
              {t(done ? 'housekeeping.task_reopen' : 'housekeeping.task_done')}
            </Button>
          </li>
        ))}
      </ul>
      {failure && <Failure>{failure}</Failure>}
    </>
  )
}

export function TaskForm({ unit, onDone }: { unit: HousekeepingUnit; onDone: () => void }) {
  const { t } = useTranslator()
  const api = useApi<HousekeepingApi>()
  const office = useOffice()
  const toast = useToast()
  const { form, isBusy, error, failure } = useForm(
    async ({ text, sendOnce }) => {
      office.show(await sendOnce(api.addUnitTask, { unit: unit.id, text: text('text') }))
      toast(t('housekeeping.task_added'))
      onDone()
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className="stack-2">
      <TextField label={t('housekeeping.task')} name="text" maxLength={200} autoComplete="off" error={error('text')} />
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {t('housekeeping.task_add')}
      </Button>
    </form>
  )
}
