import { useState } from 'react'
import { ApiError } from '../../platform/errors.ts'
import { navigate, useApi, useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { officePages } from '../../urls-office.ts'
import { useTitleOfPassage } from './passage-title.ts'
import styles from './settings.module.css'
import type { OfficePassage, TextsApi } from './texts-contract.ts'

/** Asks once more: a passage that is gone is gone, but for what the log says of it. */
export function RemovePassage({ passage }: { passage: OfficePassage }) {
  const { t, language } = useWords()
  const api = useApi<TextsApi>()
  const titleOf = useTitleOfPassage()
  const [isAsking, setAsking] = useState(false)
  const [told, setTold] = useState<string | null>(null)
  async function remove() {
    try {
      await api.removePassage({ id: passage.id, version: passage.version })
      navigate(officePages.texts, language, 'replace')
    } catch (error) {
      setTold((error instanceof ApiError && error.message) || t('office.offline'))
    }
  }
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {t('edit.remove')}
      </Button>
      <Dialog open={isAsking} tone="warning" title={t('texts.remove_title')} onClose={() => setAsking(false)}>
        <div className={styles.ask}>
          <p>{t('texts.remove_text', { title: titleOf(passage) })}</p>
          {told && <p role="alert">{told}</p>}
          <div className={styles.choice}>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('edit.keep')}
            </Button>
            <Button look="quiet" onClick={() => void remove()}>
              {t('edit.remove')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  )
}
