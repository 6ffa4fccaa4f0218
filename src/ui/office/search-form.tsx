import type { FormEvent } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { TextField } from '../form/field.tsx'
import { OfficeIcon } from './icons.tsx'
import styles from './search-form.module.css'

/** The search of a list. It runs when the user submits the form. */
export function SearchForm({
  label,
  hint,
  value,
  onSearch,
}: {
  label: string
  /** An example of a search. */
  hint?: string
  /** The current search. */
  value: string
  onSearch: (text: string) => void
}) {
  const { t } = useTranslator()
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSearch(new FormData(event.currentTarget).get('search')!.toString().trim())
  }
  return (
    <form role="search" className={styles.search} onSubmit={onSubmit}>
      <TextField
        key={value}
        label={label}
        name="search"
        type="search"
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        placeholder={hint}
        defaultValue={value}
      />
      <Button type="submit" variant="secondary">
        <OfficeIcon name="search" />
        <span>{t('office.search')}</span>
      </Button>
    </form>
  )
}
