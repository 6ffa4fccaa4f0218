import { useApi, useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/paper/save-file.ts'
import styles from '../portal/account-form.module.css'
import type { AccountsApi } from '../contract.ts'
import { useForm } from '../../ui/use-form.ts'
import { MemberPart } from './member-part.tsx'

/** All that is kept of a member, as a file. */
export function MyData() {
  const { t } = useWords()
  const api = useApi<AccountsApi>()
  const { form, busy, failure } = useForm(
    async () => {
      const json = JSON.stringify(await api.getMyData({}), null, 2)
      saveFile('my-data.json', new Blob([json], { type: 'application/json' }))
    },
    { again: true },
  )
  return (
    <MemberPart title={t('mydata.title')} text={t('mydata.text')} form={form}>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <Button type="submit" look="secondary" busy={busy}>
        {busy ? t('login.submitting') : t('mydata.export')}
      </Button>
    </MemberPart>
  )
}
