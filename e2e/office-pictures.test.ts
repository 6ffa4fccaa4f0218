import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { visit } from '#testing/browser.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { scaleTimeout } from '#testing/patience.ts'
import { createPhotograph } from '#testing/upload-pictures.ts'
import { valueForTier } from '#testing/tier.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { openOfficePage } from './open-office-page.ts'

/** A photo of 12 MB takes 10 CPU seconds to encode in all its sizes, so the gate sends a smaller one. */
const { size, minBytes } = valueForTier<{ size: [number, number]; minBytes: number }>({
  gate: { size: [1_600, 1_200], minBytes: 1_000_000 },
  all: { size: [4_000, 3_000], minBytes: 12_000_000 },
  soak: { size: [4_000, 3_000], minBytes: 12_000_000 },
})

for (const { engine, language } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'

  describe(`a picture from a phone, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    test('is uploaded, described and shown on a room page with its focal point (OFF-81)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.pictures)
          await page.getByRole('heading', { level: 1, name: t('media.title') }).waitFor()

          const bytes = await createPhotograph(...size, 1, 96)
          assert.ok(bytes.length > minBytes, String(bytes.length))
          const createFile = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
          await page
            .locator('input[type=file][multiple]')
            .setInputFiles([
              createFile('Front door.jpg', bytes),
              createFile('no picture.jpg', Buffer.from('nothing like a picture at all')),
            ])
          const uploads = page.getByRole('region', { name: t('media.uploads') })
          await uploads.getByRole('alert').waitFor()
          await uploads.getByRole('link', { name: t('media.open') }).waitFor({ timeout: scaleTimeout(400_000) })
          await page.getByText(t('media.needs_description')).first().waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])

          await uploads.getByRole('link', { name: t('media.open') }).click()
          await page.getByRole('heading', { level: 1, name: 'Front door' }).waitFor()
          await page.getByRole('button', { name: t('edit.save') }).waitFor()
          const focusButton = page.getByRole('button', { name: t('media.focus_label') })
          await focusButton.focus()
          for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
          await page.getByText(t('media.focus_at', { x: 30, y: 40 })).waitFor()
          await page.getByRole('button', { name: t('edit.save') }).click()
          await page.getByText(translatorFor(language).t('error.picture_alt')).first().waitFor()
          const altLabel = t('media.alt')
          await page.getByLabel(t('edit.in_english', { label: altLabel })).fill('The front door in the morning')
          await page.getByLabel(t('edit.in_bangla', { label: altLabel })).fill('সকালে সামনের দরজা')
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await page.getByRole('button', { name: t('edit.save') }).click()
          await page.locator('form [role=status][data-kind=saved]').waitFor()

          const { name } = await app.db
            .selectFrom('picture')
            .select('name')
            .where('title', '=', 'Front door')
            .executeTakeFirstOrThrow()
          const room = await app.db.selectFrom('room').select(['id', 'slug']).orderBy('id').executeTakeFirstOrThrow()
          await app.db
            .updateTable('room_picture' as never)
            .set({ picture: name } as never)
            .where('room_id' as never, '=', room.id as never)
            .where('position' as never, '=', 1 as never)
            .execute()
          await page.goto(officeHref('picture', name))
          await page.getByRole('main').getByText(t('media.use_room'), { exact: true }).waitFor()
          await page.goto(inLanguage(`/booking-details/${room.slug}`, language))
          const shownPicture = page.locator(`img[src*="${name}"]`).first()
          await shownPicture.waitFor()
          assert.equal(await shownPicture.getAttribute('data-focus'), '30-40')
          assert.equal(
            await shownPicture.getAttribute('alt'),
            language === 'bn' ? 'সকালে সামনের দরজা' : 'The front door in the morning',
          )
          assert.equal(await shownPicture.evaluate((image) => getComputedStyle(image).objectPosition), '30% 40%')
        },
        {
          viewport: { width: 390, height: 844 },
          locale,
          expectedErrors: [`422 ${officeEndpoints.addPicture[1]}`, `422 ${officeEndpoints.savePicture[1]}`],
        },
      ))

    test('is found by its title and opened (OFF-81)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, `${officePages.pictures}?q=front+door`)
          await page.getByRole('main').getByRole('link', { name: 'Front door' }).waitFor()
          await page.getByRole('main').getByRole('link', { name: 'Front door' }).click()
          await page.getByRole('heading', { level: 1, name: 'Front door' }).waitFor()
        },
        { viewport: { width: 1440, height: 900 }, locale },
      ))
  })
}
