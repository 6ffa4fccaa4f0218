import type { Letter } from '../messages/letter.ts'
import { href, inLanguage, type Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'

export interface Addressee {
  name: string
  username: string
  language: Language
}

/** A link to something that stays somebody's own without an account. */
export interface WayBack {
  label: string
  url: string
}

export function welcomeLetter({ name, username, language }: Addressee): Letter {
  const { t } = wordsIn(language)
  return {
    subject: t('mail.welcome_subject'),
    paragraphs: [t('mail.greeting', { name }), t('mail.welcome_text', { username })],
  }
}

export function resetLetter({ name, username, language }: Addressee, publicUrl: string, token: string, minutes: number): Letter {
  const { t } = wordsIn(language)
  return {
    subject: t('mail.reset_subject'),
    paragraphs: [t('mail.greeting', { name }), t('mail.reset_text', { username, minutes }), t('mail.reset_ignore')],
    links: [{ label: t('mail.reset_subject'), url: linkTo('resetPassword', language, publicUrl, token) }],
    secret: true,
    pot: 'reset',
  }
}

export function passwordChangedLetter({ name, username, language }: Addressee, publicUrl: string, at: Date): Letter {
  const { t, moment } = wordsIn(language)
  return {
    subject: t('mail.password_changed_subject'),
    paragraphs: [
      t('mail.greeting', { name }),
      t('mail.password_changed_text', { username, at: moment(at) }),
      t('mail.not_you'),
    ],
    links: [{ label: t('mail.reset_subject'), url: linkTo('forgotPassword', language, publicUrl) }],
    pot: 'account',
  }
}

/** To the new address. */
export function confirmLetter({ name, username, language }: Addressee, publicUrl: string, token: string, hours: number): Letter {
  const { t } = wordsIn(language)
  return {
    subject: t('mail.confirm_subject'),
    paragraphs: [t('mail.greeting', { name }), t('mail.confirm_text', { username, hours }), t('mail.confirm_ignore')],
    links: [{ label: t('mail.confirm_link'), url: linkTo('confirmEmail', language, publicUrl, token) }],
    secret: true,
  }
}

/** To the old one. */
export function emailChangeLetter({ name, username, language }: Addressee, publicUrl: string, email: string): Letter {
  const { t } = wordsIn(language)
  return {
    subject: t('mail.email_change_subject'),
    paragraphs: [t('mail.greeting', { name }), t('mail.email_change_text', { username, email }), t('mail.not_you')],
    links: [{ label: t('mail.reset_subject'), url: linkTo('forgotPassword', language, publicUrl) }],
    pot: 'account',
  }
}

/** With the way to each stay that is not over: whoever reads it has nothing to sign in with any more. */
export function closedLetter({ name, username, language }: Addressee, waysBack: readonly WayBack[]): Letter {
  const { t } = wordsIn(language)
  return {
    subject: t('mail.closed_subject'),
    paragraphs: [
      t('mail.greeting', { name }),
      t('mail.closed_text', { username }),
      ...(waysBack.length > 0 ? [t('mail.closed_stays')] : []),
    ],
    links: waysBack,
    secret: true,
    pot: 'account',
  }
}

/** The secret of a link stands behind a #, which browsers send to nobody: no log has it. */
const linkTo = (page: 'forgotPassword' | 'resetPassword' | 'confirmEmail', language: Language, publicUrl: string, token?: string) =>
  publicUrl + inLanguage(href(page), language) + (token ? `#token=${token}` : '')
