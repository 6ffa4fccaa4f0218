import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { officeEndpoints } from '#routes/office.ts'
import { FileField, Progress } from '../../enquiries/files/file-field.tsx'
import { StoredFileList } from '../../enquiries/files/stored-file-list.tsx'
import { useFiles } from '../../enquiries/files/use-files.ts'
import { identifyFiles, useUpload } from '../../enquiries/files/use-upload.ts'
import { fileLimits } from '../../enquiries/limits.ts'
import type { OrderRecord, OrdersOfficeApi } from './contract.ts'

/** The documents that the buyer can download from the page of the order. */
export function Documents({ order: { id, documents } }: { order: OrderRecord }) {
  const { t } = useTranslator()
  const api = useApi<OrdersOfficeApi>()
  const office = useOffice()
  const files = useFiles(fileLimits.enquiry)
  const { percent, upload } = useUpload<OrderRecord>(officeEndpoints.addOrderDocuments[1], files)
  const { form, isBusy, failure, errors, clear } = useForm(
    async ({ sendOnce }) => {
      office.show(await sendOnce(upload, { id, files: identifyFiles(files) }))
      files.removeSent()
    },
    { isRepeatable: true, validateFields: files.fieldErrors },
  )
  return (
    <RecordSection title={t('orders.documents')}>
      <p className="small">{t('orders.documents_hint')}</p>
      {documents.length > 0 && (
        <StoredFileList files={documents} fetchFile={(file) => api.getOrderFile({ id, file })}>
          {({ number, name }) => (
            <ConfirmedAction
              label={t('orders.remove_document', { name })}
              title={t('orders.remove_title', { name })}
              text={t('orders.remove_document_text')}
              confirmLabel={t('orders.remove')}
              failed={t('quotation.failed')}
              onConfirm={async () => office.show(await api.removeOrderDocument({ id, file: number }))}
            />
          )}
        </StoredFileList>
      )}
      <form {...form} className="stack-3">
        <FileField
          label={t('orders.add_documents')}
          hint={t('orders.add_documents_hint', { count: fileLimits.enquiry, max: fileLimits.megabytes })}
          files={files}
          errors={errors}
          onClearError={clear}
        />
        {failure && <Failure>{failure}</Failure>}
        <Progress percent={percent} />
        {files.chosen.length > 0 && (
          <div>
            <Button type="submit" variant="secondary" isBusy={isBusy}>
              {t('orders.upload')}
            </Button>
          </div>
        )}
      </form>
    </RecordSection>
  )
}
