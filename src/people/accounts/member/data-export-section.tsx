import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#ui/paper/save-file.ts'
import { Failure } from '#ui/form/plain-form.tsx'
import type { AccountsApi } from '../contract.ts'
import { useForm } from '#ui/form/use-form.ts'
import { MemberSection } from './member-section.tsx'

/** Downloads the data stored about the member as a file. */
export function DataExportSection() {
  const { t } = useTranslator()
  const api = useApi<AccountsApi>()
  const { form, isBusy, failure } = useForm(
    async () => {
      const json = JSON.stringify(await api.getMyData({}), null, 2)
      saveFile('my-data.json', new Blob([json], { type: 'application/json' }))
    },
    { isRepeatable: true },
  )
  return (
    <MemberSection title={t('mydata.title')} text={t('mydata.text')} form={form}>
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" variant="secondary" isBusy={isBusy}>
        {isBusy ? t('form.submitting') : t('mydata.export')}
      </Button>
    </MemberSection>
  )
}
