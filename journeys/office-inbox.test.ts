import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { axeFindings } from '../testing/axe.ts'
import { visit } from '../testing/browser.ts'
import { cast, openHouse, type TestHouse } from '../testing/house.ts'
import { fillInbox } from '../testing/inbox.ts'
import { pairsOf } from '../testing/pairs.ts'
import { inLanguage } from '../src/urls.ts'
import { officeEndpoints, officeHref } from '../src/urls-office.ts'
import { wordsIn } from '../src/words/both.ts'
import { comeIn } from './come-in.ts'
import { signIn } from './sign-in.ts'

const inboxes = ['enquiries', 'messages'] as const

for (const { engine, language } of pairsOf('office-inbox')) {
  const { t } = wordsIn(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`the inbox of the office, on ${engine.name}, in ${language}`, () => {
    let house: TestHouse
    let enquiry: string
    before(async () => {
      house = await openHouse(engine)
      enquiry = await fillInbox(house, language)
    })
    after(() => house.close())

    test('an enquiry and a message are marked as answered, and opened again (OFF-5)', () =>
      visit(
        house,
        async (page) => {
          const message = await house.db.selectFrom('contact_message').selectAll().executeTakeFirstOrThrow()
          const files = {
            enquiries: [officeHref('enquiry', enquiry), 'Nordwind Fashion', 'lena@buyer.example', enquiry],
            messages: [officeHref('message', message.id), 'Mina Rahman', 'mina@buyer.example', 'Hang tags'],
          } as const
          await comeIn(page, house, language, '/office', 'staff')
          for (const kind of inboxes) {
            const [path, title, email, reference] = files[kind]
            const tab = page.getByRole('navigation').getByRole('link', { name: t(`office.${kind}`) })
            await tab.click()
            await page.getByRole('main').getByRole('link', { name: title }).click()
            await page.waitForURL(`**${path}`)
            await page.getByRole('heading', { level: 1, name: title }).waitFor()
            assert.deepEqual(await axeFindings(page), [])
            const mail = await page.getByRole('link', { name: t('inbox.reply') }).getAttribute('href')
            assert.ok(mail!.startsWith(`mailto:${email}?subject=Re%3A%20`))
            assert.ok(decodeURIComponent(mail!).includes(reference))
            await page.getByRole('button', { name: t('inbox.mark'), exact: true }).click()
            await page.getByText(t('inbox.marked')).waitFor()
            await page.getByText('Tanvir Hasan').last().waitFor()
            await page.getByRole('button', { name: t('inbox.reopen') }).click()
            await page.getByText(t('inbox.reopened')).waitFor()
            await page.getByRole('button', { name: t('inbox.mark'), exact: true }).click()
            await page.getByText(t('inbox.marked')).waitFor()
            await tab.click()
            await page.getByText(t(`office.no_${kind}`)).waitFor()
          }
          const marked = await house.db.selectFrom('audit').select('action').orderBy('id').execute()
          const done = (kind: string) => ['answered', 'reopened', 'answered'].map((what) => `${kind} ${what}`)
          assert.deepEqual(
            marked.map(({ action }) => action).filter((action) => /^(enquiry|message) /.test(action)),
            [...done('enquiry'), ...done('message')],
          )
        },
        { locale },
      ))

    test('what cannot be had is said and asked for again, and what is seen stays (OFF-1)', () =>
      visit(
        house,
        async (page) => {
          const lists = `**${officeEndpoints.getWaitingRequests[1]}*`
          await page.route(lists, (route) => route.abort())
          await comeIn(page, house, language, '/office', 'staff')
          await page.getByRole('heading', { level: 1, name: t('office.failed') }).waitFor()
          assert.deepEqual(await axeFindings(page), [])
          await page.unroute(lists)
          await page.getByRole('button', { name: t('office.retry') }).click()
          await page.getByRole('heading', { level: 1, name: t('office.requests') }).waitFor()

          await page.route(lists, (route) => route.abort())
          await page.evaluate(() => dispatchEvent(new Event('online')))
          await page.getByRole('button', { name: t('office.retry') }).waitFor()
          await page.getByRole('heading', { level: 1, name: t('office.requests') }).waitFor()
          assert.deepEqual(await axeFindings(page), [])
          await page.unroute(lists)
          await page.evaluate(() => dispatchEvent(new Event('online')))
          await page.getByRole('button', { name: t('office.retry') }).waitFor({ state: 'detached' })
        },
        { locale, troubles: [`failed ${officeEndpoints.getWaitingRequests[1]}`] },
      ))

    test('a member is told that it is not for them, and what is not there that it is not (OFF-6)', () =>
      visit(
        house,
        async (page) => {
          await comeIn(page, house, language, officeHref('booking', 'ABCDEFGHJK'), 'anna')
          await page.getByRole('heading', { level: 1, name: t('office.not_for_you') }).waitFor()
          assert.deepEqual(await axeFindings(page), [])
          await page.getByRole('button', { name: t('office.other_account') }).click()
          await page.waitForURL(/\/login\?next=/)
          await signIn(page, language, 'owner', cast.owner)
          await page.getByRole('heading', { level: 1, name: t('office.not_found') }).waitFor()
          assert.deepEqual(await axeFindings(page), [])

          await page
            .getByRole('main')
            .getByRole('link', { name: t('office.requests') })
            .click()
          await page.getByRole('heading', { level: 1, name: t('office.requests') }).waitFor()
          await page.getByRole('button', { name: t('office.more_ways') }).click()
          assert.deepEqual(await axeFindings(page), [])
          await page.getByRole('button', { name: t('shell.sign_out') }).click()
          await page.waitForURL(house.url + inLanguage('/login', language))
          await signIn(page, language, 'owner', cast.owner)
          await page.waitForURL(house.url + inLanguage('/office', language))
          await page.getByRole('heading', { level: 1, name: t('office.requests') }).waitFor()
        },
        { locale, width: 320, troubles: [`404 ${officeEndpoints.getBookingFile[1]}`] },
      ))
  })
}
