import { useEffect, useRef } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import type { OfficeUser } from './contract.ts'
import { OwnFactors } from './own-factors.tsx'
import { VerificationForm } from './verification-form.tsx'
import styles from './second-factor-gate.module.css'

/** Shown between the password and the office: the user verifies or sets up a second factor. */
export function SecondFactorGate({ self, onSignedIn }: { self: OfficeUser; onSignedIn: () => void }) {
  const { t } = useTranslator()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current!.focus(), [])
  const hasFactor = self.pending_step === 'confirm second factor'
  return (
    <div className={styles.door}>
      <h1 ref={heading} tabIndex={-1}>
        {t(hasFactor ? 'sign_in.second_factor_title' : 'sign_in.set_up_title')}
      </h1>
      <p>{t(hasFactor ? 'sign_in.second_factor_text' : 'sign_in.set_up_text')}</p>
      {hasFactor ? (
        <>
          <VerificationForm factors={self.factors} onVerified={onSignedIn} />
          <p className="small">{t('sign_in.lost_factors')}</p>
        </>
      ) : (
        <OwnFactors factors={{ app_since: null, passkeys: [], recovery_left: 0 }} onEnter={onSignedIn} />
      )}
    </div>
  )
}
