import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { useToast } from '#ui/toast.tsx'
import type { CalendarsApi, UnitCalendars } from './contract.ts'

/** Lets staff import a calendar for a unit. The calendar is read at once, and the result is shown. */
export function AddCalendar({ unit }: { unit: UnitCalendars }) {
  const { t } = useTranslator()
  const [isOpen, setOpen] = useState(false)
  const { name } = unit
  return (
    <>
      <Button variant="quiet" aria-label={t('calendars.add_of', { name })} onClick={() => setOpen(true)}>
        {t('calendars.add')}
      </Button>
      <Dialog open={isOpen} title={t('calendars.add_of', { name })} onClose={() => setOpen(false)}>
        <AddForm unit={unit.id} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function AddForm({ unit, onDone }: { unit: number; onDone: () => void }) {
  const { t } = useTranslator()
  const api = useApi<CalendarsApi>()
  const office = useOffice()
  const showToast = useToast()
  const { form, isBusy, error, failure } = useForm(
    async ({ text, reportLostResponse }) => {
      office.show(await reportLostResponse(api.addCalendar({ unit, name: text('name'), address: text('address') })))
      showToast(t('calendars.added'))
      onDone()
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className="stack-4 left">
      <TextField
        label={t('calendars.name')}
        name="name"
        maxLength={40}
        autoComplete="off"
        hint={t('calendars.name_hint')}
        error={error('name')}
      />
      <TextField
        label={t('calendars.their_address')}
        name="address"
        inputMode="url"
        maxLength={2_000}
        autoComplete="off"
        spellCheck={false}
        hint={t('calendars.their_address_hint')}
        error={error('address')}
      />
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" isBusy={isBusy}>
        {t('calendars.add_submit')}
      </Button>
    </form>
  )
}
