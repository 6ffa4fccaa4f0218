import { useState } from 'react'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { href } from '#routes/public.ts'
import { PlainForm } from '#ui/form/plain-form.tsx'
import type { AccountsApi } from '../contract.ts'
import { NoScriptNotice } from '../no-script-notice.tsx'
import { Outcome } from './outcome.tsx'
import { Portal } from './portal.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useNextPath } from './use-next.ts'

export const forgotPage: Page<AccountsApi, unknown> = {
  queryNames: ['next'],
  head: (_, { t }) => ({ title: t('forgot.title'), hidden: true }),
  View: ForgotView,
}

function ForgotView() {
  const { t } = useTranslator()
  const nextPath = useNextPath()
  const [sentMessage, setSentMessage] = useState<string | null>(null)
  return (
    <Portal heading={t('forgot.heading')} text={t('forgot.text')}>
      {sentMessage ? (
        <Outcome
          title={t('forgot.sent_title')}
          action={
            <Button variant="secondary" onClick={() => setSentMessage(null)}>
              {t('forgot.again')}
            </Button>
          }
        >
          <p>{sentMessage}</p>
          <p>{t('forgot.hint')}</p>
        </Outcome>
      ) : (
        <ForgotForm onSent={setSentMessage} />
      )}
      <NoScriptNotice />
      <p>
        <Link to={href('login', null, { next: nextPath })}>{t('forgot.back')}</Link>
      </p>
    </Portal>
  )
}

function ForgotForm({ onSent }: { onSent: (message: string) => void }) {
  const { t } = useTranslator()
  const api = useApi<AccountsApi>()
  const formState = useForm(async ({ text }) => onSent((await api.forgotPassword({ email: text('email') })).message))
  return (
    <PlainForm sending={formState} submitLabel={t('forgot.submit')}>
      <TextField
        label={t('lvl_sing_up_email')}
        name="email"
        type="email"
        autoComplete="email"
        error={formState.error('email')}
      />
    </PlainForm>
  )
}
