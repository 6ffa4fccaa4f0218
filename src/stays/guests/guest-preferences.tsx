import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection, WrittenText } from '#ui/office/record-page.tsx'
import { useToast } from '#ui/toast.tsx'
import type { GuestsApi } from './contract.ts'
import { MAX_PREFERENCES_LENGTH } from './limits.ts'

interface Guest {
  id: number
  preferences: string
}

/** The preferences of a guest that staff have noted, with a form to change them. */
export function GuestPreferences({
  guest,
  isInHeader = false,
}: {
  guest: Guest
  /** Whether the header of the page shows the preferences already. */
  isInHeader?: boolean
}) {
  const { t } = useTranslator()
  const [isOpen, setIsOpen] = useState(false)
  const [hasClosed, setHasClosed] = useState(false)
  const canChange = useOffice().can('run the desk')
  if (!canChange && (isInHeader || !guest.preferences)) return null
  function close(): void {
    setIsOpen(false)
    setHasClosed(true)
  }
  /** The focus returns from the closed form to its button. */
  const buttonFocusProps = { autoFocus: hasClosed }
  return (
    <RecordSection title={t('people.preferences')}>
      {isOpen ? (
        <PreferencesForm guest={guest} onClose={close} />
      ) : (
        <>
          {!guest.preferences && <p className="small">{t('people.preferences_none')}</p>}
          {guest.preferences && !isInHeader && (
            <WrittenText label={t('people.preferences')}>{guest.preferences}</WrittenText>
          )}
          {canChange && (
            <div>
              <Button {...buttonFocusProps} variant="quiet" onClick={() => setIsOpen(true)}>
                {t('people.preferences_edit')}
              </Button>
            </div>
          )}
        </>
      )}
    </RecordSection>
  )
}

function PreferencesForm({ guest: { id, preferences }, onClose }: { guest: Guest; onClose: () => void }) {
  const { t } = useTranslator()
  const api = useApi<GuestsApi>()
  const office = useOffice()
  const showToast = useToast()
  const [oldPreferences] = useState(preferences)
  const { form, isBusy, failure, error } = useForm(async ({ text, reportLostResponse }) => {
    await reportLostResponse(api.saveGuestPreferences({ id, preferences: text('preferences'), before: oldPreferences }))
    showToast(t('people.preferences_saved'))
    onClose()
    office.refresh()
  })
  const fieldFocusProps = { autoFocus: true }
  return (
    <form {...form} className="stack-3">
      <TextArea
        {...fieldFocusProps}
        label={t('people.preferences')}
        hint={t('people.preferences_hint')}
        name="preferences"
        rows={3}
        maxLength={MAX_PREFERENCES_LENGTH}
        defaultValue={preferences}
        error={error('preferences')}
      />
      <FormButtons failure={failure} isBusy={isBusy} label={t('edit.save')} onClose={onClose} />
    </form>
  )
}
