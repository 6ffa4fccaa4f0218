import { useWords } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { TextField } from '../form/field.tsx'
import { Moves } from './moves.tsx'
import styles from './pair-list.module.css'

interface Pair {
  en: string
  bn: string
}

/** An ordered list whose entries are edited in both languages, side by side. */
export function PairList({
  name,
  label,
  hint,
  pairs,
  errors,
  most,
  onChange,
}: {
  /** The name of the field that holds the entries. */
  name: string
  label: string
  hint?: string
  pairs: readonly Pair[]
  errors: (field: string) => string | undefined
  most: number
  onChange: (pairs: Pair[]) => void
}) {
  const { t, number } = useWords()
  const change = (at: number, patch: Partial<Pair>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...patch } : pair)))
  const whole = errors(name)
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      <ol role="list">
        {pairs.map(({ en, bn }, at) => {
          const entry = `${label} ${number(at + 1)}`
          return (
            // eslint-disable-next-line react/no-array-index-key -- what is typed in a row has no other name
            <li key={at}>
              {(['en', 'bn'] as const).map((language) => (
                <TextField
                  key={language}
                  label={
                    <span className={at > 0 ? styles.again : undefined}>
                      {t(language === 'en' ? 'edit.in_english' : 'edit.in_bangla', { label: entry })}
                    </span>
                  }
                  name={`${name}-${at}-${language}`}
                  lang={language}
                  value={language === 'en' ? en : bn}
                  error={errors(`${name}.${at}.${language}`)}
                  autoComplete="off"
                  onChange={({ currentTarget }) => change(at, { [language]: currentTarget.value })}
                />
              ))}
              <Moves list={pairs} at={at} name={en || entry} onMove={onChange} remove />
            </li>
          )
        })}
      </ol>
      {whole && <p className={styles.error}>{whole}</p>}
      <div>
        <Button
          look="secondary"
          disabled={pairs.length >= most}
          aria-label={t('edit.add_to', { label })}
          onClick={() => onChange([...pairs, { en: '', bn: '' }])}
        >
          {t('edit.add')}
        </Button>
      </div>
    </fieldset>
  )
}
