import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { waitForFocus, waitUntil, visit, waitUntilAbsent } from '#testing/browser.ts'
import type { TestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { startPostTests } from '#testing/posts.ts'
import { inLanguage } from '#routes/public.ts'
import { officeEndpoints, officeHref, officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import { choosePicture, openOfficePage } from './open-office-page.ts'

for (const { engine, language, width } of selectPairs(import.meta.url)) {
  const { t } = translatorFor(language)
  const locale = language === 'bn' ? 'bn-BD' : 'en-GB'
  const toEnglishLabel = (label: string) => t('edit.in_english', { label })
  const toBanglaLabel = (label: string) => t('edit.in_bangla', { label })
  const [titleLabel, summaryLabel, bodyLabel] = [t('posts.post_title'), t('posts.summary'), t('posts.body')]

  describe(`the post editor, on ${engine.name}, in ${language}`, () => {
    let app: TestApp
    const { posts } = startPostTests(engine, (testApp) => (app = testApp))
    const findButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
    const savedPattern = new RegExp(`^${t('edit.saved', { when: '.+' })}$`)
    const waitUntilSaved = (page: Page) => page.getByRole('status').filter({ hasText: savedPattern }).waitFor()
    const findBodyField = (page: Page) => page.getByRole('textbox', { name: toEnglishLabel(bodyLabel), exact: true })
    const rewriteText = async (page: Page, text: string) => {
      await findBodyField(page).click()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    }
    const readPost = async (slug: string) => (await app.get(inLanguage(`/reading-blog/${slug}`, language))).text()

    test('writes, schedules, previews, publishes, compares and restores a post (OFF-71 to OFF-79)', () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.posts)
          await page.getByRole('link', { name: t('posts.add'), exact: true }).click()
          await page.getByLabel(toEnglishLabel(titleLabel), { exact: true }).fill('A stall at the fair')
          assert.equal(await page.getByLabel(t('posts.slug'), { exact: true }).inputValue(), 'a-stall-at-the-fair')
          await findButton(page, t('posts.create_draft')).click()
          await page.waitForURL(/\/office\/posts\/\d+$/)
          const id = Number(page.url().split('/').at(-1))

          await page.getByLabel(toEnglishLabel(summaryLabel), { exact: true }).waitFor()

          // The post saves itself, and its address follows the title.
          await page.getByLabel(toEnglishLabel(titleLabel), { exact: true }).fill('A stall at the fair in May')
          await page.getByLabel(toEnglishLabel(summaryLabel), { exact: true }).fill('Come and see us')
          await waitUntilSaved(page)
          assert.equal((await posts.get(id)).details.slug, 'a-stall-at-the-fair-in-may')
          await rewriteText(page, 'Hall 4, stand 12.')
          const tools = page
            .getByRole('region', { name: t('posts.english'), exact: true })
            .getByRole('toolbar')
            .first()
          await page.keyboard.press('Enter')
          await tools.getByRole('button', { name: t('editor.table'), exact: true }).click()
          for (const cell of ['Day', 'From', 'To', 'Monday', '10', '18']) {
            await page.keyboard.type(cell)
            await page.keyboard.press('Tab')
          }
          await page.keyboard.press('Control+End')
          await tools.getByRole('button', { name: t('editor.picture'), exact: true }).click()
          await choosePicture(page, 'banner-showroom')
          await waitUntil(page, () => document.querySelector('[role=textbox] figure img') !== null)
          await waitUntilSaved(page)
          const { body } = (await posts.get(id)).en
          assert.match(
            body,
            /<th scope="col">From<\/th>[^]*<td>10<\/td><td>18<\/td>[^]*<img src="\/pictures\/banner-showroom-/,
          )
          await findButton(page, t('posts.copy_english')).click()
          await page.getByLabel(toBanglaLabel(titleLabel), { exact: true }).fill('মে মাসের মেলায়')
          await findButton(page, t('posts.save')).click()
          await page.getByText(t('posts.kind_saved'), { exact: true }).first().waitFor()

          // Preview for a visitor who has only the link.
          await findButton(page, t('posts.preview')).click()
          const link = page.getByRole('textbox', { name: t('posts.preview_link'), exact: true })
          await link.waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          const { pathname, search } = new URL(await link.inputValue())
          await page
            .getByRole('dialog')
            .getByRole('button', { name: t('shell.close'), exact: true })
            .click()
          const previewHtml = await (await app.get(pathname + search)).text()
          assert.ok(previewHtml.includes('<td>18</td>') && previewHtml.includes('src="/pictures/banner-showroom-'))
          assert.ok(previewHtml.includes(t('page.preview')))

          // Schedules the post, in the time zone of the property.
          await findButton(page, t('posts.publish')).click()
          await page.getByLabel(t('posts.day'), { exact: true }).fill(app.day(2))
          await page.getByLabel(t('posts.time'), { exact: true }).fill('09:00')
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(page, t('posts.schedule')).click()
          const { day, time } = { day: app.day(2), time: '09:00' }
          await page.getByText(t('posts.done_scheduled', { day, time, zone: t('posts.dhaka') })).waitFor()
          await findButton(page, t('posts.cancel_schedule')).click()
          await page.getByText(t('posts.done_cancelled')).waitFor()

          // Publishes it now.
          await findButton(page, t('posts.publish')).click()
          await findButton(page, t('posts.publish_now')).click()
          await page.getByText(t('posts.done_published')).waitFor()
          assert.ok((await readPost('a-stall-at-the-fair-in-may')).includes('Hall 4, stand 12.'))

          // Rewrites the text, compares it with the published version, and restores that version.
          await rewriteText(page, 'Hall 7, stand 12.')
          await waitUntilSaved(page)
          await page.getByText(t('posts.has_changes')).waitFor()
          const version = page
            .getByRole('listitem')
            .filter({ hasText: t('posts.kind_published') })
            .first()
          await version.getByRole('button', { name: t('posts.compare') }).click()
          await page
            .getByRole('deletion')
            .filter({ hasText: t('posts.removed') })
            .first()
            .waitFor()
          await page
            .getByRole('insertion')
            .filter({ hasText: t('posts.added') })
            .first()
            .waitFor()
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await findButton(page, t('posts.restore_english')).click()
          await page.getByText(t('posts.done_restored')).waitFor()
          await findBodyField(page).getByText('Hall 4, stand 12.').waitFor()
          assert.equal((await posts.get(id)).en.body, body)
        },
        { locale, width: 1440 },
      ))

    test('shows both texts when two users save the same post, and lets the second user choose (OFF-73)', async () => {
      const savedPost = await posts.published(`two-of-us-${language}`)
      await visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('post', savedPost.id))
          await findBodyField(page).waitFor()
          await posts.saveText(savedPost, 'en', { tab: 'another', body: '<p>Tanvir’s words.</p>' })
          await rewriteText(page, 'Nasreen’s words.')
          await page.getByText(t('edit.stale')).first().waitFor()
          await page.getByRole('cell', { name: 'Tanvir’s words.' }).waitFor()
          await page.getByRole('cell', { name: 'Nasreen’s words.' }).waitFor()
          assert.equal((await posts.get(savedPost.id)).en.body, '<p>Tanvir’s words.</p>')
          await findButton(page, t('edit.keep_mine')).click()
          await waitUntilSaved(page)
          assert.equal((await posts.get(savedPost.id)).en.body, '<p>Nasreen’s words.</p>')
        },
        { locale, expectedErrors: [`409 ${officeEndpoints.savePostText[1]}`] },
      )
    })

    test('saves all text after a connection failure, without a false conflict (OFF-73)', async () => {
      const savedPost = await posts.published(`broken-line-${language}`)
      await visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('post', savedPost.id))
          await findBodyField(page).waitFor()
          // The request arrives, but the response is lost.
          let isOffline = true
          await page.route(`**${officeEndpoints.savePostText[1]}`, async (route) => {
            if (!isOffline) return route.continue()
            await route.fetch()
            await route.abort()
          })
          await rewriteText(page, 'One.')
          await page.getByText(t('edit.offline_waiting')).waitFor()
          assert.equal((await posts.get(savedPost.id)).en.body, '<p>One.</p>')
          await page.keyboard.type(' Two.')
          isOffline = false
          await page.evaluate(() => dispatchEvent(new Event('online')))
          await waitUntilSaved(page)
          assert.equal((await posts.get(savedPost.id)).en.body, '<p>One. Two.</p>')
          assert.equal(await findBodyField(page).textContent(), 'One. Two.')
        },
        { locale, expectedErrors: [`failed ${officeEndpoints.savePostText[1]}`] },
      )
    })

    test('writes and publishes a post with the keyboard alone (OFF-71)', async () => {
      const savedPost = await posts.add(`by-keys-${language}`, 'By keys alone')
      await visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officePages.posts)
          await page.getByRole('link', { name: 'By keys alone' }).focus()
          await page.keyboard.press('Enter')
          await findBodyField(page).waitFor()
          await page.getByLabel(toEnglishLabel(titleLabel), { exact: true }).focus()
          await page.keyboard.press('Tab')
          await page.keyboard.type('In short')
          // The toolbar is a single tab stop.
          await page.keyboard.press('Tab')
          await page.keyboard.press('Tab')
          assert.ok(await waitForFocus(findBodyField(page)))
          await page.keyboard.type('Words of a text.')
          await page.keyboard.press('Control+s')
          await waitUntilSaved(page)
          await findButton(page, t('posts.publish')).focus()
          await page.keyboard.press('Enter')
          await findButton(page, t('posts.publish_now')).focus()
          await page.keyboard.press('Enter')
          await page.getByText(t('posts.done_published')).waitFor()
          assert.ok((await readPost(`by-keys-${language}`)).includes('Words of a text.'))
          assert.equal((await posts.get(savedPost.id)).changed, false)
        },
        { locale },
      )
    })

    test('shows no publish button to staff without the permission to publish (OFF-78)', async () => {
      const savedPost = await posts.published(`not-mine-${language}`)
      await visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('post', savedPost.id), 'staff')
          await page.getByText(t('posts.cannot_publish')).waitFor()
          await page.getByLabel(toEnglishLabel(summaryLabel), { exact: true }).fill('Tanvir’s summary')
          await waitUntilSaved(page)
          await waitUntilAbsent(findButton(page, t('posts.publish_changes')))
          await waitUntilAbsent(findButton(page, t('posts.take_down')))
          assert.ok(!(await readPost(`not-mine-${language}`)).includes('Tanvir’s summary'))
        },
        { locale },
      )
    })

    test(`passes axe in every tab of a post, at ${width}`, () =>
      visit(
        app,
        async (page) => {
          await openOfficePage(page, app, language, officeHref('post', 38))
          await page.getByText(t('office.loading')).first().waitFor({ state: 'detached' })
          for (const tab of await page.getByRole('tab').all()) {
            await tab.click()
            assert.deepEqual(await findAccessibilityViolations(page), [])
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
          }
        },
        { locale, width },
      ))
  })
}
