import { useEffect, useState } from 'react'
import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import { getStorage, saveToStorage } from '#platform/storage.ts'
import { tablet } from '#ui/breakpoints.ts'
import { useMedia } from '#ui/use-media-query.ts'
import { officePages } from '#routes/office.ts'
import styles from './frame.module.css'
import { findNavigationPage, type NavigationPage } from './navigation.ts'

const STORAGE_KEY = 'office-visited'

/**
 * Explains a page of the navigation in a few words at the first visit with this browser. A phone has no space for
 * explanations above the work, so it shows only the first one.
 */
export function FirstVisitHint() {
  const { path } = useRoute()
  const page = findNavigationPage(path)
  if (!page || officePages[page] !== path) return null
  return <Hint key={page} page={page} />
}

function Hint({ page }: { page: NavigationPage }) {
  const { t } = useTranslator()
  const [isFirstPage] = useState(() => readVisitedScreens().length === 0)
  const [isShown, setShown] = useState(() => !readVisitedScreens().includes(page))
  const hasSpace = useMedia(tablet)
  useEffect(() => {
    const visitedScreens = readVisitedScreens()
    if (!visitedScreens.includes(page))
      saveToStorage('localStorage', STORAGE_KEY, JSON.stringify([...visitedScreens, page]))
  }, [page])
  if (!isShown || !(hasSpace || isFirstPage)) return null
  return (
    <div role="note" className={styles.hint}>
      <p>{t(`hint.${page}`)}</p>
      <button type="button" aria-label={t('hint.close')} onClick={() => setShown(false)}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  )
}

function readVisitedScreens(): readonly string[] {
  const storedScreensJson = getStorage('localStorage')?.getItem(STORAGE_KEY)
  return storedScreensJson ? (JSON.parse(storedScreensJson) as string[]) : []
}
