import { useState, type FormEvent } from 'react'
import { useWords } from '../platform/page.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import styles from './account-form.module.css'
import { PASSWORD_MIN_LETTERS } from './password-rule.ts'

interface Labelled {
  name: string
  label: string
}

/** A new password, once or twice. What it must be is said while one types; whether it is that, by the server. */
export function NewPassword({
  first,
  again,
  error,
}: {
  first: Labelled
  again?: Labelled
  error: (name: string) => string | undefined
}) {
  const { t } = useWords()
  const [typed, setTyped] = useState({ first: '', again: '' })
  const keep = (part: keyof typeof typed) => ({ currentTarget }: FormEvent<HTMLInputElement>) =>
    setTyped({ ...typed, [part]: currentTarget.value })
  const isLongEnough = [...typed.first].length >= PASSWORD_MIN_LETTERS
  return (
    <>
      <PasswordField
        {...first}
        autoComplete="new-password"
        onInput={keep('first')}
        hint={
          !error(first.name) && (
            <Rule isMet={isLongEnough} text={t('signup.password_rule', { min: PASSWORD_MIN_LETTERS })} />
          )
        }
        error={error(first.name)}
      />
      {again && (
        <PasswordField
          {...again}
          autoComplete="new-password"
          onInput={keep('again')}
          hint={typed.again && <Rule isMet={typed.again === typed.first} text={t('signup.password_same')} />}
          error={error(again.name)}
        />
      )}
    </>
  )
}

/** A rule that shows, while one types, whether it is kept. */
function Rule({ isMet, text }: { isMet: boolean; text: string }) {
  const { t } = useWords()
  return (
    <span className={styles.rule} data-met={isMet}>
      {text}
      {isMet && <span className="visually-hidden"> ({t('signup.rule_met')})</span>}
    </span>
  )
}
