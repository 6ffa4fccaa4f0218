import { isDeepStrictEqual } from 'node:util'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { FieldMessages } from '#platform/errors.ts'
import type { ValidationResult } from '#platform/http/handlers.ts'
import { href, type Language, type PageName } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { PageMessageKey } from '#locales/translator.ts'
import { pickTranslation, type Company } from './company.ts'
import type { MenuLink } from './contract.ts'
import { isValidLink } from './link-path.ts'
import type { SectionForm } from './settings-shapes.ts'

type Menus = Required<Pick<Company, 'mainMenu' | 'quickLinks'>>
type Menu = Menus['mainMenu']
type MenusForm = SectionForm<'menus'>
type MenuFields = MenusForm['main_menu']

export function toMenuViews(company: Company, language: Language): Record<keyof Menus, MenuLink[]> {
  const toMenuView = (menu: Menu) => menu.map(({ to, title }) => ({ to, title: pickTranslation(title, language) }))
  const { mainMenu, quickLinks } = getEffectiveMenus(company)
  return { mainMenu: toMenuView(mainMenu), quickLinks: toMenuView(quickLinks) }
}

/** Returns the menus as form values, saved or default. */
export const toMenusForm = (company: Company): MenusForm => toForm(getEffectiveMenus(company))

/** Returns the default menus as form values. Their titles are messages, which the company can customize. */
export const getDefaultMenusForm = (): MenusForm => toForm(getDefaultMenus())

/** Converts the form for saving. A menu equal to the default is not saved, so that it follows the messages. */
export function parseMenusForm(form: MenusForm): Pick<Company, 'mainMenu' | 'quickLinks'> {
  const defaults = getDefaultMenusForm()
  const getChangedMenu = (name: keyof MenusForm): Menu | undefined =>
    isDeepStrictEqual(form[name], defaults[name])
      ? undefined
      : form[name].map(({ to, title_en, title_bn }) => ({
          to,
          title: title_bn === '' ? { en: title_en } : { en: title_en, bn: title_bn },
        }))
  return { mainMenu: getChangedMenu('main_menu'), quickLinks: getChangedMenu('quick_links') }
}

/** Runs the checks across fields: each target is valid and no link is repeated. */
export async function validateMenus(
  db: Database,
  { now }: RequestContext,
  form: Partial<MenusForm>,
): Promise<ValidationResult> {
  const fieldErrors: FieldMessages = {}
  for (const name of ['main_menu', 'quick_links'] as const)
    for (const [index, link] of (form[name] ?? []).entries()) {
      const earlierLinks = form[name]!.slice(0, index)
      for (const field of ['to', 'title_en', 'title_bn'] as const)
        if (
          link[field] &&
          earlierLinks.some((earlierLink) => getComparisonKey(earlierLink[field]) === getComparisonKey(link[field]))
        )
          fieldErrors[`${name}.${index}.${field}`] = [{ key: 'error.line_duplicate' }]
      if (!(await isValidLink(db, link.to, now))) fieldErrors[`${name}.${index}.to`] = [{ key: 'error.link_path' }]
    }
  return { fieldErrors }
}

/** Normalizes a value for comparison: a URL in its standard form, other text in lower case. */
const getComparisonKey = (text: string): string => URL.parse(text)?.href ?? text.toLowerCase()

const getEffectiveMenus = (company: Company): Menus => {
  const { mainMenu, quickLinks } = getDefaultMenus()
  return { mainMenu: company.mainMenu ?? mainMenu, quickLinks: company.quickLinks ?? quickLinks }
}

const getDefaultMenus = (): Menus => ({
  mainMenu: toMenu([
    ['home', 'shell.home'],
    ['about', 'shell.about'],
    ['ourServices', 'shell.services'],
    ['products', 'shell.products'],
    ['rooms', 'shell.rooms'],
    ['contact', 'shell.contact'],
  ]),
  quickLinks: toMenu([
    ['home', 'shell.home'],
    ['about', 'shell.about_us'],
    ['ourServices', 'shell.services'],
    ['contact', 'shell.contact'],
  ]),
})

const toMenu = (links: readonly (readonly [PageName, PageMessageKey])[]): Menu =>
  links.map(([page, messageKey]) => ({
    to: href(page),
    title: { en: translatorFor('en').t(messageKey), bn: translatorFor('bn').t(messageKey) },
  }))

const toForm = ({ mainMenu, quickLinks }: Menus): MenusForm => ({
  main_menu: mainMenu.map(toFields),
  quick_links: quickLinks.map(toFields),
})
const toFields = ({ to, title }: Menu[number]): MenuFields[number] => ({
  title_en: title.en,
  title_bn: title.bn ?? '',
  to,
})
