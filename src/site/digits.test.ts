import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { getPath, fetchText } from '#testing/sitemap-pages.ts'
import { findIsoDates, findForeignDigits } from '#testing/digits.ts'
import { enginesFor } from '#testing/engines.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { extractLink, readEmailsTo } from '#testing/emails.ts'
import { readEmail } from '#testing/mail.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { files, languages, readLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`digits and dates in the language of the page, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)

    for (const language of languages) {
      const { t, day, moment } = translatorFor(language)

      test(`are used on every page of the sitemap in ${language} (APP-11)`, async () => {
        const locations = [...(await fetchText(app, files.sitemap)).matchAll(/<loc>([^<]+)/g)]
        const paths = locations
          .map(([, place]) => getPath(place!))
          .filter((path) => readLanguage(path).language === language)
        assert.ok(paths.length > 50)
        for (const path of paths) {
          const texts = findVisibleTexts(await fetchText(app, path))
          assert.ok(texts.length > 20, path)
          assert.deepEqual(findForeignDigits(texts, language), [], path)
          assert.deepEqual(findIsoDates(texts), [], path)
        }
      })

      test(`are used in every email to a visitor of a page in ${language} (APP-11, BOOK-7, ACCT-4)`, async () => {
        const emailCountBefore = (await app.deliverEmails()).length
        const options = { language }
        const assertSuccess = async (responsePromise: Promise<{ status: number; body: unknown }>) => {
          const { status, body } = await responsePromise
          assert.equal(status, 200, JSON.stringify(body))
        }
        const daysAhead = language === 'bn' ? 40 : 50
        const stay = createStayForm(app, { checkin: app.day(daysAhead), checkout: app.day(daysAhead + 3) })
        const guestResponse = await app.call(
          'guestRegister',
          { ...guestForm, ...stay },
          { ...options, key: randomUUID() },
        )
        const token = guestResponse.body.access_token
        const bookedResponse = await app.call('requestGuestBooking', stay, { ...options, token, key: randomUUID() })
        assert.equal(bookedResponse.status, 200, JSON.stringify(bookedResponse.body))
        const email = (await readEmailsTo(app, stay.email)).at(-1)!
        for (const expectedText of [
          day(stay.checkin),
          `${day(stay.checkin, 'weekday')}, ${t('room.arrive_from', { time: '14:00' })}`,
          `${day(stay.checkout, 'weekday')}, ${t('room.leave_until', { time: '12:00' })}`,
        ])
          assert.ok(email.text.includes(expectedText), `${expectedText}\n${email.text}`)

        const member = {
          name: 'Lena Vogt',
          email: `lena-${language}@buyer.example`,
          password: passwordsByUsername.anna,
        }
        await assertSuccess(app.call('register', member, options))
        await assertSuccess(app.call('forgotPassword', { email: member.email }, { language }))
        const resetToken = extractLink((await readEmailsTo(app, member.email)).at(-1)).token
        const password = 'wool-and-linen-1995'
        await assertSuccess(
          app.call('resetPassword', { token: resetToken, password, password_confirmation: password }, options),
        )
        const passwordEmail = (await readEmailsTo(app, member.email)).at(-1)!
        assert.ok(passwordEmail.text.includes(moment(new Date(app.clock.now))), passwordEmail.text)
        const enquiry = { ...member, company: 'Vogt', phone: '', message: '', lines: [{ product: 'zipper' }] }
        await assertSuccess(app.call('sendEnquiry', enquiry, options))
        const signInResponse = await app.call('userLogin', { email: member.email, password }, options)
        await assertSuccess(
          app.call('closeAccount', { password }, { ...options, token: signInResponse.body.access_token }),
        )

        const emails = (await app.deliverEmails()).slice(emailCountBefore).map(readEmail)
        const guestEmails = emails.filter(({ header }) => !header('to').includes('selvage'))
        assert.ok(guestEmails.length >= 6, String(guestEmails.length))
        for (const { text, html, header } of guestEmails) {
          assert.ok(text.includes(t('mail.regards')), `${header('subject')} is in ${language}`)
          const texts = [header('subject'), ...text.split('\n')]
          assert.deepEqual(findForeignDigits(texts, language), [], header('subject'))
          assert.deepEqual(findIsoDates(texts), [])
          assert.match(html, new RegExp(`lang="${language}"`))
        }
      })
    }
  })
}

const guestForm = { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004', domain: '' }

/** Returns all texts of a page that people read or hear, without data for programs. */
function findVisibleTexts(html: string): string[] {
  const body = html.replace(/<head>[\s\S]*?<\/head>/, '').replace(/<script[\s\S]*?<\/script>/g, '')
  const attributeTexts = body.matchAll(/ (?:alt|title|aria-label|placeholder)="([^"]*)"/g)
  const title = /<title>([^<]*)/.exec(html)![1]!
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? ''
  const texts = [...body.matchAll(/>([^<]+)</g), ...attributeTexts].map(([, text]) => text!)
  return [title, description, ...texts].map((text) => text.replace(/&#x27;|&quot;|&amp;/g, "'").trim()).filter(Boolean)
}
