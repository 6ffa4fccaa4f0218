import { useState } from 'react'
import { ApiError } from '../../platform/errors.ts'
import { useApi, useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { saveFile } from '../../ui/paper/save-file.ts'
import styles from '../portal/account-form.module.css'
import type { AccountsApi } from '../contract.ts'
import { MemberPart } from './member-part.tsx'

/** All that is kept of a member, as a file. */
export function MyData() {
  const { t } = useWords()
  const api = useApi<AccountsApi>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function save() {
    setBusy(true)
    setFailure('')
    try {
      const json = JSON.stringify(await api.getMyData({}), null, 2)
      saveFile('my-data.json', new Blob([json], { type: 'application/json' }))
    } catch (error) {
      const status = error instanceof ApiError ? error.status : null
      if (status !== 401) setFailure(status ? (error as ApiError).message : t('failure.offline'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <MemberPart title={t('mydata.title')} text={t('mydata.text')}>
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <Button look="secondary" busy={busy} onClick={save}>
        {busy ? t('login.submitting') : t('mydata.export')}
      </Button>
    </MemberPart>
  )
}
