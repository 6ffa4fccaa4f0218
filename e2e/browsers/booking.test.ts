import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { withEachBrowser } from '#testing/browsers/test-browsers.ts'
import type { ElementQuery } from '#testing/browsers/find-elements.ts'
import type { Visitor } from '#testing/browsers/visitor.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { href, inLanguage, queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { rafiq } from '../booking-form.ts'

const { engine, language } = selectPairs(import.meta.url)[0]!
const { t, day, money } = translatorFor(language)
const roomName = { en: 'Deluxe Double', bn: 'ডিলাক্স ডাবল' }[language]

describe(`booking a stay, on ${engine.name}, in ${language}`, () => {
  const app = setUpTestApp(engine)

  const readLastBooking = () => app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

  withEachBrowser(
    'books a room from the search results as a guest and shows the confirmation (BOOK-1, BOOK-3, BOOK-4, BOOK-7)',
    () => app,
    async (visitor, number) => {
      const search = { check_in: app.day(20 + number), check_out: app.day(22 + number), adult: 2, child: 1 }
      const createBookingFieldQuery = (name: string): ElementQuery => ({
        role: 'field',
        name,
        within: { css: '#booking' },
      })
      await visitor.open(inLanguage('/rooms' + queryString(search), language))
      await visitor.click({ role: 'link', text: t('rooms.book_now'), within: { role: 'article', text: roomName } })
      await visitor.click({ role: 'tab', name: t('booking.tab_guest') })
      await visitor.fill(createBookingFieldQuery(t('booking.name')), rafiq.name)
      await visitor.fill(createBookingFieldQuery(t('booking.email')), `${number}.${rafiq.email}`)
      await visitor.click({ role: 'button', name: t('booking.submit') })
      await visitor.sees({ role: 'dialog', name: t('booking.invalid_title') })
      await visitor.press('Escape')
      await visitor.misses({ role: 'dialog' })
      await visitor.hasFocus(createBookingFieldQuery(t('booking.phone')))
      await visitor.fill(createBookingFieldQuery(t('booking.phone')), rafiq.phone)
      await visitor.choose(createBookingFieldQuery(t('booking.paymenttype')), t('booking.payment_2'))
      await visitor.fill(createBookingFieldQuery(`${t('booking.message')} ${t('field.optional')}`), 'দেরিতে পৌঁছাব')
      await visitor.click({ role: 'button', name: t('booking.submit') })
      await visitor.sees({ role: 'h1', name: t('booking.success_title') })

      const { code, email, name, adults, children, message, total_poisha } = await readLastBooking()
      assert.deepEqual(
        { email, name, adults, children, message },
        { email: `${number}.${rafiq.email}`, name: rafiq.name, adults: 2, children: 1, message: 'দেরিতে পৌঁছাব' },
      )
      for (const expected of [code, roomName, day(search.check_in), day(search.check_out), money(total_poisha / 100)]) {
        await visitor.sees({ text: expected, within: { role: 'main' } })
      }
    },
  )

  withEachBrowser(
    'signs a member in, shows the stay and cancels it (ACCT-5, ACCT-8, ACCT-9)',
    () => app,
    async (visitor, number) => {
      const token = await app.signIn('anna')
      const form = createStayForm(app, { slug: 'twin', checkin: app.day(40 + number), checkout: app.day(42 + number) })
      assert.equal((await app.call('requestBooking', form, { token })).status, 200)
      const { code } = await readLastBooking()
      const card: ElementQuery = { role: 'article', text: code }

      await visitor.open(inLanguage('/', language))
      await visitor.click({ role: 'link', name: t('shell.sign_in'), within: { role: 'banner' } })
      await visitor.arrivesAt(inLanguage('/login', language))
      await signIn(visitor)
      await visitor.sees({ role: 'h1', name: t('dashboard.welcome', { name: 'Anna Becker' }) })
      await visitor.sees({ text: day(form.checkin), within: card })
      await visitor.click({ role: 'link', within: card })
      await visitor.arrivesAt(inLanguage(href('booking', { id: code }), language))

      await visitor.click({ role: 'button', name: t('summary.cancel') })
      const question: ElementQuery = { role: 'dialog', name: t('summary.cancel_title') }
      await visitor.sees({ text: t('summary.cancel_free'), within: question })
      await visitor.click({ role: 'button', name: t('summary.cancel_keep'), within: question })
      await visitor.misses(question)
      await visitor.hasFocus({ role: 'button', name: t('summary.cancel') })
      await visitor.press('Enter')
      await visitor.click({ role: 'button', name: t('summary.cancel_submit'), within: question })
      await visitor.misses(question)
      await visitor.misses({ role: 'button', name: t('summary.cancel') })
      assert.equal((await readLastBooking()).status, 'cancelled')

      await visitor.click({ role: 'button', name: t('shell.sign_out') })
      await visitor.sees({ role: 'h1', name: t('login.heading') })
      assert.equal(await visitor.evaluate(() => sessionStorage.length, null), 0)
    },
  )
})

async function signIn(visitor: Visitor): Promise<void> {
  const createMainFieldQuery = (name: string): ElementQuery => ({ role: 'field', name, within: { role: 'main' } })
  await visitor.fill(createMainFieldQuery(t('lvl_sing_up_username')), 'anna')
  await visitor.fill(createMainFieldQuery(t('login.password')), passwordsByUsername.anna)
  await visitor.press('Enter')
}
