import { useRef } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { MemberSection } from './member-section.tsx'
import styles from './profile-page.module.css'

export function ReferralSection({ code, count: times }: { code: string; count: number }) {
  const { t, count } = useTranslator()
  const showToast = useToast()
  const codeRef = useRef<HTMLElement>(null)

  /** Selects the code as well, so that users can copy it by hand if the clipboard is blocked. */
  async function copy() {
    getSelection()?.selectAllChildren(codeRef.current!)
    await navigator.clipboard?.writeText(code).then(
      () => showToast(t('referral.copied')),
      () => {},
    )
  }
  return (
    <MemberSection title={t('referral.title')} text={t('referral.text')}>
      <p className={styles.code}>
        <code ref={codeRef}>{code}</code>
        <Button variant="quiet" onClick={copy}>
          {t('referral.copy')}
        </Button>
      </p>
      <p>{count('referral.count', times)}</p>
    </MemberSection>
  )
}
