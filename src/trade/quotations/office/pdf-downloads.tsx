import { useApi } from '#platform/pages/page.tsx'
import { PdfDownloads } from '#ui/paper/pdf-downloads.tsx'
import type { QuotationsOfficeApi, RevisionView } from './contract.ts'

export function QuotationDownloads({ revision: { id, number, form } }: { revision: RevisionView }) {
  const api = useApi<QuotationsOfficeApi>()
  return (
    <PdfDownloads
      className="row-2"
      name={number ?? 'quotation'}
      recipientLanguage={form.language}
      fetchFile={(language) => api.getQuotationRevisionPdf({ id, language })}
    />
  )
}
