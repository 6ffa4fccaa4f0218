import { systemClock } from '#platform/clock.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { Link, readLatestQuery, useApi, useRoute, useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { DownloadButton } from '#ui/office/download-button.tsx'
import { EmptyListMessage, ListHead, MoreButton, usePaged } from '#ui/office/list.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { SearchForm } from '#ui/office/search-form.tsx'
import { ListBar, Views } from '#ui/office/views.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { officePages } from '#routes/office.ts'
import { inboxViews, assigneeFilters } from '../views.ts'
import type { Inbox, InboxApi, InboxLine } from './contract.ts'
import styles from './conversation-list.module.css'
import {
  buildConversationPath,
  buildInboxPath,
  getConversationPath,
  readInboxQuery,
  type InboxQuery,
} from './inbox-query.ts'
import { StateChip } from './state-chip.tsx'
import { DAY_MS } from '#platform/durations.ts'

/** The conversations of a view with its search and filter. The open one is marked. */
export function ConversationList({
  inbox,
  firstId,
}: {
  inbox: Inbox
  /** The conversation that is shown because none is open. */
  firstId: number | undefined
}) {
  const { t, count } = useTranslator()
  const { path, query, language } = useRoute()
  const api = useApi<InboxApi>()
  const inboxQuery = readInboxQuery(query)
  const { rows, paging } = usePaged(
    inbox,
    (after) => api.getInbox({ ...inboxQuery, after }),
    JSON.stringify(inboxQuery),
  )
  const changeQuery = (changes: Partial<Record<keyof InboxQuery, string | undefined>>) =>
    navigate(buildInboxPath({ ...readInboxQuery(readLatestQuery()), ...changes } as InboxQuery), language)
  const title = t('inbox.title')
  return (
    <>
      <ListHead
        title={title}
        to={path === officePages.inbox ? undefined : buildInboxPath(inboxQuery)}
        subtitle={inbox.to_do > 0 && count('office.enquiries_count', inbox.to_do)}
      >
        <ButtonLink variant="quiet" to={officePages.cannedAnswers}>
          {t('canned.title')}
        </ButtonLink>
        <DownloadButton
          name="inbox"
          label={t('stays.download')}
          failure={t('stays.download_failed')}
          fetchFile={() => api.getInboxFile(inboxQuery)}
        />
      </ListHead>
      {inbox.quarantined.length > 0 && <QuarantinedEmails emails={inbox.quarantined} />}
      <Views
        label={t('inbox.views')}
        views={inboxViews.map((view) => ({
          to: buildInboxPath({ ...inboxQuery, view }),
          label: t(`inbox.view_${view}`),
          isShown: view === inboxQuery.view,
        }))}
      />
      <ListBar isOneLine>
        <SearchForm
          label={t('inbox.search')}
          hint={t('inbox.search_hint')}
          value={inboxQuery.search ?? ''}
          onSearch={(search) => changeQuery({ search: search || undefined })}
        />
        <SelectField
          label={t('inbox.assignee')}
          name="whose"
          value={inboxQuery.whose ?? ''}
          onChange={({ currentTarget }) => changeQuery({ whose: currentTarget.value || undefined })}
        >
          <option value="">{t('inbox.any_assignee')}</option>
          {assigneeFilters.map((value) => (
            <option key={value} value={value}>
              {t(`inbox.filter_${value}`)}
            </option>
          ))}
        </SelectField>
      </ListBar>
      {rows.length === 0 ? (
        <NoResults inboxQuery={inboxQuery} />
      ) : (
        <ul role="list" className={styles.rows}>
          {rows.map((row) => (
            <ConversationRow
              key={row.id}
              row={row}
              to={buildConversationPath(row, inboxQuery)}
              current={getConversationPath(row) === path ? 'page' : row.id === firstId}
            />
          ))}
        </ul>
      )}
      <MoreButton {...paging} />
    </>
  )
}

/** Emails that could not be filed, each with its reason. */
function QuarantinedEmails({ emails }: { emails: Inbox['quarantined'] }) {
  const translator = useTranslator()
  const { t, count } = translator
  return (
    <details className={styles.setAside}>
      <summary>{count('inbox.not_filed', emails.length)}</summary>
      <p>{t('inbox.not_filed_text', { folder: 'refused' })}</p>
      <ul role="list">
        {emails.map(({ file, reason, at }) => (
          <li key={file + at}>
            {t(`inbox.not_filed_reason_${reason}`)}
            <small>
              <span className="anywhere">{file}</span> · {formatWhen(translator, at)}
            </small>
          </li>
        ))}
      </ul>
    </details>
  )
}

function NoResults({ inboxQuery: { view, search, whose: assigneeFilter } }: { inboxQuery: InboxQuery }) {
  const { t } = useTranslator()
  if (search || assigneeFilter)
    return (
      <EmptyListMessage
        title={t('inbox.none_found')}
        text={t('inbox.none_found_text')}
        action={<Link to={buildInboxPath({ view: 'all', ...(search && { search }) })}>{t('inbox.search_all')}</Link>}
      />
    )
  return (
    <EmptyListMessage
      title={t(`inbox.none_${view}`)}
      text={t(`inbox.none_${view}_text`)}
      action={view !== 'all' && <Link to={buildInboxPath({ view: 'all' })}>{t('inbox.see_all')}</Link>}
    />
  )
}

/** A conversation: sender and time, subject, the beginning, state and assignee. The link covers the row. */
function ConversationRow({
  row,
  to,
  current,
}: {
  row: InboxLine
  to: string
  /** Whether the row is the page, or shown beside the list without being opened. */
  current: 'page' | boolean
}) {
  const translator = useTranslator()
  const { t, day } = translator
  const beginning = [row.begins, row.who !== row.name && row.name, row.enquiry].filter(Boolean).join(' · ')
  return (
    <li className={styles.row}>
      <p className={styles.top}>
        <Link to={to} aria-current={current}>
          {row.who}
        </Link>
        <time dateTime={row.last_at}>{formatWhen(translator, row.last_at)}</time>
      </p>
      <p className={styles.about}>
        {row.about || t('inbox.no_subject')} <span>{beginning}</span>
      </p>
      <div className={styles.state}>
        <RowState line={row} />
        <p>
          {row.remind_on !== null && `${t('inbox.waiting_until', { day: day(row.remind_on) })} · `}
          {row.assignee === null ? (
            t('inbox.unassigned')
          ) : (
            <>
              <span className="visually-hidden">{t('inbox.assignee')} </span>
              {row.assignee}
            </>
          )}
        </p>
      </div>
    </li>
  )
}

/** The state of a row. From a day on, an unanswered message says how long the sender has been waiting. */
function RowState({ line }: { line: InboxLine }) {
  const { count } = useTranslator()
  const isUnanswered = line.state === 'new' || line.state === 'open'
  const waitingDays = isUnanswered ? Math.floor((systemClock() - Date.parse(line.last_at)) / DAY_MS) : 0
  return (
    <>
      <StateChip {...line} />
      {waitingDays > 0 && <Chip tone="due">{count('inbox.waiting_days', waitingDays)}</Chip>}
    </>
  )
}
