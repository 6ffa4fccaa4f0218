import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { discardUnsavedEdits } from '#ui/office/edit/unsaved.ts'
import styles from './leave-dialog.module.css'

/** Asks for confirmation before the user leaves with unsaved changes. */
export function LeaveDialog({ target, stay: onStay }: { target: string | null; stay: () => void }) {
  const { t } = useTranslator()
  function leave() {
    discardUnsavedEdits()
    onStay()
    if (window.navigation) window.navigation.navigate(target!)
    else location.assign(target!)
  }
  return (
    <Dialog open={target !== null} title={t('edit.leave_title')} tone="warning" onClose={onStay}>
      <p>{t('edit.leave_text')}</p>
      <div className={styles.choice}>
        <Button variant="secondary" onClick={onStay}>
          {t('edit.stay')}
        </Button>
        <Button variant="quiet" onClick={leave}>
          {t('edit.leave')}
        </Button>
      </div>
    </Dialog>
  )
}
