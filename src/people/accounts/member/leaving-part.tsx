import { useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { MemberPart } from './member-part.tsx'

/** Opens the dialog for closing the account. */
export function Leaving() {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  const [LeavingDialog, fetchDialog] = useOnDemand(async () => (await import('./leaving-dialog.tsx')).LeavingDialog)

  async function ask() {
    if (await fetchDialog()) setOpen(true)
  }
  return (
    <MemberPart title={t('leave.title')} text={t('leave.text')}>
      <Button look="secondary" onClick={ask}>
        {t('leave.open')}
      </Button>
      {LeavingDialog && <LeavingDialog open={open} onClose={() => setOpen(false)} />}
    </MemberPart>
  )
}
