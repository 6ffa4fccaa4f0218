import { isDeepStrictEqual } from 'node:util'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { href, type Language, type PageName } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { PageMessageKey } from '#locales/translator.ts'
import { inTheirLanguage, type Company } from './company.ts'
import type { MenuLink } from './contract.ts'
import { leadsSomewhere } from './link-path.ts'
import type { SectionForm } from './settings-shapes.ts'

type Menus = Required<Pick<Company, 'mainMenu' | 'quickLinks'>>
type Menu = Menus['mainMenu']
type MenusForm = SectionForm<'menus'>
type TypedMenu = MenusForm['main_menu']

/** Returns the menus in the given language. */
export function shownMenus(company: Company, language: Language): Record<keyof Menus, MenuLink[]> {
  const shown = (menu: Menu) => menu.map(({ to, title }) => ({ to, title: inTheirLanguage(title, language) }))
  const { mainMenu, quickLinks } = menusOf(company)
  return { mainMenu: shown(mainMenu), quickLinks: shown(quickLinks) }
}

/** Returns the menus as form values, saved or default. */
export const typedMenus = (company: Company): MenusForm => inForm(menusOf(company))

/** Returns the default menus as form values. Their titles are messages, which the company can customize. */
export const productMenusTyped = (): MenusForm => inForm(productMenus())

/** Converts the form for saving. A menu equal to the default is not saved, so that it follows the messages. */
export function keptMenus(form: MenusForm): Pick<Company, 'mainMenu' | 'quickLinks'> {
  const product = productMenusTyped()
  const kept = (name: keyof MenusForm): Menu | undefined =>
    isDeepStrictEqual(form[name], product[name])
      ? undefined
      : form[name].map(({ to, title_en, title_bn }) => ({
          to,
          title: title_bn === '' ? { en: title_en } : { en: title_en, bn: title_bn },
        }))
  return { mainMenu: kept('main_menu'), quickLinks: kept('quick_links') }
}

/** Runs the checks across fields: each target is valid and no link is repeated. */
export async function validateMenus(
  db: Database,
  { now }: RequestContext,
  form: Partial<MenusForm>,
): Promise<ValidationResult> {
  const fieldErrors: FieldMessages = {}
  for (const name of ['main_menu', 'quick_links'] as const)
    for (const [at, link] of (form[name] ?? []).entries()) {
      const before = form[name]!.slice(0, at)
      for (const field of ['to', 'title_en', 'title_bn'] as const)
        if (link[field] && before.some((other) => asCompared(other[field]) === asCompared(link[field])))
          fieldErrors[`${name}.${at}.${field}`] = [{ key: 'error.line_twice' }]
      if (!(await leadsSomewhere(db, link.to, now))) fieldErrors[`${name}.${at}.to`] = [{ key: 'error.link_path' }]
    }
  return { fieldErrors }
}

/** Normalizes a value for comparison: equal URLs are equal in any spelling, and titles ignore case. */
const asCompared = (text: string): string => URL.parse(text)?.href ?? text.toLowerCase()

const menusOf = (company: Company): Menus => {
  const { mainMenu, quickLinks } = productMenus()
  return { mainMenu: company.mainMenu ?? mainMenu, quickLinks: company.quickLinks ?? quickLinks }
}

const productMenus = (): Menus => ({
  mainMenu: inWords([
    ['home', 'shell.home'],
    ['about', 'shell.about'],
    ['ourServices', 'shell.services'],
    ['products', 'shell.products'],
    ['rooms', 'shell.rooms'],
    ['contact', 'shell.contact'],
  ]),
  quickLinks: inWords([
    ['home', 'shell.home'],
    ['about', 'shell.about_us'],
    ['ourServices', 'shell.services'],
    ['contact', 'shell.contact'],
  ]),
})

const inWords = (links: readonly (readonly [PageName, PageMessageKey])[]): Menu =>
  links.map(([page, word]) => ({
    to: href(page),
    title: { en: translatorFor('en').t(word), bn: translatorFor('bn').t(word) },
  }))

const inForm = ({ mainMenu, quickLinks }: Menus): MenusForm => ({
  main_menu: mainMenu.map(inFields),
  quick_links: quickLinks.map(inFields),
})
const inFields = ({ to, title }: Menu[number]): TypedMenu[number] => ({
  title_en: title.en,
  title_bn: title.bn ?? '',
  to,
})
