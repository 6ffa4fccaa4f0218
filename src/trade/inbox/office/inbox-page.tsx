import { systemClock } from '#platform/clock.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { Link, readLatestQuery, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { DownloadButton } from '#ui/office/download-button.tsx'
import { EmptyListMessage, ListHead, MoreButton, Rows, usePaged, type Row } from '#ui/office/list.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { SearchForm } from '#ui/office/search-form.tsx'
import { ListBar, Views } from '#ui/office/views.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { Translator } from '#locales/translator.ts'
import { inboxViews, assigneeFilters, type InboxViewName, type AssigneeFilter } from '../views.ts'
import type { Inbox, InboxApi, InboxLine } from './contract.ts'
import styles from './inbox-page.module.css'
import { StateChip } from './state-chip.tsx'

/** Enquiries and messages in one list. The URL contains the search. */
export const inboxPage: Page<InboxApi, Inbox> = {
  load: ({ api, route }) => api.getInbox(readQuery(route.query)),
  isLive: true,
  head: (_, { t }) => ({ title: t('inbox.title'), hidden: true }),
  View: InboxView,
}

interface InboxQuery {
  view: InboxViewName
  search?: string
  whose?: AssigneeFilter
}

function readQuery(query: URLSearchParams): InboxQuery {
  const search = query.get('search')?.trim().slice(0, 100)
  const assigneeFilter = assigneeFilters.find((value) => value === query.get('whose'))
  const view = inboxViews.find((value) => value === query.get('view')) ?? 'to_do'
  return { view, ...(search && { search }), ...(assigneeFilter && { whose: assigneeFilter }) }
}

const buildInboxPath = ({ view, ...filters }: InboxQuery) =>
  officePages.inbox + queryString({ view: view === 'to_do' ? undefined : view, ...filters })

function InboxView({ data }: { data: Inbox }) {
  const translator = useTranslator()
  const { t, count } = translator
  const { query, language } = useRoute()
  const api = useApi<InboxApi>()
  const inboxQuery = readQuery(query)
  const { rows, paging } = usePaged(data, (after) => api.getInbox({ ...inboxQuery, after }), JSON.stringify(inboxQuery))
  const changeQuery = (changes: Partial<Record<keyof InboxQuery, string | undefined>>) =>
    navigate(buildInboxPath({ ...readQuery(readLatestQuery()), ...changes } as InboxQuery), language)
  return (
    <>
      <ListHead title={t('inbox.title')} subtitle={data.to_do > 0 && count('office.enquiries_count', data.to_do)}>
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
      {data.set_aside.length > 0 && <QuarantinedEmails emails={data.set_aside} />}
      <Views
        label={t('inbox.views')}
        views={inboxViews.map((view) => ({
          to: buildInboxPath({ ...inboxQuery, view }),
          label: t(`inbox.view_${view}`),
          isShown: view === inboxQuery.view,
        }))}
      />
      <ListBar>
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
              {t(`inbox.whose_${value}`)}
            </option>
          ))}
        </SelectField>
      </ListBar>
      {rows.length === 0 ? (
        <NoResults inboxQuery={inboxQuery} />
      ) : (
        <Rows
          columns={{
            title: t('inbox.from'),
            about: t('inbox.about'),
            small: t('inbox.assignee'),
            chip: t('inbox.state'),
            end: t('inbox.last_at'),
          }}
          rows={rows.map((row) => toRow(row, translator))}
        />
      )}
      <MoreButton {...paging} />
    </>
  )
}

/** Emails that could not be filed, each with its reason. */
function QuarantinedEmails({ emails }: { emails: Inbox['set_aside'] }) {
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

function toRow(row: InboxLine, translator: Translator): Row {
  const { t, day } = translator
  return {
    path: row.enquiry === null ? officeHref('message', row.message!) : officeHref('enquiry', row.enquiry),
    title: row.who,
    about: row.about || t('inbox.no_subject'),
    text: [row.begins, row.who !== row.name && row.name, row.enquiry].filter(Boolean).join(' · '),
    small: (
      <>
        {row.remind_on !== null && `${t('inbox.waiting_until', { day: day(row.remind_on) })} · `}
        {row.assignee === null ? (
          t('inbox.unassigned')
        ) : (
          <>
            <span className={styles.assigneeLabel}>{t('inbox.assignee')} </span>
            <span className={styles.assignee}>{row.assignee}</span>
          </>
        )}
      </>
    ),
    chip: <RowState line={row} />,
    end: (
      <time className={styles.last} dateTime={row.last_at}>
        {formatWhen(translator, row.last_at)}
      </time>
    ),
  }
}

const DAY_MS = 86_400_000

/** The state of a row. From a day on, an unanswered message says how long the sender has been waiting. */
function RowState({ line }: { line: InboxLine }) {
  const { count } = useTranslator()
  const isUnanswered = line.state === 'new' || line.state === 'open'
  const waitingDays = isUnanswered ? Math.floor((systemClock() - Date.parse(line.last_at)) / DAY_MS) : 0
  return (
    <span className={styles.state}>
      <StateChip {...line} />
      {waitingDays > 0 && <Chip tone="due">{count('inbox.waiting_days', waitingDays)}</Chip>}
    </span>
  )
}
