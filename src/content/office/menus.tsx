import { useLayoutEffect, useRef } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import field from '#ui/form/field.module.css'
import { Part } from '#ui/office/file.tsx'
import { Ordered } from '#ui/office/ordered.tsx'
import type { Edit } from '#ui/office/use-edit.ts'
import type { Translator } from '#locales/translator.ts'
import { MAX_LENGTH, MAX_LINKS } from '../menu-limits.ts'
import { MenuEntry, type Entry } from './menu-entry.tsx'
import styles from './menus.module.css'
import type { Values } from './section-form.tsx'
import type { MenuChoices } from './settings-contract.ts'

type MenuName = keyof MenuChoices['product']

export const menuLabels = ({ t }: Translator): Record<MenuName, string> => ({
  main_menu: t('settings.main_menu'),
  quick_links: t('settings.quick_links'),
})

/** The form for the menus of the website: their links, their order and their titles. */
export function Menus({ edit, choices }: { edit: Edit<Values>; choices: MenuChoices }) {
  const { t } = useWords()
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
  edit: Edit<Values>
  choices: MenuChoices
}) {
  const translator = useWords()
  const { t, language } = translator
  const label = menuLabels(translator)[name]
  const links = edit.row[name] as Entry[]
  const product = choices.product[name]
  const isProduct = JSON.stringify(links) === JSON.stringify(product)
  const part = useRef<HTMLDivElement>(null)
  const next = useRef<string | null>(null)
  useLayoutEffect(() => {
    if (next.current) part.current!.querySelector<HTMLElement>(next.current)?.focus()
    next.current = null
  }, [links])

  const put = (menu: Entry[]) => edit.set({ [name]: menu })
  function change(link: Entry, patch: Partial<Entry>) {
    const changed = { ...link, ...patch }
    keys.set(changed, keyOf(link))
    put(links.with(links.indexOf(link), changed))
  }
  function add() {
    next.current = 'li:last-child select'
    put([...links, { title_en: '', title_bn: '', to: '' }])
  }
  function remove(at: number) {
    next.current = '[data-add]'
    put(links.toSpliced(at, 1))
  }
  const nameOf = (link: Entry) =>
    (language === 'bn' && link.title_bn) ||
    link.title_en ||
    t('settings.menu_link', { number: links.indexOf(link) + 1 })
  const wrong = edit.error(name)
  return (
    <Part title={label}>
      <div ref={part} className={styles.menu}>
        <p className={field.hint}>
          {hint} {t('settings.menu_bounds', { links: MAX_LINKS, letters: MAX_LENGTH })}
        </p>
        {isProduct && <p className={field.hint}>{t('settings.menu_is_product')}</p>}
        {links.length > 0 && (
          <Ordered items={links} keyOf={keyOf} nameOf={nameOf} onOrder={put} label={label}>
            {(link, at) => (
              <MenuEntry
                link={link}
                place={`${name}-${at}`}
                name={t('settings.menu_link', { number: at + 1 })}
                called={nameOf(link)}
                choices={choices}
                error={(which) => edit.error(`${name}.${at}.${which}`)}
                onChange={(patch) => change(link, patch)}
                onRemove={() => remove(at)}
              />
            )}
          </Ordered>
        )}
        {wrong && (
          <p className={field.error} role="alert">
            {wrong}
          </p>
        )}
        <div className={styles.acts}>
          <Button
            look="secondary"
            data-add
            disabled={links.length >= MAX_LINKS}
            aria-label={t('edit.add_to', { label })}
            onClick={add}
          >
            {t('edit.add')}
          </Button>
          <Button
            look="quiet"
            disabled={isProduct}
            aria-label={t('settings.menu_product_of', { label })}
            onClick={() => put(product.map((link) => ({ ...link })))}
          >
            {t('settings.menu_product')}
          </Button>
        </div>
      </div>
    </Part>
  )
}

/** Keeps the key of an edited link, so that its row keeps the focus. */
const keys = new WeakMap<Entry, string>()
let made = 0
function keyOf(link: Entry): string {
  const key = keys.get(link) ?? `link-${made++}`
  keys.set(link, key)
  return key
}
