import type { Page } from 'playwright-core'
import { openPage } from '#testing/browser.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

/** The link to the enquiry in the header. */
export const findEnquiryLink = (page: Page, language: Language, count: number) =>
  page.getByRole('banner').getByRole('link', { name: formatEnquiryLink(language, count), exact: true })

export const formatEnquiryLink = (language: Language, count: number) =>
  translatorFor(language).t('shell.enquiry', { number: count })

export const findLineField = (page: Page, language: Language, part: 'quantity' | 'notes', product: string) =>
  page.getByLabel(new RegExp(`^${translatorFor(language).t(`enquiry.${part}`)}: ${product}$`))

/** Matches the accessible name of a button: the action and the product. */
export const matchActionName = (action: string, product: string) => new RegExp(`^${action} ?: ${product}$`)

export const sendEnquiry = (page: Page, language: Language) =>
  page.getByRole('button', { name: translatorFor(language).t('enquiry.send') }).click()

export async function addProducts(page: Page, ...slugs: string[]): Promise<void> {
  await openPage(page, '/products')
  for (const slug of slugs) {
    const card = page.getByRole('article').filter({ has: page.locator(`a[href="/products/${slug}"]`) })
    await card.getByRole('button').click()
  }
}

export async function fillContact(page: Page): Promise<void> {
  await page.getByLabel('Company').fill('Vogt Textil')
  await page.getByLabel('Your name').fill('Lena Vogt')
  await page.getByLabel('Email').fill('lena@buyer.example')
}

export const findOptionCheckbox = (page: Page, group: string, product: string, name: string) =>
  page.getByRole('group', { name: matchActionName(group, product) }).getByRole('checkbox', { name, exact: true })
