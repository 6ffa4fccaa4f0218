import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { TextField } from '../form/field.tsx'
import { MoveButtons } from './move-buttons.tsx'
import styles from './bilingual-list.module.css'

interface TextPair {
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
  maxPairs,
  onChange,
}: {
  /** The name of the field that holds the entries. */
  name: string
  label: string
  hint?: string | undefined
  pairs: readonly TextPair[]
  errors: (field: string) => string | undefined
  maxPairs: number
  onChange: (pairs: TextPair[]) => void
}) {
  const { t, number } = useTranslator()
  const changeEntry = (position: number, patch: Partial<TextPair>) =>
    onChange(pairs.map((pair, index) => (index === position ? { ...pair, ...patch } : pair)))
  const listError = errors(name)
  return (
    <fieldset className={styles.list}>
      <legend>{label}</legend>
      {hint && <p className="small">{hint}</p>}
      <ol className="stack-2" role="list">
        {pairs.map(({ en, bn }, position) => {
          const entryLabel = `${label} ${number(position + 1)}`
          return (
            <li className="stack-2" key={position}>
              {(['en', 'bn'] as const).map((language) => (
                <TextField
                  key={language}
                  label={
                    <span className={position > 0 ? styles.again : undefined}>
                      {t(language === 'en' ? 'edit.in_english' : 'edit.in_bangla', { label: entryLabel })}
                    </span>
                  }
                  name={`${name}-${position}-${language}`}
                  lang={language}
                  value={language === 'en' ? en : bn}
                  error={errors(`${name}.${position}.${language}`)}
                  autoComplete="off"
                  onChange={({ currentTarget }) => changeEntry(position, { [language]: currentTarget.value })}
                />
              ))}
              <MoveButtons list={pairs} at={position} name={en || entryLabel} onMove={onChange} isRemovable />
            </li>
          )
        })}
      </ol>
      {listError && <p className={styles.error}>{listError}</p>}
      <div>
        <Button
          variant="secondary"
          disabled={pairs.length >= maxPairs}
          aria-label={t('edit.add_to', { label })}
          onClick={() => onChange([...pairs, { en: '', bn: '' }])}
        >
          {t('edit.add')}
        </Button>
      </div>
    </fieldset>
  )
}
