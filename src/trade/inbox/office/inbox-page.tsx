import { Link, useTranslator, type Page } from '#platform/pages/page.tsx'
import { officePages } from '#routes/office.ts'
import type { Inbox, InboxApi } from './contract.ts'
import { InboxLayout } from './inbox-layout.tsx'
import styles from './inbox-layout.module.css'
import { buildInboxPath, readInboxQuery } from './inbox-query.ts'

/** Enquiries and messages in one list. The URL contains the search. No conversation is open. */
export const inboxPage: Page<InboxApi, { inbox: Inbox }> = {
  load: async ({ api, route }) => ({ inbox: await api.getInbox(readInboxQuery(route.query)) }),
  isLive: true,
  head: (_, { t }) => ({ title: t('inbox.title'), hidden: true }),
  Layout: InboxLayout,
  View: EmptyPane,
}

/** Shown beside a list without conversations: how many there are in others. */
function EmptyPane({ data: { inbox } }: { data: { inbox: Inbox } }) {
  const { t, count } = useTranslator()
  return (
    <div className={styles.empty}>
      <p className={styles.invitation}>{t('inbox.none_open')}</p>
      <ul role="list" className={styles.totals}>
        <li>
          <Link to={officePages.inbox} aria-current="false">
            {count('inbox.to_do_count', inbox.to_do)}
          </Link>
        </li>
        <li>
          <Link to={buildInboxPath({ view: 'to_do', whose: 'nobody' })}>
            {count('inbox.unassigned_count', inbox.unassigned)}
          </Link>
        </li>
      </ul>
    </div>
  )
}
