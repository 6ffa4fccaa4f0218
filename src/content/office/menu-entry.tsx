import { useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { SelectField, TextField } from '#ui/form/field.tsx'
import { RemoveButton } from '#ui/office/move-buttons.tsx'
import { MAX_TITLE_LENGTH } from '../menu-limits.ts'
import styles from './menus.module.css'
import type { MenuChoices } from './settings-contract.ts'

/** The form values of a menu link. */
export type MenuLinkFields = MenuChoices['pages'][number]

const linkKinds = ['pages', 'products', 'rooms', 'posts'] as const
const OTHER_LINK = 'other'

/** The fields of a menu link: the target, chosen or typed, and its title in both languages. */
export function MenuEntry({
  link,
  fieldPrefix,
  name,
  linkTitle,
  choices,
  error,
  onChange,
  onRemove,
}: {
  link: MenuLinkFields
  /** The prefix that makes the field names of this link unique. */
  fieldPrefix: string
  name: string
  /** The title of the link, or a fallback. */
  linkTitle: string
  choices: MenuChoices
  error: (field: keyof MenuLinkFields) => string | undefined
  onChange: (patch: Partial<MenuLinkFields>) => void
  onRemove: () => void
}) {
  const { t, language } = useTranslator()
  const [typedText, setTypedText] = useState<string | null>(null)
  const allChoices = linkKinds.flatMap((kind) => choices[kind])
  const selectedChoice = allChoices.find(({ to }) => to === link.to)
  const isOther = link.to === typedText || (link.to !== '' && !selectedChoice)

  function setTypedTarget(to: string) {
    setTypedText(to)
    onChange({ to })
  }
  function selectTarget(value: string) {
    if (value === OTHER_LINK) return setTypedTarget(link.to || 'https://')
    setTypedText(null)
    const choice = allChoices.find(({ to }) => to === value)
    const hasCustomTitle =
      link.title_en !== (selectedChoice?.title_en ?? '') || link.title_bn !== (selectedChoice?.title_bn ?? '')
    onChange({ to: value, ...(choice && !(hasCustomTitle && link.title_en) && getTitles(choice)) })
  }
  return (
    <div role="group" aria-label={name} className={styles.entry}>
      <div className={styles.where}>
        <SelectField
          label={t('settings.menu_to')}
          name={`${fieldPrefix}-choice`}
          value={isOther ? OTHER_LINK : link.to}
          error={isOther ? undefined : error('to')}
          onChange={({ currentTarget }) => selectTarget(currentTarget.value)}
        >
          <option value="" disabled>
            {t('settings.menu_choose')}
          </option>
          {linkKinds.map(
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
          <option value={OTHER_LINK}>{t('settings.menu_elsewhere')}</option>
        </SelectField>
        <RemoveButton name={linkTitle} className={styles.beside} onRemove={onRemove} />
      </div>
      {isOther && (
        <TextField
          className={styles.whole}
          label={t('settings.menu_address')}
          hint={t('slides.link_path_hint')}
          name={`${fieldPrefix}-to`}
          value={link.to}
          error={error('to')}
          inputMode="url"
          autoComplete="off"
          onChange={({ currentTarget }) => setTypedTarget(currentTarget.value)}
        />
      )}
      {(['en', 'bn'] as const).map((titleLanguage) => (
        <TextField
          key={titleLanguage}
          label={t(titleLanguage === 'en' ? 'edit.in_english' : 'edit.in_bangla', { label: t('settings.menu_name') })}
          name={`${fieldPrefix}-${titleLanguage}`}
          lang={titleLanguage}
          value={link[`title_${titleLanguage}`]}
          error={error(`title_${titleLanguage}`)}
          autoComplete="off"
          onChange={({ currentTarget }) => onChange({ [`title_${titleLanguage}`]: currentTarget.value })}
        />
      ))}
    </div>
  )
}

/** Proposes the page title as the title of the link if it fits into the menu. */
const getTitles = ({ title_en, title_bn }: MenuLinkFields) => ({
  title_en: title_en.length > MAX_TITLE_LENGTH ? '' : title_en,
  title_bn: title_bn.length > MAX_TITLE_LENGTH ? '' : title_bn,
})
