import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { roundToTwoDecimals } from '#platform/money.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { NumberField } from '#ui/office/number-field.tsx'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import { useToast } from '#ui/toast.tsx'
import type { Drawer, HandoverApi } from './contract.ts'
import styles from './handover.module.css'

/**
 * The form for counting the cash. Compares the count with the amount that was expected when counting began, even if the
 * page changes meanwhile.
 */
export function CountForm({ drawer }: { drawer: Drawer }) {
  const { t, money } = useTranslator()
  const api = useApi<HandoverApi>()
  const office = useOffice()
  const toast = useToast()
  const [typedAmount, setTypedAmount] = useState<InputValue>(null)
  const [baseline, setBaseline] = useState<Pick<Drawer, 'expected' | 'since'> | null>(null)
  const { expected, since } = baseline ?? drawer
  const countedAmount = toNumberOrText(typedAmount)
  const difference = typeof countedAmount === 'number' ? roundToTwoDecimals(countedAmount - expected) : null
  function resetCount() {
    setTypedAmount(null)
    setBaseline(null)
  }
  const { form, isBusy, failure, error } = useForm(
    async ({ text, sendOnce, form: element }) => {
      const handoverForm = { counted: countedAmount as number, expected, since: since && since.id }
      office.show(await sendOnce(api.handOver, { ...handoverForm, to: Number(text('to')) || null, note: text('note') }))
      resetCount()
      element.reset()
      toast(t('till.done'))
    },
    {
      isRepeatable: true,
      onRejected(userError) {
        if (userError.status === 409) {
          resetCount()
          office.refresh()
        }
        return userError
      },
    },
  )
  return (
    <form {...form} className="stack-3">
      <NumberField
        label={t('till.counted')}
        name="counted"
        value={typedAmount}
        onValueChange={(input) => {
          setTypedAmount(input)
          if (!baseline) setBaseline({ expected, since })
        }}
        error={error('counted')}
      />
      {difference !== null && difference !== 0 && (
        <p role="status" className={styles.differs}>
          {t(difference > 0 ? 'till.more' : 'till.less', { amount: money(Math.abs(difference)) })}
        </p>
      )}
      <SelectField label={t('till.hand_over_to')} name="to" error={error('to')}>
        <option value="">{t('till.hand_over_to_nobody')}</option>
        {drawer.people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t('till.note')}
        name="note"
        hint={t('till.note_hint')}
        rows={3}
        maxLength={1000}
        error={error('note')}
      />
      {failure && <Failure>{failure}</Failure>}
      <div className={styles.acts}>
        <Button type="submit" isBusy={isBusy}>
          {t('till.hand_over')}
        </Button>
      </div>
    </form>
  )
}
