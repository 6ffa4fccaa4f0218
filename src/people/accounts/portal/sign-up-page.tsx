import type { ReactNode } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useToast } from '#ui/toast.tsx'
import { href } from '#routes/public.ts'
import { PlainForm } from '#ui/form/plain-form.tsx'
import type { AccountsApi } from '../contract.ts'
import { NoScriptNotice } from '../no-script-notice.tsx'
import { NewPassword } from './new-password.tsx'
import { Portal } from './portal.tsx'
import { SignedInNotice } from './signed-in-notice.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useNextPath } from './use-next.ts'

export const signUpPage: Page<AccountsApi, unknown> = {
  queryNames: ['next'],
  head: (_, { t }) => ({ title: t('signup.title'), hidden: true }),
  View: SignUpView,
}

/** The short sign-up form. */
export const registerPage: Page<AccountsApi, unknown> = {
  queryNames: ['next'],
  head: (_, { t }) => ({ title: t('register.title'), hidden: true }),
  View: RegisterView,
}

function SignUpView() {
  const { t } = useTranslator()
  return (
    <JoinPage heading={t('signup.heading')} text={t('signup.text')}>
      <SignUpForm />
    </JoinPage>
  )
}

/** The page frame of both sign-up forms. */
function JoinPage({
  heading,
  text,
  more,
  children,
}: {
  heading: string
  text: string
  more?: ReactNode
  children: ReactNode
}) {
  const nextPath = useNextPath()
  const { t } = useTranslator()
  return (
    <Portal heading={heading} text={text} hasBenefits>
      <SignedInNotice />
      {children}
      <NoScriptNotice />
      <p>
        {t('lvl_alreadyhaveaccount')} <Link to={href('login', null, { next: nextPath })}>{t('level_sign_in')}</Link>
      </p>
      <p>
        <Link to={href('privacy')}>{t('privacy.hint')}</Link>
      </p>
      {more}
    </Portal>
  )
}

function SignUpForm() {
  const { t } = useTranslator()
  const api = useApi<AccountsApi>()
  const goToSignIn = useGoToSignIn()
  const formState = useForm(
    async ({ text, sendOnce }) => {
      const member = {
        name: text('name'),
        email: text('email'),
        username: text('username'),
        password: text('password'),
        password_confirmation: text('password_confirmation'),
        inviteCode: text('inviteCode'),
      }
      await sendOnce(api.userRegister, member)
      goToSignIn()
    },
    { draftFields: signUpDraftFields },
  )
  const { error } = formState
  return (
    <PlainForm sending={formState} submitLabel={t('level_sign_up')}>
      <TextField label={t('lvl_sing_up_name')} name="name" autoComplete="name" error={error('name')} />
      <TextField label={t('lvl_sing_up_email')} name="email" type="email" autoComplete="email" error={error('email')} />
      <TextField
        label={t('lvl_sing_up_username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={error('username')}
      />
      <NewPassword
        first={{ name: 'password', label: t('lvl_sing_up_password') }}
        repetition={{ name: 'password_confirmation', label: t('lvl_sing_up_repassword') }}
        sending={formState}
      />
      <TextField
        label={t('lvl_ref_code_op')}
        name="inviteCode"
        autoComplete="off"
        autoCapitalize="characters"
        error={error('inviteCode')}
      />
    </PlainForm>
  )
}

function RegisterView() {
  const nextPath = useNextPath()
  const { t } = useTranslator()
  return (
    <JoinPage
      heading={t('register.heading')}
      text={t('register.text')}
      more={
        <p>
          {t('register.more')} <Link to={href('signUp', null, { next: nextPath })}>{t('level_sign_up')}</Link>
        </p>
      }
    >
      <RegisterForm />
    </JoinPage>
  )
}

function RegisterForm() {
  const { t } = useTranslator()
  const api = useApi<AccountsApi>()
  const goToSignIn = useGoToSignIn()
  const formState = useForm(
    async ({ text, sendOnce }) => {
      const member = { name: text('name'), email: text('email'), password: text('password') }
      await sendOnce(api.register, member)
      goToSignIn()
    },
    { draftFields: registerDraftFields },
  )
  const { error } = formState
  return (
    <PlainForm sending={formState} submitLabel={t('register.submit')}>
      <TextField label={t('lvl_sing_up_name')} name="name" autoComplete="name" error={error('name')} />
      <TextField label={t('lvl_sing_up_email')} name="email" type="email" autoComplete="email" error={error('email')} />
      <NewPassword first={{ name: 'password', label: t('lvl_sing_up_password') }} sending={formState} />
    </PlainForm>
  )
}

const signUpDraftFields = ['name', 'email', 'username', 'inviteCode']
const registerDraftFields = ['name', 'email']

function useGoToSignIn(): () => void {
  const nextPath = useNextPath()
  const { t, language } = useTranslator()
  const toast = useToast()
  return () => {
    toast(t('signup.done'))
    navigate(href('login', null, { next: nextPath }), language)
  }
}
