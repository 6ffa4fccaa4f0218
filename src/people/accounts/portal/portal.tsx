import type { ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './portal.module.css'

/**
 * The frame of the account pages: a description next to the form. Until `isReady`, the form is hidden but keeps its
 * space, so that nothing shifts.
 */
export function Portal({
  heading,
  text,
  hasBenefits = false,
  isReady = true,
  children,
}: {
  heading: string
  text: string
  /** Whether the description lists what an account is for. */
  hasBenefits?: boolean
  isReady?: boolean
  children: ReactNode
}) {
  const { t } = useTranslator()
  return (
    <div className={styles.portal}>
      <header className={`on-dark ${styles.about}`}>
        <div>
          <h1 className="size-5">{heading}</h1>
          <p>{text}</p>
          {hasBenefits && (
            <ul role="list" className={styles.benefits}>
              <li>{t('login.benefit_stays')}</li>
              <li>{t('login.benefit_enquiries')}</li>
              <li>{t('login.benefit_details')}</li>
            </ul>
          )}
        </div>
      </header>
      <div className={styles.main}>
        <div className={styles.column} aria-busy={!isReady || undefined}>
          {children}
        </div>
      </div>
    </div>
  )
}
