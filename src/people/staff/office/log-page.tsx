import { navigate } from '#platform/pages/navigate.ts'
import { Link, readLatestQuery, useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { DownloadButton } from '#ui/office/download-button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { PeriodFilter } from '#ui/office/period-filter.tsx'
import { LogDays } from '#ui/office/log-entries.tsx'
import { EmptyListMessage, ListHead, MoreButton, usePaged } from '#ui/office/list.tsx'
import { ListBar } from '#ui/office/views.tsx'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { parseDay } from '#platform/day.ts'
import { actionAreas, type ActionArea } from '#schema/actions.ts'
import type { Log, StaffOfficeApi } from './contract.ts'

/** The audit log. The URL contains the filter. */
export const logPage: Page<StaffOfficeApi, Log> = {
  load: ({ api, route }) => api.getLog(readFilter(route.query)),
  head: (_, { t }) => ({ title: t('log.title'), hidden: true }),
  View: LogView,
}

interface Filter {
  area?: ActionArea
  who?: number
  from?: string
  until?: string
  subject?: string
}

/** Reads the filter from the URL and ignores invalid values. */
function readFilter(query: URLSearchParams): Filter {
  const area = actionAreas.find((each) => each === query.get('area'))
  const accountId = Number(query.get('who'))
  const subject = query.get('subject')
  const days = (['from', 'until'] as const).flatMap((name) => {
    const value = query.get(name) ?? ''
    return parseDay(value) === undefined ? [] : [[name, value]]
  })
  return {
    ...(area && { area }),
    ...(Number.isInteger(accountId) && accountId > 0 && { who: accountId }),
    ...Object.fromEntries(days),
    ...(subject && { subject }),
  }
}

function LogView({ data }: { data: Log }) {
  const { t } = useTranslator()
  const { query, language } = useRoute()
  const api = useApi<StaffOfficeApi>()
  const filter = readFilter(query)
  const { rows, paging } = usePaged(data, (after) => api.getLog({ ...filter, after }), JSON.stringify(filter))
  const changeFilter = (changes: Partial<Record<keyof Filter, string | undefined>>) =>
    navigate(officePages.log + queryString({ ...readFilter(readLatestQuery()), ...changes }), language)
  return (
    <>
      <ListHead title={t('log.title')}>
        <DownloadButton
          name="log"
          label={t('log.download')}
          failure={t('stays.download_failed')}
          fetchFile={() => api.getLogFile(filter)}
        />
      </ListHead>
      <ListBar>
        <SelectField
          label={t('log.area')}
          name="area"
          value={filter.area ?? ''}
          onChange={({ currentTarget }) => changeFilter({ area: currentTarget.value || undefined })}
        >
          <option value="">{t('log.every_area')}</option>
          {actionAreas.map((area) => (
            <option key={area} value={area}>
              {t(`log.area_${area}`)}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('log.who')}
          name="who"
          value={filter.who ?? ''}
          onChange={({ currentTarget }) => changeFilter({ who: currentTarget.value || undefined })}
        >
          <option value="">{t('log.everybody')}</option>
          {data.colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <PeriodFilter labels={{ from: t('log.from'), until: t('log.until') }} period={filter} onChange={changeFilter} />
      </ListBar>
      {rows.length === 0 ? (
        <EmptyListMessage
          title={t('log.none')}
          text={t('log.none_text')}
          action={<Link to={officePages.log}>{t('log.see_all')}</Link>}
        />
      ) : (
        <LogDays lines={rows} getPath={getSubjectPath} />
      )}
      <MoreButton {...paging} />
    </>
  )
}

/** The office page of a record, or null if it has none. */
function getSubjectPath(subject: string): string | null {
  const [kind, id = ''] = subject.split(' ')
  switch (kind) {
    case 'booking':
    case 'category':
    case 'certificate':
    case 'enquiry':
    case 'extra':
    case 'message':
    case 'passage':
    case 'picture':
    case 'post':
    case 'product':
    case 'order':
    case 'quotation':
    case 'role':
    case 'slide':
    case 'webhook':
      return officeHref(kind, id)
    case 'room':
      return isNumber(id) ? officeHref('room', id) : null
    case 'facilities':
      return isNumber(id) ? officeHref('facilityGroup', id) : null
    case 'canned':
      return officeHref('cannedAnswer', id)
    case 'day':
      return officePages.day
    case 'till':
      return officePages.handover
    case 'notes':
      return officePages.today
    case 'extras':
      return officePages.extras
    case 'quotations':
      return officePages.quotations
    case 'invoices':
      return officePages.invoices
    case 'passages':
      return officePages.texts
    case 'rates':
    case 'register':
    case 'slides':
    case 'products':
      return officePages[kind]
    case 'settings':
      if (id === 'vat') return officePages.vatSettings
      if (id === 'emails') return officePages.emailsSettings
      if (id === 'register') return officePages.registerSettings
      return officeHref('settingsSection', id)
    default:
      return null
  }
}
const isNumber = (id: string): boolean => /^\d+$/.test(id)
