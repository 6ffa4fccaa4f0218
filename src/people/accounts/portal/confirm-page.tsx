import { useState } from 'react'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import { PlainForm } from '#ui/form/plain-form.tsx'
import type { AccountsApi } from '../contract.ts'
import { NoScriptNotice } from '../no-script-notice.tsx'
import { ExpiredLink, Outcome } from './outcome.tsx'
import { Portal } from './portal.tsx'
import { clearSession } from './session.ts'
import { useForm } from '#ui/form/use-form.ts'
import { useLink } from './use-link.ts'

/**
 * The page behind the confirmation link of an email address. It needs a button press because mail scanners open links
 * too.
 */
export const confirmPage: Page<AccountsApi, unknown> = {
  head: (_, { t }) => ({ title: t('confirm.title'), hidden: true }),
  View: ConfirmView,
}

function ConfirmView() {
  const { t } = useTranslator()
  const { token, rejection: linkError, isReady } = useLink('confirm-email')
  return (
    <Portal heading={t('confirm.heading')} text={t('confirm.text')} isReady={isReady}>
      {linkError ? <InvalidConfirmLink reason={linkError} /> : <ConfirmForm key={token} token={token} />}
      <NoScriptNotice />
    </Portal>
  )
}

function ConfirmForm({ token }: { token: string }) {
  const { t } = useTranslator()
  const api = useApi<AccountsApi>()
  const [confirmedMessage, setConfirmedMessage] = useState<string | null>(null)
  const formState = useForm(async () => setConfirmedMessage((await api.confirmEmail({ token })).message))
  const linkError = formState.error('token')
  if (linkError) return <InvalidConfirmLink reason={linkError} />
  if (!confirmedMessage) return <PlainForm sending={formState} submitLabel={t('confirm.submit')} />
  return (
    <Outcome title={t('confirm.done')} action={<ProfileLink />}>
      <p>{confirmedMessage}</p>
    </Outcome>
  )
}

function InvalidConfirmLink({ reason }: { reason: string }) {
  const { t } = useTranslator()
  return (
    <ExpiredLink reason={reason} action={<ProfileLink />}>
      <p>{t('confirm.ask_again')}</p>
    </ExpiredLink>
  )
}

function ProfileLink() {
  const { t } = useTranslator()
  return <ButtonLink to={href('profile')}>{t('confirm.to_profile')}</ButtonLink>
}

/**
 * The page behind the undo link sent to the old email address. It needs a button press because mail scanners open links
 * too.
 */
export const undoPage: Page<AccountsApi, unknown> = {
  head: (_, { t }) => ({ title: t('undo.title'), hidden: true }),
  View: UndoView,
}

function UndoView() {
  const { t } = useTranslator()
  const { token, rejection: linkError, isReady } = useLink('undo-email')
  return (
    <Portal heading={t('undo.heading')} text={t('undo.text')} isReady={isReady}>
      {linkError ? <InvalidUndoLink reason={linkError} /> : <UndoForm key={token} token={token} />}
      <NoScriptNotice />
    </Portal>
  )
}

function UndoForm({ token }: { token: string }) {
  const { t } = useTranslator()
  const api = useApi<AccountsApi>()
  const [undoneMessage, setUndoneMessage] = useState<string | null>(null)
  const formState = useForm(async () => {
    const { message } = await api.undoEmailChange({ token })
    clearSession()
    setUndoneMessage(message)
  })
  const linkError = formState.error('token')
  if (linkError) return <InvalidUndoLink reason={linkError} />
  if (!undoneMessage) {
    return (
      <PlainForm sending={formState} submitLabel={t('undo.submit')}>
        <p>{t('undo.consequence')}</p>
      </PlainForm>
    )
  }
  return (
    <Outcome title={t('undo.done')} action={<ButtonLink to={href('login')}>{t('login.submit')}</ButtonLink>}>
      <p>{undoneMessage}</p>
    </Outcome>
  )
}

/** Users cannot request this link again, so the page refers them to the company. */
function InvalidUndoLink({ reason }: { reason: string }) {
  const { t } = useTranslator()
  return (
    <ExpiredLink reason={reason} action={<ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>}>
      <p>{t('undo.write')}</p>
    </ExpiredLink>
  )
}
