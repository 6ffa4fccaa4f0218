import { useState, type FormEvent } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { PasswordField } from '#ui/form/password-field.tsx'
import styles from './new-password.module.css'
import { isGuessable, isLongEnough, PASSWORD_MIN_LENGTH } from '../password-rule.ts'
import type { Form } from '#ui/form/use-form.ts'

interface LabelledField {
  name: string
  label: string
}
type RuleState = 'open' | 'kept' | 'broken'

/** One or two fields for a new password. The rules are shown while the user types; the server decides. */
export function NewPassword({
  first,
  repetition,
  sending: { error, errors },
}: {
  first: LabelledField
  repetition?: LabelledField
  sending: Pick<Form, 'error' | 'errors'>
}) {
  const { t } = useTranslator()
  const [typedPasswords, setTypedPasswords] = useState({ first: '', repetition: '', isGuessable: false, since: errors })
  const trackInput =
    (part: 'first' | 'repetition') =>
    ({ currentTarget: { value, form } }: FormEvent<HTMLInputElement>) => {
      const newPasswords = { ...typedPasswords, [part]: value }
      setTypedPasswords({
        ...newPasswords,
        isGuessable: isGuessable(newPasswords.first, readPerson(form!)),
        ...(part === 'first' && { since: errors }),
      })
    }
  const hasMinimumLength = isLongEnough(typedPasswords.first)
  // A rejected password stays marked until the user edits it.
  const isRejected = errors !== typedPasswords.since && error(first.name) !== undefined
  const isCommon = isRejected
    ? errors[first.name]!.includes(t('error.password_common'))
    : hasMinimumLength && typedPasswords.isGuessable
  return (
    <>
      <PasswordField
        {...first}
        autoComplete="new-password"
        onInput={trackInput('first')}
        hint={
          <>
            <Rule
              state={hasMinimumLength ? 'kept' : isRejected ? 'broken' : 'open'}
              text={t('signup.password_rule', { min: PASSWORD_MIN_LENGTH })}
            />
            <Rule state={isCommon ? 'broken' : 'open'} text={t('signup.password_uncommon')} />
          </>
        }
        error={error(first.name)}
      />
      {repetition && (
        <PasswordField
          {...repetition}
          autoComplete="new-password"
          onInput={trackInput('repetition')}
          hint={
            typedPasswords.repetition && (
              <Rule
                state={typedPasswords.repetition === typedPasswords.first ? 'kept' : 'open'}
                text={t('signup.password_same')}
              />
            )
          }
          error={error(repetition.name)}
        />
      )}
    </>
  )
}

/** Reads the name, email address and username from the form. Missing fields are empty. */
const readPerson = (form: HTMLFormElement) =>
  Object.fromEntries(
    ['name', 'email', 'username'].map((name) => [name, String(new FormData(form).get(name) ?? '').trim()]),
  )

/** A password rule, and whether the typed password meets it as far as the page can tell. */
function Rule({ state, text }: { state: RuleState; text: string }) {
  const { t } = useTranslator()
  return (
    <span className={styles.rule} data-state={state}>
      {text}
      {state !== 'open' && (
        <span className="visually-hidden"> ({t(state === 'kept' ? 'signup.rule_met' : 'signup.rule_broken')})</span>
      )}
    </span>
  )
}
