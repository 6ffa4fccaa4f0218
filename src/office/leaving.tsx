import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { letGo } from '#ui/office/unsaved.ts'
import styles from './leaving.module.css'

/** Asks for confirmation before the user leaves with unsaved changes. */
export function Leaving({ to, stay }: { to: string | null; stay: () => void }) {
  const { t } = useWords()
  function leave() {
    letGo()
    stay()
    if (window.navigation) window.navigation.navigate(to!)
    else location.assign(to!)
  }
  return (
    <Dialog open={to !== null} title={t('edit.leave_title')} tone="warning" onClose={stay}>
      <p>{t('edit.leave_text')}</p>
      <div className={styles.choice}>
        <Button look="secondary" onClick={stay}>
          {t('edit.stay')}
        </Button>
        <Button look="quiet" onClick={leave}>
          {t('edit.leave')}
        </Button>
      </div>
    </Dialog>
  )
}
