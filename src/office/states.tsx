import { clearSession } from '#people/accounts/portal/session.ts'
import { useSession } from '#people/accounts/portal/use-session.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { href } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import type { OfficeApi } from './api.ts'
import { findFirstItem } from './navigation.ts'
import { signInAgainPath } from './sign-in-again.ts'
import styles from './states.module.css'

/** Placeholder lines, shown until the first page is loaded. */
export function Loading() {
  const { t } = useTranslator()
  return (
    <div className={styles.loading}>
      <p className="visually-hidden">{t('office.loading')}</p>
      <div aria-hidden="true" />
      <div aria-hidden="true" />
      <div aria-hidden="true" />
    </div>
  )
}

export function LoadFailed() {
  const { t } = useTranslator()
  const { refresh } = useOffice()
  return (
    <Notice
      tone="error"
      heading="h1"
      title={t('office.failed')}
      action={<Button onClick={refresh}>{t('office.retry')}</Button>}
    >
      <p>{t('office.offline')}</p>
    </Notice>
  )
}

/** Warns that the shown data is outdated. */
export function OutdatedNotice({ since }: { since: string }) {
  const { t } = useTranslator()
  const { refresh } = useOffice()
  return (
    <div className={styles.stale} role="status">
      <p>{t('office.stale', { when: since })}</p>
      <Button variant="secondary" onClick={refresh}>
        {t('office.retry')}
      </Button>
    </div>
  )
}

export function NotFound() {
  const { t } = useTranslator()
  const firstItem = findFirstItem(useOffice().can)
  return (
    <Notice
      heading="h1"
      title={t('office.not_found')}
      action={
        firstItem && (
          <ButtonLink variant="secondary" to={officePages[firstItem.page]}>
            {t(firstItem.label)}
          </ButtonLink>
        )
      }
    >
      <p>{t('office.not_found_text')}</p>
    </Notice>
  )
}

/** The notice for staff whose role does not allow the page. */
export function NotPermitted() {
  const { t } = useTranslator()
  return (
    <Notice heading="h1" title={t('office.not_granted')}>
      <p>{t('office.not_granted_text')}</p>
    </Notice>
  )
}

export function NotStaff() {
  const { t } = useTranslator()
  const { user } = useSession()
  const api = useApi<OfficeApi>()

  function changeAccount() {
    const signInPath = signInAgainPath()
    void api.logout({}).catch(() => {})
    clearSession()
    location.assign(signInPath)
  }
  return (
    <Notice
      heading="h1"
      title={t('office.staff_only')}
      action={
        <>
          <ButtonLink variant="secondary" to={href('dashboard')}>
            {t('office.to_dashboard')}
          </ButtonLink>
          <Button variant="quiet" onClick={changeAccount}>
            {t('office.other_account')}
          </Button>
        </>
      }
    >
      <p>{t('office.staff_only_text', { name: user?.name ?? '' })}</p>
    </Notice>
  )
}
