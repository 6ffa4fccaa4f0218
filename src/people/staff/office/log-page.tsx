import { navigate, useApi, usePlace, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { everyAction, LogLines, actionKey } from '#ui/office/log-entries.tsx'
import { Empty, ListHead, More, usePaged } from '#ui/office/list.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import { queryString } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { Action } from '#schema/actions.ts'
import type { Log, StaffOfficeApi } from './contract.ts'

/** The audit log. The URL contains the filter. */
export const logPage: Page<StaffOfficeApi, Log> = {
  load: ({ api, place }) => api.getLog(readFilter(place.query)),
  head: (_, { t }) => ({ title: t('log.title'), hidden: true }),
  View: LogView,
}

function readFilter(query: URLSearchParams): { action?: Action; subject?: string } {
  const action = everyAction.find((each) => each === query.get('action'))
  const subject = query.get('subject')
  return { ...(action && { action }), ...(subject && { subject }) }
}

function LogView({ data }: { data: Log }) {
  const { t } = useTranslator()
  const { query, language } = usePlace()
  const api = useApi<StaffOfficeApi>()
  const filter = readFilter(query)
  const { rows, paging } = usePaged(data, (after) => api.getLog({ ...filter, after }))
  const applyAction = (action: string) =>
    navigate(officePages.log + queryString({ ...filter, action: action || undefined }), language)
  async function download() {
    saveFile('log.csv', new Blob([await api.getLogFile(filter)]))
  }
  return (
    <>
      <ListHead title={t('log.title')}>
        <SelectField
          label={t('log.what')}
          name="action"
          value={filter.action ?? ''}
          onChange={({ currentTarget }) => applyAction(currentTarget.value)}
        >
          <option value="">{t('log.everything')}</option>
          {everyAction.map((action) => (
            <option key={action} value={action}>
              {t(actionKey(action))}
            </option>
          ))}
        </SelectField>
        <Button look="secondary" onClick={() => void download()}>
          {t('log.download')}
        </Button>
      </ListHead>
      {rows.length === 0 ? <Empty title={t('log.none')} /> : <LogLines lines={rows} subjectOf={pathOf} />}
      <More {...paging} />
    </>
  )
}

/** The office page of a record, or null if it has none. */
function pathOf(subject: string): string | null {
  const [kind, id = ''] = subject.split(' ')
  switch (kind) {
    case 'booking':
    case 'category':
    case 'certificate':
    case 'enquiry':
    case 'extra':
    case 'label':
    case 'message':
    case 'passage':
    case 'picture':
    case 'post':
    case 'product':
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
