import { useRef } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'
import { MemberPart } from './member-part.tsx'
import styles from './profile-page.module.css'

export function Referral({ code, count: times }: { code: string; count: number }) {
  const { t, count } = useWords()
  const toast = useToast()
  const place = useRef<HTMLElement>(null)

  /** Selects the code as well, so that users can copy it by hand if the clipboard is blocked. */
  async function copy() {
    getSelection()?.selectAllChildren(place.current!)
    await navigator.clipboard?.writeText(code).then(
      () => toast(t('referral.copied')),
      () => {},
    )
  }
  return (
    <MemberPart title={t('referral.title')} text={t('referral.text')}>
      <p className={styles.code}>
        <code ref={place}>{code}</code>
        <Button look="quiet" onClick={copy}>
          {t('referral.copy')}
        </Button>
      </p>
      <p>{count('referral.count', times)}</p>
    </MemberPart>
  )
}
