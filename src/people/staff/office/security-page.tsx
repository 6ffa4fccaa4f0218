import type { AccountsApi, OwnSession } from '../../accounts/contract.ts'
import { SessionsSection } from '../../accounts/member/sessions-section.tsx'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ListHead } from '#ui/office/list.tsx'
import type { Factors, StaffOfficeApi } from './contract.ts'
import { OwnFactors } from './own-factors.tsx'
import styles from './own-factors.module.css'

type Api = StaffOfficeApi & Pick<AccountsApi, 'getSessions'>

/** The second factors and sessions of the user. */
export const securityPage: Page<Api, { factors: Factors; sessions: OwnSession[] }> = {
  async load({ api }) {
    const [factors, { data }] = await Promise.all([api.getFactors({}), api.getSessions({})])
    return { factors, sessions: data }
  },
  head: (_, { t }) => ({ title: t('sign_in.security'), hidden: true }),
  View: SecurityView,
}

function SecurityView({ data: { factors, sessions } }: { data: { factors: Factors; sessions: OwnSession[] } }) {
  const { t } = useTranslator()
  return (
    <>
      <ListHead title={t('sign_in.security')} />
      <OwnFactors factors={factors} />
      <div className={styles.sessions}>
        <SessionsSection initialSessions={sessions} />
      </div>
    </>
  )
}
