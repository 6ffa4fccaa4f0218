import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { before, describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { getDocumentProxy } from 'unpdf'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitForFocus, visit, waitUntilAbsent } from '#testing/browser.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { moveFeeTimes } from '#testing/policies.ts'
import { createPngOfSize } from '#testing/upload-files.ts'
import { endpoints, href, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { signIn } from './sign-in.ts'
import { openSignedIn } from './open-signed-in.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t, count, money, number, day } = translatorFor(language)

  describe(`a member's stays, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let bookingCode: string
    before(async () => {
      const confirmedBookings = app.db.selectFrom('booking').selectAll().where('status', '=', 'confirmed')
      bookingCode = (await confirmedBookings.executeTakeFirstOrThrow()).code
    })

    const buildStayPath = () => inLanguage(href('booking', { id: bookingCode }), language)
    const readDetails = async () =>
      (await app.call('getBookingDetails', { id: bookingCode }, { token: await app.signIn('anna'), language })).body
    async function downloadCopy(page: Page, label: Parameters<typeof t>[0]): Promise<{ name: string; bytes: Buffer }> {
      const downloadPromise = page.waitForEvent('download')
      await page.getByRole('button', { name: t(label) }).click()
      const download = await downloadPromise
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
    }

    test('lists stays on the dashboard by time and links to each (ACCT-8, API-17)', () =>
      visit(app, async (page) => {
        await openSignedIn(page, app, inLanguage('/dashboard', language))
        for (const heading of ['dashboard.upcoming', 'dashboard.past'] as const)
          await page.getByRole('heading', { level: 2, name: t(heading) }).waitFor()
        await waitUntilAbsent(page.getByRole('heading', { level: 2, name: t('dashboard.cancelled') }))
        const { roomParticular: stay } = await readDetails()
        const card = page.getByRole('article').first()
        for (const text of [stay.room_name, day(stay.checkin), day(stay.checkout), money(stay.total)])
          await card.getByText(text, { exact: true }).waitFor()
        await card.getByRole('link').click()
        await page.waitForURL(app.url + buildStayPath())
        await page.getByRole('heading', { level: 1, name: stay.room_name }).waitFor()
      }))

    test("lists the member's enquiries beside the stays, with their files (ACCT-8, CONT-11)", () =>
      visit(app, async (page) => {
        const line = { product: 'zipper', amount: 5_000, unit: 'metre', sizes: ['#5'] }
        const enquiryForm = { company: 'Becker', name: 'Anna', email: 'anna@buyer.example', lines: [line] }
        const files = [{ name: 'swatch.png', bytes: createPngOfSize() }]
        await app.call('sendEnquiry', enquiryForm, { token: await app.signIn('anna'), files })
        await openSignedIn(page, app, inLanguage('/dashboard', language))
        await page.getByRole('heading', { level: 2, name: t('enquiry.own_title') }).waitFor()
        const productName = { en: 'Zipper', bn: 'জিপার' }[language]
        const enquiry = page
          .getByRole('article')
          .filter({ has: page.getByRole('heading', { level: 3, name: productName }) })
        for (const expectedText of [
          count('unit.metre', 5_000),
          t('enquiry.state_received'),
          { en: '#5', bn: '#৫' }[language],
        ])
          await enquiry.getByText(expectedText).first().waitFor()
        assert.deepEqual(await findAccessibilityViolations(page), [])
        const downloadPromise = page.waitForEvent('download')
        await enquiry.getByRole('button', { name: 'swatch.png' }).click()
        assert.deepEqual(await readFile(await (await downloadPromise).path()), createPngOfSize())
        await enquiry.getByRole('button', { name: t('enquiry.view') }).click()
        await page.waitForURL('**/enquiry-status?enquiry=*')
        await page.getByRole('heading', { level: 2, name: productName }).waitFor()
        await page.getByRole('main').getByText(t('enquiry.state_received'), { exact: true }).waitFor()
      }))

    test('shows all details of a stay and saves them as PDF, image, text and calendar (ACCT-9, ACCT-10, API-18)', () =>
      visit(app, async (page) => {
        await openSignedIn(page, app, buildStayPath())
        const { roomParticular: stay, setting } = await readDetails()
        await page.getByRole('heading', { level: 1, name: stay.room_name }).waitFor()
        const breadcrumbLink = page
          .getByRole('navigation', { name: t('trail.label') })
          .getByRole('link', { name: t('dashboard.title') })
        assert.equal(await breadcrumbLink.getAttribute('href'), inLanguage('/dashboard', language))
        const pictures = page.getByRole('region', { name: t('gallery.label', { name: stay.room_name }) }).locator('img')
        assert.equal(await pictures.first().evaluate((image) => image.getBoundingClientRect().height), 400)

        const paper = page.getByRole('article', { name: t('summary.title') })
        const pageText = (await paper.innerText()).replace(/\s+/g, ' ')
        const lines = [
          setting.name,
          setting.address,
          setting.email,
          setting.whatsApp,
          `${t('summary.made')}: `,
          `${t('summary.room')} ${stay.room_name}`,
          `${t('summary.bed')} ${stay.bed_name}`,
          `${t('summary.check_in')} ${day(stay.checkin, 'weekday')}`,
          `${t('summary.check_out')} ${day(stay.checkout, 'weekday')}`,
          `${t('summary.days')} ${number(4)}`,
          `${money(stay.roomPrice)} ${t('rooms.per_night')}`,
          `${t('summary.total')} ${money(stay.total)}`,
          t('summary.description'),
          stay.roomDescription,
        ]
        for (const line of lines) assert.ok(pageText.includes(line.replace(/\s+/g, ' ')), line)

        const screenPicture = await takeScreenshot(paper)
        const pdf = await downloadCopy(page, 'summary.pdf')
        assert.equal(pdf.name, 'booking-summary.pdf')
        const { sizes, picture } = await readPdf(pdf.bytes)
        assert.deepEqual(sizes, [[595, 842]])
        await assertShowsPaper(picture)
        await assertLooksLike(picture, screenPicture)

        assert.equal(
          await page.getByRole('button', { name: t('summary.image') }).count(),
          0,
          'only one PDF button is visible',
        )
        await page.getByText(t('summary.other_copies')).click()
        const image = await downloadCopy(page, 'summary.image')
        assert.equal(image.name, 'booking-summary.png')
        assert.equal((await sharp(image.bytes).metadata()).format, 'png')
        const innerPicture = await removeMargin(image.bytes)
        await assertShowsPaper(innerPicture)
        await assertLooksLike(innerPicture, screenPicture)

        const textPdf = await downloadCopy(page, 'summary.text_pdf')
        assert.equal(textPdf.bytes.subarray(0, 5).toString(), '%PDF-')
        assert.equal((await getDocumentProxy(new Uint8Array(textPdf.bytes))).numPages, 1)
        const calendar = await downloadCopy(page, 'summary.calendar')
        assert.match(calendar.bytes.toString(), new RegExp(`UID:${bookingCode}@`))
      }))

    test('are shown again after the user signs in again because the session has ended (ACCT-9, APP-5)', () =>
      visit(
        app,
        async (page) => {
          await openSignedIn(page, app, buildStayPath())
          await page.getByText(t('summary.other_copies')).click()
          await app.db.deleteFrom('session').execute()
          await page.getByRole('button', { name: t('summary.text_pdf') }).click()
          await page.waitForURL('**/login?next=*&ended=1')
          await signIn(page, language)
          await page.waitForURL(app.url + buildStayPath())
          await page.getByText(t('summary.other_copies')).click()
          assert.equal((await downloadCopy(page, 'summary.text_pdf')).bytes.subarray(0, 5).toString(), '%PDF-')
        },
        { expectedErrors: [`401 ${endpoints.getBookingSummary[1]}`] },
      ))

    test('opens the cancellation dialog again if the button is pressed right after it was closed (ACCT-8)', () =>
      visit(app, async (page) => {
        await openSignedIn(page, app, buildStayPath())
        const cancelButton = page.getByRole('button', { name: t('summary.cancel') })
        await cancelButton.click()
        const dialog = page.getByRole('dialog', { name: t('summary.cancel_title') })
        const keepButton = await dialog.getByRole('button', { name: t('summary.cancel_keep') }).elementHandle()
        const wasClosed = await cancelButton.evaluate(async (button: HTMLElement, close) => {
          ;(close as HTMLElement).click()
          // React closes the dialog in a microtask. The close event comes later, as a task.
          for (let microtask = 0; microtask < 100; microtask++) await Promise.resolve()
          const isClosed = document.querySelector('dialog[open]') === null
          button.click()
          return isClosed
        }, keepButton)
        assert.ok(wasClosed, 'the dialog was closed before the second press')
        await dialog.waitFor()
        await dialog.getByText(t('summary.cancel_free')).waitFor()
      }))

    test('shows the fee before it cancels a stay (ACCT-8, ACCT-9)', () =>
      visit(
        app,
        async (page) => {
          await openSignedIn(page, app, buildStayPath())
          const cancelButton = page.getByRole('button', { name: t('summary.cancel') })
          await cancelButton.click()
          const dialog = page.getByRole('dialog', { name: t('summary.cancel_title') })
          await dialog.getByText(t('summary.cancel_free')).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await dialog.getByRole('button', { name: t('summary.cancel_keep') }).click()
          await dialog.waitFor({ state: 'hidden' })
          assert.ok(await waitForFocus(cancelButton))

          // Meanwhile the period of free cancellation has ended. The stay must not be cancelled before the page has
          // shown the fee.
          await moveFeeTimes(app.db, bookingCode)
          const { fee } = (await readDetails()).cancelling
          await cancelButton.click()
          await dialog.getByRole('button', { name: t('summary.cancel_submit') }).click()
          await dialog.getByText(t('summary.cancel_costs', { fee: money(fee) })).waitFor()
          assert.equal((await readDetails()).roomParticular.status, 'confirmed')
          await dialog.getByRole('button', { name: t('summary.cancel_submit') }).click()
          await dialog.waitFor({ state: 'hidden' })
          await page.getByText(t('summary.cancelled_cost', { fee: money(fee) })).waitFor()
          assert.ok(await waitForFocus(page.locator('main p[tabindex]')))
          await waitUntilAbsent(cancelButton)
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page
            .getByRole('navigation', { name: t('trail.label') })
            .getByRole('link', { name: t('dashboard.title') })
            .click()
          await page.getByRole('heading', { level: 2, name: t('dashboard.cancelled') }).waitFor()
        },
        { expectedErrors: [`409 ${endpoints.cancelBooking[1]}`] },
      ))

    test("shows the not-found page for another member's stay (ACCT-9, APP-5)", () =>
      visit(
        app,
        async (page) => {
          await openSignedIn(page, app, buildStayPath(), 'staff', passwordsByUsername.staff)
          await page.getByRole('heading', { level: 1, name: t('notfound.title') }).waitFor()
        },
        { expectedErrors: [`404 ${endpoints.getBookingDetails[1]}`] },
      ))
  })
}

/** Returns the page sizes of a PDF in points, and the image of the first page. */
async function readPdf(bytes: Buffer): Promise<{ sizes: number[][]; picture: Buffer }> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, index) => pdf.getPage(index + 1)))
  const jpeg = bytes.subarray(
    bytes.indexOf(Buffer.from([0xff, 0xd8, 0xff])),
    bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) + 2,
  )
  return { sizes: pages.map(({ view }) => view.slice(2).map(Math.round)), picture: jpeg }
}

/** A screenshot of the booking summary, laid out in the width of the saved copy. */
async function takeScreenshot(paper: Locator): Promise<Buffer> {
  const setWidth = (width: string) =>
    paper.evaluate((element, cssWidth) => {
      element.toggleAttribute('data-drawn', cssWidth !== '')
      element.style.width = cssWidth
    }, width)
  await setWidth('698px')
  const screenshot = await paper.screenshot()
  await setWidth('')
  return screenshot
}

/** Asserts that a saved copy looks like the screenshot. */
async function assertLooksLike(picture: Buffer, screenshot: Buffer): Promise<void> {
  const [pictureValues, screenshotValues] = await Promise.all(
    [picture, screenshot].map((bitmap) =>
      sharp(bitmap).removeAlpha().greyscale().resize(349, 600, { fit: 'fill' }).raw().toBuffer(),
    ),
  )
  const differences = Array.from(pictureValues!, (value, offset) => Math.abs(value - screenshotValues![offset]!))
  const calculateAverage = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  assert.ok(calculateAverage(differences) < 6, `the images differ by ${calculateAverage(differences)} of 255`)
  const reversedDifferences = Array.from(pictureValues!.toReversed(), (value, offset) =>
    Math.abs(value - screenshotValues![offset]!),
  )
  assert.ok(calculateAverage(reversedDifferences) > 2 * calculateAverage(differences), 'any text would pass')
}

/** Removes the margin of half an inch on all sides. Fails if the left or the right margin is not white. */
async function removeMargin(bytes: Buffer): Promise<Buffer> {
  const margin = 96
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  for (let y = 0; y < info.height; y++)
    for (const x of [0, margin - 1, info.width - margin, info.width - 1])
      assert.equal(data[(y * info.width + x) * 3], 255, `${x}, ${y}`)
  const [width, height] = [info.width - 2 * margin, info.height - 2 * margin]
  return sharp(bytes).extract({ left: margin, top: margin, width, height }).png().toBuffer()
}

/**
 * Asserts that the paper is white below a teal band, has text all the way down, and twice the resolution of a screen.
 */
async function assertShowsPaper(bytes: Buffer): Promise<void> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  assert.equal(info.width, 1396)
  const readPixel = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
  const isClose = (actual: number[], expected: number[]) =>
    actual.every((value, offset) => Math.abs(value - expected[offset]!) < 12)
  assert.ok(isClose(readPixel(700, 5), [0x0f, 0x4a, 0x4b]), String(readPixel(700, 5)))
  assert.ok(isClose(readPixel(1390, 100), [255, 255, 255]), String(readPixel(1390, 100)))
  const hasDarkPixel = (from: number, to: number) => {
    for (let y = from; y < to; y++) for (let x = 0; x < 600; x++) if (readPixel(x, y)[0]! < 100) return true
    return false
  }
  const partHeight = Math.floor((info.height - 40) / 10)
  for (let part = 0; part < 10; part++)
    assert.ok(hasDarkPixel(20 + part * partHeight, 20 + (part + 1) * partHeight), `part ${part} of the paper`)
}
