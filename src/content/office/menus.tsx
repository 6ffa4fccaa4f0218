import { useLayoutEffect, useRef } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import field from '#ui/form/field.module.css'
import { RecordSection } from '#ui/office/record-page.tsx'
import { SortableList } from '#ui/office/sortable-list.tsx'
import type { Edit } from '#ui/office/edit/use-edit.ts'
import type { Translator } from '#locales/translator.ts'
import { MAX_TITLE_LENGTH, MAX_LINKS } from '../menu-limits.ts'
import { MenuEntry, type MenuLinkFields } from './menu-entry.tsx'
import type { SectionValues } from './section-form.tsx'
import type { MenuChoices } from './settings-contract.ts'

type MenuName = keyof MenuChoices['product']

export const getMenuLabels = ({ t }: Translator): Record<MenuName, string> => ({
  main_menu: t('settings.main_menu'),
  quick_links: t('settings.quick_links'),
})

/** The form for the menus of the website: their links, their order and their titles. */
export function Menus({ edit, choices }: { edit: Edit<SectionValues>; choices: MenuChoices }) {
  const { t } = useTranslator()
  return (
    <>
      <Menu name="main_menu" hint={t('settings.main_menu_hint')} edit={edit} choices={choices} />
      <Menu name="quick_links" hint={t('settings.quick_links_hint')} edit={edit} choices={choices} />
    </>
  )
}

function Menu({
  name,
  hint,
  edit,
  choices,
}: {
  name: MenuName
  hint: string
  edit: Edit<SectionValues>
  choices: MenuChoices
}) {
  const translator = useTranslator()
  const { t, language } = translator
  const label = getMenuLabels(translator)[name]
  const links = edit.row[name] as MenuLinkFields[]
  const defaultLinks = choices.product[name]
  const isDefault = JSON.stringify(links) === JSON.stringify(defaultLinks)
  const container = useRef<HTMLDivElement>(null)
  const focusSelector = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (focusSelector.current) container.current!.querySelector<HTMLElement>(focusSelector.current)?.focus()
    focusSelector.current = null
  }, [links])

  const setLinks = (menu: MenuLinkFields[]) => edit.set({ [name]: menu })
  function updateLink(link: MenuLinkFields, patch: Partial<MenuLinkFields>) {
    const changedLink = { ...link, ...patch }
    linkKeys.set(changedLink, getLinkKey(link))
    setLinks(links.with(links.indexOf(link), changedLink))
  }
  function add() {
    focusSelector.current = 'li:last-child select'
    setLinks([...links, { title_en: '', title_bn: '', to: '' }])
  }
  function remove(index: number) {
    focusSelector.current = '[data-add]'
    setLinks(links.toSpliced(index, 1))
  }
  const getLinkName = (link: MenuLinkFields) =>
    (language === 'bn' && link.title_bn) ||
    link.title_en ||
    t('settings.menu_link', { number: links.indexOf(link) + 1 })
  const menuError = edit.error(name)
  return (
    <RecordSection title={label}>
      <div ref={container} className="stack-3">
        <p className={field.hint}>
          {hint} {t('settings.menu_limits', { links: MAX_LINKS, characters: MAX_TITLE_LENGTH })}
        </p>
        {isDefault && <p className={field.hint}>{t('settings.menu_is_standard')}</p>}
        {links.length > 0 && (
          <SortableList items={links} keyOf={getLinkKey} nameOf={getLinkName} onReorder={setLinks} label={label}>
            {(link, index) => (
              <MenuEntry
                link={link}
                fieldPrefix={`${name}-${index}`}
                name={t('settings.menu_link', { number: index + 1 })}
                linkTitle={getLinkName(link)}
                choices={choices}
                error={(which) => edit.error(`${name}.${index}.${which}`)}
                onChange={(patch) => updateLink(link, patch)}
                onRemove={() => remove(index)}
              />
            )}
          </SortableList>
        )}
        {menuError && (
          <p className={field.error} role="alert">
            {menuError}
          </p>
        )}
        <div className="row-2">
          <Button
            variant="secondary"
            data-add
            disabled={links.length >= MAX_LINKS}
            aria-label={t('edit.add_to', { label })}
            onClick={add}
          >
            {t('edit.add')}
          </Button>
          <Button
            variant="quiet"
            disabled={isDefault}
            aria-label={t('settings.menu_reset_of', { label })}
            onClick={() => setLinks(defaultLinks.map((link) => ({ ...link })))}
          >
            {t('settings.menu_reset')}
          </Button>
        </div>
      </div>
    </RecordSection>
  )
}

/**
 * The React keys of the links. An edited link gets the key of the link that it replaces, so that its row keeps the
 * focus.
 */
const linkKeys = new WeakMap<MenuLinkFields, string>()
let keyCount = 0
function getLinkKey(link: MenuLinkFields): string {
  const key = linkKeys.get(link) ?? `link-${keyCount++}`
  linkKeys.set(link, key)
  return key
}
