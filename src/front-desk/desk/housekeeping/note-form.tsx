import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { useToast } from '#ui/toast.tsx'
import type { HousekeepingApi, HousekeepingUnit } from './contract.ts'
import styles from './housekeeping-page.module.css'

/** The note of a unit, which also explains why it is out of service. */
export function NoteForm({ unit, onDone }: { unit: HousekeepingUnit; onDone: () => void }) {
  const { t } = useTranslator()
  const api = useApi<HousekeepingApi>()
  const office = useOffice()
  const toast = useToast()
  const { form, isBusy, error, failure } = useForm(
    async ({ data, text, reportLostResponse }) => {
      const condition = data.get('act') === 'stop' ? 'out_of_service' : unit.condition
      const mark = { unit: unit.id, version: unit.version, condition, note: text('note') }
      office.show(await reportLostResponse(api.markUnit(mark)))
      toast(
        condition === unit.condition
          ? t('housekeeping.note_saved')
          : t('housekeeping.marked', { unit: unit.name, condition: t(`housekeeping.${condition}`) }),
      )
      onDone()
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className="stack-2">
      <TextArea
        label={t('housekeeping.note')}
        name="note"
        rows={3}
        maxLength={500}
        defaultValue={unit.note}
        hint={t('housekeeping.note_hint')}
        error={error('note')}
      />
      {failure && <Failure>{failure}</Failure>}
      <div className={styles.formButtons}>
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {t('housekeeping.note_save')}
        </Button>
        {unit.condition !== 'out_of_service' && (
          <Button type="submit" variant="secondary" name="act" value="stop" isBusy={isBusy}>
            {t('housekeeping.mark_out_of_service')}
          </Button>
        )}
      </div>
    </form>
  )
}
