import { useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { MemberSection } from './member-section.tsx'

/** Opens the dialog for closing the account. */
export function CloseAccountSection() {
  const { t } = useTranslator()
  const [isOpen, setOpen] = useState(false)
  const [CloseAccountDialog, fetchDialog] = useOnDemand(
    async () => (await import('./close-account-dialog.tsx')).CloseAccountDialog,
  )

  async function openDialog() {
    if (await fetchDialog()) setOpen(true)
  }
  return (
    <MemberSection title={t('close_account.title')} text={t('close_account.text')}>
      <Button variant="secondary" onClick={openDialog}>
        {t('close_account.open')}
      </Button>
      {CloseAccountDialog && <CloseAccountDialog open={isOpen} onClose={() => setOpen(false)} />}
    </MemberSection>
  )
}
