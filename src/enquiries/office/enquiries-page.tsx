import { useApi, useWords, type Page } from '../../platform/pages/page.tsx'
import { Empty, ListHead, More, Rows, usePaged } from '../../ui/office/list.tsx'
import { when } from '../../ui/office/when.ts'
import { officeHref } from '../../urls-office.ts'
import type { EnquiriesOfficeApi, WaitingEnquiries } from './contract.ts'

/** The enquiries that nobody has marked as answered, the oldest first. */
export const enquiriesPage: Page<EnquiriesOfficeApi, WaitingEnquiries> = {
  load: ({ api }) => api.getWaitingEnquiries({}),
  head: (_, { t }) => ({ title: t('office.enquiries'), hidden: true }),
  View: EnquiriesView,
}

function EnquiriesView({ data }: { data: WaitingEnquiries }) {
  const words = useWords()
  const { t, count } = words
  const api = useApi<EnquiriesOfficeApi>()
  const { rows, paging } = usePaged(data, (after) => api.getWaitingEnquiries({ after }))
  return (
    <>
      <ListHead
        title={t('office.enquiries')}
        said={data.waiting > 0 && count('office.enquiries_count', data.waiting)}
      />
      {data.waiting === 0 ? (
        <Empty title={t('office.no_enquiries')}>
          <p>{t('office.no_enquiries_text')}</p>
        </Empty>
      ) : (
        <Rows
          rows={rows.map((row) => ({
            path: officeHref('enquiry', row.code),
            title: row.company,
            about: row.products.join(', '),
            small: `${row.name}, ${t('inbox.came', { when: when(words, row.asked_at) })}`,
          }))}
        />
      )}
      <More {...paging} />
    </>
  )
}
