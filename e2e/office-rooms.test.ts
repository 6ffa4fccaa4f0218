import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitForFocus, waitUntil, visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage, drag, waitUntilSaved } from './open-office-page.ts'

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`managing rooms, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)
    let twinRoomId: number
    before(async () => {
      const room = await app.db.selectFrom('room').select('id').where('slug', '=', 'twin').executeTakeFirstOrThrow()
      twinRoomId = room.id
    })

    const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
    const toEnglishLabel = (label: string) => t('edit.in_english', { label })
    const readAlts = (page: Page) =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLImageElement>('main img')].map(({ alt }) => alt).filter(Boolean),
      )

    test('edits a text and the order of pictures with the keyboard alone, and shows them on the public page (OFF-51)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('room', twinRoomId))
          const name = page.getByLabel(
            t(language === 'bn' ? 'edit.in_bangla' : 'edit.in_english', { label: t('roomtype.name') }),
          )
          await name.focus()
          await page.keyboard.press('Control+A')
          const newName = language === 'bn' ? 'মিলপাড়ার রুম' : 'Room by the Mill'
          await page.keyboard.insertText(newName)
          const pictures = page.getByRole('list', { name: t('roomtype.part_pictures') })
          const secondAlt = (await pictures.getByRole('img').nth(1).getAttribute('alt'))!
          const upButton = findButton(page, t('order.up', { name: secondAlt }))
          await upButton.focus()
          await page.keyboard.press('Enter')
          await page
            .getByText(
              t('order.moved', { name: secondAlt, place: 1, all: await pictures.getByRole('listitem').count() }),
            )
            .waitFor()
          assert.ok(await waitForFocus(upButton), 'the pressed button keeps the focus')
          await findButton(page, t('edit.save')).focus()
          await page.keyboard.press('Enter')
          await waitUntilSaved(page, language)
          await page.goto(inLanguage('/booking-details/twin', language))
          await page.getByRole('heading', { level: 1, name: newName }).waitFor()
          assert.equal((await readAlts(page))[0], secondAlt)
        },
        { locale },
      ))

    test('adds, drags and removes pictures, and drags rooms (OFF-51)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('room', twinRoomId))
          const pictures = page.getByRole('list', { name: t('roomtype.part_pictures') })
          const readPictureAlts = () =>
            pictures.getByRole('img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).alt))
          await pictures.getByRole('img').first().waitFor()
          const altsBefore = await readPictureAlts()
          await findButton(page, t('roomtype.add_picture')).click()
          await page.getByLabel(t('media.search')).fill('room-single-main')
          await waitUntil(page, () => document.querySelectorAll('dialog[open] ul button').length === 1)
          await page.getByRole('dialog').getByRole('list').getByRole('button').click()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(page, t('roomtype.done')).click()
          assert.equal((await readPictureAlts()).length, altsBefore.length + 1)
          await drag(page, pictures, altsBefore.length, 0)
          assert.deepEqual((await readPictureAlts()).slice(1), altsBefore)
          await pictures
            .getByRole('button', { name: t('roomtype.remove_picture', { name: (await readPictureAlts())[0]! }) })
            .click()
          assert.deepEqual(await readPictureAlts(), altsBefore)

          await page.goto(inLanguage(officePages.rooms, language))
          const rooms = page.getByRole('main').getByRole('list', { name: t('roomtype.title') })
          const readRoomNames = () => rooms.getByRole('heading').allTextContents()
          await rooms.getByRole('heading').first().waitFor()
          const originalNames = await readRoomNames()
          await drag(page, rooms, 0, 2)
          await page.getByText(t('order.saved')).waitFor()
          assert.deepEqual((await readRoomNames()).slice(0, 3), [originalNames[1], originalNames[2], originalNames[0]])
          await page.goto(inLanguage('/rooms', language))
          const { body } = await app.call('activeRooms', {}, { language })
          assert.equal(body.data[2].name, originalNames[0])
        },
        { locale },
      ))

    test('removes a room from the search while all its units are closed (OFF-54)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('units', twinRoomId))
          const { body } = await app.call('getRoomUnits', { room: twinRoomId }, { token: await app.signIn('owner') })
          const units = body.data.map(({ name }: { name: string }) => name) as string[]
          const isTwinFree = async () => {
            const query = { check_in: app.day(9), check_out: app.day(10), adult: 1, child: 0 }
            const { body: foundRooms } = await app.call('filterBooking', query)
            return foundRooms.data.some(({ slug }: { slug: string }) => slug === 'twin')
          }
          for (const name of units) {
            await findButton(page, t('units.close_of', { name })).click()
            const dialog = page.getByRole('dialog')
            await dialog.getByRole('button', { name: t('units.close') }).click()
            await dialog.getByText(t('error.required')).first().waitFor()
            await dialog.getByLabel(t('units.from')).fill(app.day(8))
            await dialog.getByLabel(t('units.to')).fill(app.day(12))
            await dialog.getByLabel(t('units.reason')).fill('paint')
            if (name === units[0]) assert.deepEqual(await findAccessibilityViolations(page), [])
            await dialog.getByRole('button', { name: t('units.close') }).click()
            await page.getByText(t('units.closed')).waitFor()
            await dialog.waitFor({ state: 'hidden' })
          }
          assert.equal(await isTwinFree(), false)
          await page
            .getByRole('button', { name: t('units.reopen') })
            .first()
            .click()
          await page.getByText(t('units.reopened')).waitFor()
          assert.equal(await isTwinFree(), true)
        },
        { locale, width: 390 },
      ))

    test('shows both versions when two users edit the same room, and saves the chosen one (OFF-51)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('room', twinRoomId))
          const bed = page.getByLabel(toEnglishLabel(t('roomtype.bed')))
          await bed.fill('Two beds by the window')
          const token = await app.signIn('owner')
          const { body: roomRecord } = await app.call('getRoomRecord', { id: twinRoomId }, { token })
          await app.call('saveRoom', { ...roomRecord, bed_en: 'Two beds by the door' }, { token })
          await findButton(page, t('edit.save')).click()
          await page.getByRole('heading', { name: t('edit.stale') }).waitFor()
          await page.getByRole('cell', { name: 'Two beds by the door' }).waitFor()
          await page.getByRole('cell', { name: 'Two beds by the window' }).waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(page, t('edit.keep_mine')).click()
          await waitUntilSaved(page, language)
          const { body } = await app.call('getRoomRecord', { id: twinRoomId }, { token })
          assert.equal(body.bed_en, 'Two beds by the window')
        },
        { locale, width: 390, expectedErrors: [`409 ${officeEndpoints.saveRoom[1]}`] },
      ))

    test('creates a room and a facility group, and shows errors at their fields (OFF-51, OFF-52)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.facilities)
          await page.getByRole('link', { name: t('facility.add_group') }).click()
          await page.getByLabel(toEnglishLabel(t('facility.name'))).fill('Laundry')
          await findButton(page, t('facility.add')).click()
          const firstField = page.getByLabel(toEnglishLabel(t('facility.each', { place: 1 })))
          assert.ok(await waitForFocus(firstField))
          await firstField.fill('Iron')
          await findButton(page, t('edit.save')).click()
          await page.waitForURL(/facilities\/\d+$/)
          await page.getByRole('heading', { level: 1, name: 'Laundry' }).waitFor()

          await page.goto(inLanguage(officePages.rooms, language))
          await page.getByRole('link', { name: t('roomtype.add') }).click()
          const name = page.getByLabel(toEnglishLabel(t('roomtype.name')))
          await name.fill('Garden Suite')
          await findButton(page, t('edit.save')).click()
          await page.getByText(t('error.required')).first().waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByLabel(toEnglishLabel(t('roomtype.type'))).fill('Suite')
          await page.getByLabel(toEnglishLabel(t('roomtype.bed'))).fill('One king bed')
          await page.getByLabel(toEnglishLabel(t('roomtype.description'))).fill('Opens on the garden.')
          assert.equal(await page.getByLabel(t('roomtype.slug')).inputValue(), 'garden-suite')
          await page.getByLabel(t('roomtype.price')).fill(language === 'bn' ? '৯৯৯৯' : '9999')
          await page.getByLabel('Iron', { exact: true }).check()
          await findButton(page, t('edit.save')).click()
          await page.waitForURL(/rooms\/\d+$/)
          await page.getByRole('heading', { level: 1, name: 'Garden Suite' }).waitFor()
          const { body } = await app.call('getOfficeRooms', {}, { token: await app.signIn('owner') })
          assert.equal(body.data.at(-1).price, 9999)
        },
        { locale, expectedErrors: [`422 ${officeEndpoints.saveRoom[1]}`] },
      ))
  })
}
