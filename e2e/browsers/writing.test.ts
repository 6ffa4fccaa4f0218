import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe } from 'node:test'
import { withEachBrowser } from '#testing/browsers/test-browsers.ts'
import type { ElementQuery } from '#testing/browsers/find-elements.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmail } from '#testing/mail.ts'
import { pdf } from '#testing/upload-files.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { toLatinDigits } from '#locales/digits.ts'
import { translatorFor } from '#locales/both.ts'
import { matchActionName, formatEnquiryLink } from '../enquiry-form.ts'

const { engine, language } = selectPairs(import.meta.url)[0]!
const { t, number: formatNumber } = translatorFor(language)
const { zipper, lace } = { en: { zipper: 'Zipper', lace: 'Lace' }, bn: { zipper: 'জিপার', lace: 'লেইস' } }[language]
const createFieldQuery = (name: string | RegExp): ElementQuery => ({ role: 'field', name, within: { role: 'main' } })
const createCaptchaQuery = (): ElementQuery => ({ css: '[name=captcha]' })

describe(`writing to the company, on ${engine.name}, in ${language}`, () => {
  let app: TestApp
  const folder = mkdtempSync(join(tmpdir(), 'selvage-drawing-'))
  const drawingFile = join(folder, 'Drawing.pdf')
  before(async () => {
    writeFileSync(drawingFile, pdf)
    app = await startTestApp(engine)
  })
  after(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })

  withEachBrowser(
    'sends a message after a correct captcha answer (CONT-1, CONT-2)',
    () => app,
    async (visitor, index) => {
      await visitor.open(inLanguage('/contact', language))
      await visitor.fill(createFieldQuery(t('contact.name')), 'Lena Vogt')
      await visitor.fill(createFieldQuery(t('contact.email')), 'lena@buyer.example')
      await visitor.fill(createFieldQuery(new RegExp(`^${t('contact.message')}`)), `জিপার, ${index}`)
      await visitor.fill(createCaptchaQuery(), '99')
      await visitor.click({ role: 'button', name: t('contact.send') })
      await visitor.sees({ text: t('error.captcha') })
      await visitor.waitUntil(
        'another sum',
        () => document.querySelector<HTMLInputElement>('[name=captcha]')!.value === '',
        null,
      )

      const label = await visitor.readText({ css: 'label', text: '+' })
      const sum = (label.match(/[০-৯\d]+/g) ?? []).reduce((total, summand) => total + Number(toLatinDigits(summand)), 0)
      await visitor.fill(createCaptchaQuery(), formatNumber(sum))
      await visitor.click({ role: 'button', name: t('contact.send') })
      const thanks: ElementQuery = { role: 'dialog', name: t('contact.thanks_title') }
      await visitor.sees({ text: t('contact.thanks_text'), within: thanks })
      await visitor.press('Escape')
      await visitor.misses(thanks)
      assert.equal(await visitor.readFieldValue(createFieldQuery(t('contact.name'))), '')
      assert.ok(readEmail((await app.deliverEmails()).at(-1)!).text.includes(`জিপার, ${index}`))
    },
  )

  withEachBrowser(
    'collects an enquiry from two products and sends it with a file (CONT-11)',
    () => app,
    async (visitor, index) => {
      await visitor.open(inLanguage('/products', language))
      for (const product of [zipper, lace]) {
        await visitor.click({ role: 'button', name: matchActionName(t('enquiry.add'), product) })
        await visitor.sees({ role: 'link', name: matchActionName(t('enquiry.in'), product) })
      }
      await visitor.click({ role: 'link', name: formatEnquiryLink(language, 2), within: { role: 'banner' } })
      await visitor.arrivesAt(inLanguage('/enquiry', language))
      await visitor.fill(createFieldQuery(matchActionName(t('enquiry.quantity'), zipper)), formatNumber(5_000))
      await visitor.fill(createFieldQuery(matchActionName(t('enquiry.notes'), lace)), 'সাদা')
      await visitor.attach({ css: '[type=file]' }, [drawingFile])
      await visitor.sees({ text: 'Drawing.pdf', within: { role: 'main' } })
      await visitor.fill(createFieldQuery(t('enquiry.company')), 'Vogt Textil')
      await visitor.fill(createFieldQuery(t('enquiry.name')), 'Lena Vogt')
      await visitor.fill(createFieldQuery(t('enquiry.email')), `lena.${index}@buyer.example`)
      await visitor.click({ role: 'button', name: t('enquiry.send') })
      await visitor.sees({ role: 'h1', name: t('booking.success_title') })

      const sentRow = await app.db.selectFrom('enquiry').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
      await visitor.sees({ text: sentRow.code, within: { role: 'main' } })
      assert.equal(sentRow.email, `lena.${index}@buyer.example`)
      const lines = await app.db
        .selectFrom('enquiry_line')
        .select(['amount', 'notes'])
        .where('enquiry_id', '=', sentRow.id)
        .orderBy('position')
        .execute()
      assert.deepEqual(lines, [
        { amount: 5_000, notes: '' },
        { amount: null, notes: 'সাদা' },
      ])
      const { name, bytes } = await app.db
        .selectFrom('attachment')
        .select(['name', 'bytes'])
        .where('enquiry_id', '=', sentRow.id)
        .executeTakeFirstOrThrow()
      assert.deepEqual({ name, bytes }, { name: 'Drawing.pdf', bytes: pdf.length })
    },
  )
})
