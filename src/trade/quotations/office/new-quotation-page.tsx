import { navigate, useApi, usePlace, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { RecordPage } from '#ui/office/record-page.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import type { QuotationsOfficeApi } from './contract.ts'

/** Starts a quotation, from the enquiry in the URL or empty. */
export const newQuotationPage: Page<QuotationsOfficeApi, { enquiry: string | null }> = {
  load: async ({ place }) => ({ enquiry: place.query.get('enquiry')?.slice(0, 40) || null }),
  head: (_, { t }) => ({ title: t('quotation.new'), hidden: true }),
  View: NewQuotationView,
}

function NewQuotationView({ data: { enquiry } }: { data: { enquiry: string | null } }) {
  const { t } = useTranslator()
  const { language } = usePlace()
  const api = useApi<QuotationsOfficeApi>()
  const { form, busy, failure, error } = useForm(
    async ({ text, orUnsure }) => {
      const { id } = await orUnsure(api.startQuotation({ enquiry: text('from') === 'enquiry' ? enquiry : null }))
      navigate(officeHref('quotation', id), language, 'replace')
    },
    { again: true },
  )
  const enquiryError = error('enquiry')
  return (
    <RecordPage
      back={{ to: officePages.quotations, label: t('quotation.title') }}
      about={t('quotation.one')}
      title={t('quotation.new')}
      state={t('quotation.create_draft_text')}
    >
      <form {...form} className="stack-3">
        {enquiry && (
          <Choice
            legend={t('quotation.new')}
            name="from"
            chosen="enquiry"
            options={[
              ['enquiry', t('quotation.from_enquiry', { code: enquiry })],
              ['nothing', t('quotation.blank')],
            ]}
          />
        )}
        {(enquiryError || failure) && <Failure>{enquiryError ?? failure!}</Failure>}
        <div>
          <Button type="submit" busy={busy}>
            {t('quotation.create_draft')}
          </Button>
        </div>
      </form>
    </RecordPage>
  )
}
