import { greeting } from '#mail/greeting.ts'
import type { Email } from '#mail/email.ts'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { ServerTranslator } from '#locales/translator.ts'

/** Whose address nobody has confirmed may be a stranger to the account: such a letter has no word that somebody typed. */
export interface Addressee {
  name: string
  username: string
  isConfirmed: boolean
  language: Language
}

/** A link to something that stays somebody's own without an account. */
export interface StayLink {
  label: string
  url: string
}

/** `username`: one that was made of the address itself. */
export function welcomeEmail(
  language: Language,
  username: string | null,
  publicUrl: string,
  token: string,
  days: number,
): Email {
  const { t } = translatorFor(language)
  return {
    kind: 'account_opened',
    subject: t('mail.welcome_subject'),
    paragraphs: [
      greeting(language, null),
      t('mail.welcome_text'),
      t('mail.welcome_confirm', { days }),
      t('mail.welcome_ignore'),
    ],
    facts: username === null ? [] : [[t('login.username'), username]],
    links: [{ label: t('mail.confirm_link'), url: linkTo('confirmEmail', language, publicUrl, token) }],
    secret: true,
  }
}

export function resetEmail(addressee: Addressee, publicUrl: string, token: string, minutes: number): Email {
  const words = translatorFor(addressee.language)
  const { t } = words
  return {
    kind: 'account_reset',
    subject: t('mail.reset_subject'),
    paragraphs: [greetingOf(addressee), t('mail.reset_text', { minutes }), t('mail.reset_ignore')],
    facts: account(addressee, words),
    links: [{ label: t('mail.reset_subject'), url: linkTo('resetPassword', addressee.language, publicUrl, token) }],
    secret: true,
    pot: 'reset',
  }
}

export function passwordChangedEmail(addressee: Addressee, publicUrl: string, at: Date): Email {
  const words = translatorFor(addressee.language)
  const { t, moment } = words
  return {
    kind: 'account_password_changed',
    subject: t('mail.password_changed_subject'),
    paragraphs: [greetingOf(addressee), t('mail.password_changed_text', { at: moment(at) }), t('mail.not_you')],
    facts: account(addressee, words),
    links: [{ label: t('mail.reset_subject'), url: linkTo('forgotPassword', addressee.language, publicUrl) }],
    pot: 'account',
  }
}

/** To the new address. */
export function confirmAddressEmail(language: Language, publicUrl: string, token: string, hours: number): Email {
  const { t } = translatorFor(language)
  return {
    kind: 'account_new_address',
    subject: t('mail.confirm_subject'),
    paragraphs: [greeting(language, null), t('mail.confirm_text', { hours }), t('mail.confirm_ignore')],
    links: [{ label: t('mail.confirm_link'), url: linkTo('confirmEmail', language, publicUrl, token) }],
    secret: true,
  }
}

/** To the old one. */
export function emailChangeEmail(
  addressee: Addressee,
  publicUrl: string,
  email: string,
  token: string,
  days: number,
): Email {
  const words = translatorFor(addressee.language)
  const { t } = words
  return {
    kind: 'account_old_address',
    subject: t('mail.email_change_subject'),
    paragraphs: [greetingOf(addressee), t('mail.email_change_text'), t('mail.email_change_undo', { days })],
    facts: addressee.isConfirmed ? [...account(addressee, words), [t('mail.new_address'), email]] : [],
    links: [{ label: t('mail.undo_link'), url: linkTo('undoEmail', addressee.language, publicUrl, token) }],
    secret: true,
    pot: 'account',
  }
}

/** With the way to each stay that is not over: whoever reads it has nothing to sign in with any more. */
export function closedEmail(addressee: Addressee, stayLinks: readonly StayLink[]): Email {
  const words = translatorFor(addressee.language)
  const { t } = words
  return {
    kind: 'account_closed',
    subject: t('mail.closed_subject'),
    paragraphs: [
      greetingOf(addressee),
      t('mail.closed_text'),
      ...(stayLinks.length > 0 ? [t('mail.closed_stays')] : []),
    ],
    facts: account(addressee, words),
    links: stayLinks,
    secret: true,
    pot: 'account',
  }
}

/** That nobody comes in with it until further notice, or that one does again; with what the house says to that. */
export function suspendedEmail(addressee: Addressee, publicUrl: string, became: Suspending): Email {
  const words = translatorFor(addressee.language)
  const { t } = words
  const { suspended, sentence } = became
  return {
    kind: suspended ? 'account_suspended' : 'account_restored',
    subject: t(suspended ? 'mail.suspended_subject' : 'mail.restored_subject'),
    paragraphs: [
      greetingOf(addressee),
      t(suspended ? 'mail.suspended_text' : 'mail.restored_text'),
      ...(sentence ? [sentence] : []),
      ...(suspended ? [t('mail.suspended_stays')] : []),
    ],
    facts: account(addressee, words),
    links: suspended ? [] : [{ label: t('mail.sign_in_link'), url: linkTo('login', addressee.language, publicUrl) }],
    pot: 'account',
  }
}

/** What the company does with an account, and what it says to whoever has it. */
export interface Suspending {
  suspended: boolean
  sentence: string
}

const greetingOf = ({ name, isConfirmed, language }: Addressee): string => greeting(language, isConfirmed ? name : null)

const account = ({ username, isConfirmed }: Addressee, { t }: ServerTranslator): [string, string][] =>
  isConfirmed ? [[t('login.username'), username]] : []

/** The secret of a link stands behind a #, which browsers send to nobody: no log has it. */
const linkTo = (
  page: 'login' | 'forgotPassword' | 'resetPassword' | 'confirmEmail' | 'undoEmail',
  language: Language,
  publicUrl: string,
  token?: string,
) => publicUrl + inLanguage(href(page), language) + (token ? `#token=${token}` : '')
