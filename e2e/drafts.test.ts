import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitUntilHydrated, openPage, visit } from '#testing/browser.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { href, inLanguage, languages, queryString, type Language } from '#routes/public.ts'
import { writeCompany } from '#content/company.ts'
import { translatorFor } from '#locales/both.ts'
import { chooseMemberTab, pressBookNow, fillBookingForm, rafiq, readBookingFormValues } from './booking-form.ts'
import { addProducts } from './enquiry-form.ts'
import { signIn } from './sign-in.ts'
import { openSignedIn } from './open-signed-in.ts'
import { waitForValue, waitUntilStored } from './stored-draft.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const translator = translatorFor(language)
  const { t } = translator
  const otherLanguage = languages.find((candidate) => candidate !== language)!

  describe(`drafts of forms, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    before(async () => {
      await writeCompany(app.db, { takesOnlinePayments: true })
    })

    const localizePath = (path: string) => inLanguage(path, language)
    const readFields = (page: Page, ...names: string[]) =>
      page.evaluate(
        (fieldNames) =>
          fieldNames.map((name) => document.querySelector<HTMLInputElement>(`main [name="${name}"]`)!.value),
        names,
      )

    test('keep the dates, guests and texts of a booking through a language change, until it is sent (APP-6, BOOK-3)', () =>
      visit(app, async (page) => {
        const path = '/booking-details/deluxe'
        const values = { ...rafiq, checkin: app.day(40), checkout: app.day(43), message: 'Late, by train' }
        await openPage(page, localizePath(path))
        await fillBookingForm(page, translator, { ...values, adult: 2, paymenttype: 2 })
        await waitUntilStored(page, 'by train')
        await changeLanguage(page, language)
        const storedValues = { ...values, adult: '2', child: '0', paymenttype: '2' }
        await waitForValue(() => readBookingFormValues(page), storedValues)
        await page.locator('#booking [data-quote=free]').waitFor()
        await changeLanguage(page, otherLanguage)
        await waitForValue(() => readBookingFormValues(page), storedValues)
        await pressBookNow(page, translator)
        await page.waitForURL('**/booking-success')
        assert.equal(await page.evaluate(() => sessionStorage.getItem('drafts')), null)
        await openPage(page, localizePath(path))
        assert.equal((await readBookingFormValues(page))['message'], '')
      }))

    test('use the dates of a later search (SRCH-5)', () =>
      visit(app, async (page) => {
        const buildRoomPath = (from: number) =>
          localizePath('/booking-details/deluxe') +
          queryString({ check_in: app.day(from), check_out: app.day(from + 2), adult: 1, child: 0 })
        await openPage(page, buildRoomPath(50))
        await fillBookingForm(page, translator, { checkout: app.day(55), message: 'With samples' })
        await waitUntilStored(page, 'With samples')
        await openPage(page, buildRoomPath(60))
        await waitForValue(async () => {
          const { checkin, checkout, message } = await readBookingFormValues(page)
          return [checkin, checkout, message]
        }, [app.day(60), app.day(62), 'With samples'])
      }))

    for (const startPage of ['the sign-up', 'the sign-in'] as const)
      test(`are restored on the room page after an account was created from ${startPage} (BOOK-2, APP-5)`, () =>
        visit(app, async (page) => {
          const search = { check_in: app.day(20), check_out: app.day(22), adult: 2, child: 0 }
          const roomPath = localizePath('/booking-details/family') + queryString(search)
          const username = `mina.${startPage === 'the sign-up' ? 1 : 2}`
          await openPage(page, roomPath)
          await fillBookingForm(page, translator, {
            phone: '+880 1700 000009',
            message: 'Two cots',
            adult: 1,
            paymenttype: 1,
          })
          await waitUntilStored(page, 'Two cots')
          await chooseMemberTab(page, translator)
          await pressBookNow(page, translator)
          const question = page.getByRole('dialog', { name: t('booking.please_login') })
          await question.getByRole('link', { name: t('login.register') }).click()
          await page.getByRole('heading', { level: 1, name: t('signup.heading') }).waitFor()
          if (startPage === 'the sign-in') {
            await page
              .getByRole('main')
              .getByRole('link', { name: t('level_sign_in'), exact: true })
              .click()
            await page.getByRole('link', { name: t('login.register') }).click()
            await page.getByRole('heading', { level: 1, name: t('register.heading') }).waitFor()
          }
          const findField = (label: Parameters<typeof t>[0]) => page.getByLabel(t(label), { exact: true })
          await findField('lvl_sing_up_name').fill('Mina Rahman')
          await findField('lvl_sing_up_email').fill(`${username}@buyer.example`)
          await findField('lvl_sing_up_password').fill('spools-and-bobbins')
          if (startPage === 'the sign-up') {
            await findField('lvl_sing_up_username').fill(username)
            await findField('lvl_sing_up_repassword').fill('spools-and-bobbins')
            await page.getByRole('button', { name: t('level_sign_up') }).click()
          } else await page.getByRole('button', { name: t('register.submit') }).click()
          await page.getByRole('heading', { level: 1, name: t('login.heading') }).waitFor()
          await signIn(page, language, `${username}@buyer.example`, 'spools-and-bobbins')
          await page.waitForURL((url) => url.href.startsWith(app.url + roomPath))
          await page.getByText(t('booking.signed_in_as', { name: 'Mina Rahman' })).waitFor()
          await waitForValue(() => readBookingFormValues(page), {
            checkin: search.check_in,
            checkout: search.check_out,
            adult: '1',
            child: '0',
            name: 'Mina Rahman',
            email: `${username}@buyer.example`,
            phone: '+880 1700 000009',
            paymenttype: '1',
            message: 'Two cots',
          })
        }))

    test('keep the return path through a language change on the sign-in page (APP-5)', () =>
      visit(app, async (page) => {
        await openPage(page, localizePath(href('login', null, { next: '/booking-details/twin' })))
        await changeLanguage(page, language)
        await signIn(page, otherLanguage)
        await page.waitForURL(app.url + inLanguage('/booking-details/twin', otherLanguage))
      }))

    test('keep the texts of a message and of an enquiry, but no captcha answer (CONT-1, CONT-2, CONT-11)', () =>
      visit(app, async (page) => {
        const [name, email, message] = ['Lena Vogt', 'lena@buyer', 'Five thousand,\nin navy']
        await openPage(page, localizePath('/contact?subject=Zippers'))
        await page.getByLabel(t('contact.name')).fill(name)
        await page.getByLabel(t('contact.email')).fill(email)
        await page.getByLabel(t('contact.message')).fill(message)
        await page.locator('[name=captcha]').fill('7')
        await waitUntilStored(page, 'Five thousand')
        await changeLanguage(page, language)
        const names = ['name', 'email', 'subject', 'message', 'captcha']
        await waitForValue(() => readFields(page, ...names), [name, email, 'Zippers', message, ''])

        await addProducts(page, 'zipper')
        await openPage(page, localizePath('/enquiry'))
        await page.getByLabel(t('enquiry.company')).fill('Vogt Textil')
        await page.locator('[name=message]').fill('In March')
        await waitUntilStored(page, 'In March')
        await changeLanguage(page, language)
        await page.locator('[name=company]').waitFor()
        await waitForValue(() => readFields(page, 'company', 'message'), ['Vogt Textil', 'In March'])
      }))

    test('keep changes to a profile, but no password, and are deleted at sign-out (ACCT-11, APP-4)', () =>
      visit(app, async (page) => {
        await openSignedIn(page, app, localizePath(href('profile')))
        await page.locator('[name=company]').fill('Becker & Daughters')
        await page.locator('[name=username]').fill('anna.b')
        await page.locator('[name=old_password]').fill(passwordsByUsername.anna)
        await waitUntilStored(page, 'anna.b')
        await changeLanguage(page, language)
        await page.locator('[name=old_password]').waitFor()
        await waitForValue(
          () => readFields(page, 'company', 'username', 'old_password'),
          ['Becker & Daughters', 'anna.b', ''],
        )
        assert.ok(!(await page.evaluate(() => JSON.stringify(sessionStorage))).includes(passwordsByUsername.anna))
        await page
          .getByRole('banner')
          .getByRole('button', { name: translatorFor(otherLanguage).t('shell.sign_out') })
          .click()
        await page.waitForURL('**/login')
        assert.equal(await page.evaluate(() => sessionStorage.length), 0)
      }))
  })
}

/** Follows the link of the open page to the other language. */
async function changeLanguage(page: Page, from: Language): Promise<void> {
  const link = page.getByRole('banner').getByRole('link', { name: translatorFor(from).t('language.other') })
  await Promise.all([page.waitForEvent('load'), link.click()])
  await waitUntilHydrated(page)
}
