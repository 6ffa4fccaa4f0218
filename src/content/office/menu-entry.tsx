import { useState } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { RemoveButton } from '#ui/office/moves.tsx'
import { MAX_LENGTH } from '../menu-limits.ts'
import styles from './menus.module.css'
import type { MenuChoices } from './settings-contract.ts'

/** A menu link with its form values. */
export type Entry = MenuChoices['pages'][number]

const kinds = ['pages', 'products', 'rooms', 'posts'] as const
const OTHER = 'other'

/** The fields of a menu link: the target, chosen or typed, and its title in both languages. */
export function MenuEntry({
  link,
  place,
  name,
  called,
  choices,
  error,
  onChange,
  onRemove,
}: {
  link: Entry
  /** The prefix that makes the field names of this link unique. */
  place: string
  name: string
  /** The title of the link, or a fallback. */
  called: string
  choices: MenuChoices
  error: (field: keyof Entry) => string | undefined
  onChange: (patch: Partial<Entry>) => void
  onRemove: () => void
}) {
  const { t, language } = useWords()
  const [typed, setTyped] = useState<string | null>(null)
  const known = kinds.flatMap((kind) => choices[kind])
  const chosen = known.find(({ to }) => to === link.to)
  const isOther = link.to === typed || (link.to !== '' && !chosen)

  function type(to: string) {
    setTyped(to)
    onChange({ to })
  }
  function choose(value: string) {
    if (value === OTHER) return type(link.to || 'https://')
    setTyped(null)
    const choice = known.find(({ to }) => to === value)
    const isNamedByHand = link.title_en !== (chosen?.title_en ?? '') || link.title_bn !== (chosen?.title_bn ?? '')
    onChange({ to: value, ...(choice && !(isNamedByHand && link.title_en) && namesOf(choice)) })
  }
  return (
    <div role="group" aria-label={name} className={styles.entry}>
      <div className={styles.where}>
        <SelectField
          label={t('settings.menu_to')}
          name={`${place}-choice`}
          value={isOther ? OTHER : link.to}
          error={isOther ? undefined : error('to')}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="" disabled>
            {t('settings.menu_choose')}
          </option>
          {kinds.map(
            (kind) =>
              choices[kind].length > 0 && (
                <optgroup key={kind} label={t(`settings.menu_${kind}`)}>
                  {choices[kind].map(({ to, title_en, title_bn }) => (
                    <option key={to} value={to}>
                      {(language === 'bn' && title_bn) || title_en}
                    </option>
                  ))}
                </optgroup>
              ),
          )}
          <option value={OTHER}>{t('settings.menu_elsewhere')}</option>
        </SelectField>
        <RemoveButton name={called} className={styles.beside} onRemove={onRemove} />
      </div>
      {isOther && (
        <TextField
          className={styles.whole}
          label={t('settings.menu_address')}
          hint={t('slides.link_path_hint')}
          name={`${place}-to`}
          value={link.to}
          error={error('to')}
          inputMode="url"
          autoComplete="off"
          onChange={({ currentTarget }) => type(currentTarget.value)}
        />
      )}
      {(['en', 'bn'] as const).map((each) => (
        <TextField
          key={each}
          label={t(each === 'en' ? 'edit.in_english' : 'edit.in_bangla', { label: t('settings.menu_name') })}
          name={`${place}-${each}`}
          lang={each}
          value={link[`title_${each}`]}
          error={error(`title_${each}`)}
          autoComplete="off"
          onChange={({ currentTarget }) => onChange({ [`title_${each}`]: currentTarget.value })}
        />
      ))}
    </div>
  )
}

/** Proposes the page title as the title of the link if it fits into the menu. */
const namesOf = ({ title_en, title_bn }: Entry) => ({
  title_en: title_en.length > MAX_LENGTH ? '' : title_en,
  title_bn: title_bn.length > MAX_LENGTH ? '' : title_bn,
})
