import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { hasFocus, waitForFocus, waitUntil, visit } from '#testing/browser.ts'
import { selectPairs } from '#testing/pairs.ts'
import { clipboardSamples } from '#testing/clipboard-samples.ts'
import { openRichText } from '#testing/rich-text.ts'
import { cleanHtml } from '#content/posts/clean.ts'
import { inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { PAGE_WIDTHS_PX } from './open-office-page.ts'

for (const { language } of selectPairs(import.meta.url)) {
  const { t, count } = translatorFor(language)

  describe(`the text editor, in ${language} (OFF-100)`, () => {
    let editor: Awaited<ReturnType<typeof openRichText>>
    before(async () => {
      editor = await openRichText()
    })
    after(() => editor.close())
    const openEditor = async (page: Page, html = '', params: Record<string, string> = {}) => {
      await page.goto(`${inLanguage('/', language)}?${new URLSearchParams({ html, lang: language, ...params })}`)
      const bodyField = page.getByRole('textbox', { name: 'Body' })
      await bodyField.waitFor()
      return bodyField
    }
    const readWrittenHtml = (page: Page) => page.locator('#written').textContent()
    const findToolButton = (page: Page, key: Parameters<typeof t>[0]) =>
      page.getByRole('button', { name: t(key), exact: true })

    test('creates headings, bold text, a list, a link and a table with the keyboard alone', () =>
      visit(editor, async (page) => {
        const bodyField = await openEditor(page)
        const keys = page.keyboard
        await keys.press('Tab')
        assert.ok(await waitForFocus(page.getByRole('combobox')))
        await keys.press('Tab')
        assert.ok(await waitForFocus(bodyField))
        await keys.type('Zips')
        await keys.press('Alt+F10')
        assert.ok(await waitForFocus(page.getByRole('combobox')))
        await keys.press('ArrowDown')
        await keys.press('Escape')
        assert.ok(await waitForFocus(bodyField))
        await keys.press('Enter')
        await keys.type('They ')
        await keys.press('Control+b')
        await keys.type('close')
        await keys.press('Control+b')
        await keys.type(' things, see ')
        await keys.press('Control+k')
        assert.ok(await waitForFocus(page.getByRole('dialog').getByRole('combobox')))
        assert.equal(await page.locator(`datalist option[value="${inLanguage('/products', language)}"]`).count(), 1)
        await keys.type('javascript:alert(1)')
        await keys.press('Enter')
        await page.getByText(t('editor.address_wrong')).waitFor()
        await keys.press('Control+a')
        await keys.type('/products')
        await keys.press('Enter')
        await page.getByRole('dialog').waitFor({ state: 'hidden' })
        await waitUntil(page, () => document.activeElement?.getAttribute('role') === 'textbox')
        await keys.press('Enter')
        await keys.type('- Coil')
        await keys.press('Enter')
        await keys.press('Tab')
        await keys.type('Nylon')
        for (let turn = 0; turn < 3; turn++) await keys.press('Enter')
        await keys.type('Sizes:')
        await keys.press('Enter')
        await keys.press('Alt+F10')
        const table = findToolButton(page, 'editor.table')
        for (let stepCount = 0; stepCount < 30 && !(await hasFocus(table)); stepCount++) await keys.press('ArrowRight')
        await keys.press('Enter')
        await keys.press('Escape')
        for (const cell of ['Size', 'mm', 'For', '3', '4', 'Skirts', '5', '6', 'Jeans']) {
          await keys.type(cell)
          await keys.press('Tab')
        }
        await keys.type('8')
        await keys.press('Alt+F10')
        await keys.press('End')
        assert.ok(await waitForFocus(findToolButton(page, 'editor.delete_table')))
        await keys.press('Escape')
        await keys.press('Escape')
        await keys.press('Tab')
        assert.ok(await waitForFocus(page.getByRole('button', { name: 'Replace' })))
        await keys.press('Shift+Tab')
        await keys.press('ArrowDown')
        await keys.type('End.')
        const html = await readWrittenHtml(page)
        assert.equal(
          html,
          '<h2>Zips</h2>\n<p>They <strong>close</strong> things, see <a href="/products">/products</a></p>\n' +
            '<ul>\n<li>Coil<ul>\n<li>Nylon</li>\n</ul></li>\n</ul>\n<p>Sizes:</p>\n<table>\n' +
            '<thead><tr><th scope="col">Size</th><th scope="col">mm</th><th scope="col">For</th></tr></thead>\n<tbody>\n' +
            '<tr><td>3</td><td>4</td><td>Skirts</td></tr>\n<tr><td>5</td><td>6</td><td>Jeans</td></tr>\n' +
            '<tr><td>8</td><td></td><td></td></tr>\n</tbody>\n</table>\n<p>End.</p>',
        )
        assert.equal(await cleanHtml(html!), html)
        for (let turn = 0; turn < 60; turn++) await keys.press('Control+z')
        assert.equal(await readWrittenHtml(page), '')
        await keys.press('Control+Shift+z')
        assert.notEqual(await readWrittenHtml(page), '')
      }))

    test('cleans text pasted from Word, counts the dropped pictures, and undoes the paste in one step', () =>
      visit(editor, async (page) => {
        const bodyField = await openEditor(page, '<p>Before</p>')
        await bodyField.click()
        await page.keyboard.press('Control+End')
        await page.keyboard.press('Enter')
        await paste(page, clipboardSamples['Word']!.input)
        await page.getByText(count('editor.pictures_dropped', 1)).waitFor()
        assert.equal(await readWrittenHtml(page), `<p>Before</p>\n${clipboardSamples['Word']!.expected}`)
        await page.keyboard.press('Control+z')
        assert.equal(await readWrittenHtml(page), '<p>Before</p>')
      }))

    test('keeps line breaks of pasted text, also of plain text, and does not change text copied in the editor', () =>
      visit(
        editor,
        async (page) => {
          const bodyField = await openEditor(page, '<table><tbody><tr><td>1</td></tr></tbody></table><p>x</p>')
          await bodyField.getByText('x').click()
          await page.keyboard.press('Control+a')
          await page.keyboard.press('Control+c')
          await page.keyboard.press('Delete')
          await page.keyboard.press('Control+v')
          assert.equal(
            (await readWrittenHtml(page))!.replaceAll('\n', ''),
            '<table><tbody><tr><td>1</td></tr></tbody></table><p>x</p>',
          )
          await page.keyboard.press('Control+a')
          await page.evaluate(async () => {
            const [plainText, html] = ['Zip\nস্বা\u200cগতম', '<h2>Zip</h2><p><b>স্বা\u200cগতম</b></p>']
            const createBlob = (type: string, part: string) => new Blob([part], { type })
            await navigator.clipboard.write([
              new ClipboardItem({
                'text/plain': createBlob('text/plain', plainText),
                'text/html': createBlob('text/html', html),
              }),
            ])
          })
          await page.keyboard.press('Control+v')
          assert.equal(await readWrittenHtml(page), '<h2>Zip</h2>\n<p><strong>স্বা\u200cগতম</strong></p>')
          await page.keyboard.press('Control+a')
          await page.keyboard.press('Delete')
          await page.keyboard.press('Control+Shift+v')
          assert.match((await readWrittenHtml(page))!, /^<(h2|p)>Zip<\/\1>\n<p>স্বা\u200cগতম<\/p>$/)
        },
        { permissions: ['clipboard-read', 'clipboard-write'] },
      ))

    test('inserts a picture by touch, and adds a description and a caption', () =>
      visit(
        editor,
        async (page) => {
          const bodyField = await openEditor(page, '<p>Above</p>')
          await bodyField.getByText('Above').click()
          await page.keyboard.press('Control+End')
          await findToolButton(page, 'editor.picture').tap()
          await bodyField.getByRole('img').waitFor()
          assert.ok(await waitForFocus(bodyField))
          await page.keyboard.type('লেসের কার্ড')
          await page.keyboard.press('Enter')
          await page.keyboard.type('Below')
          await bodyField.getByRole('img').tap()
          await findToolButton(page, 'editor.describe').tap()
          await page.getByRole('dialog').getByRole('textbox').fill('"White" lace')
          await findToolButton(page, 'editor.done').tap()
          const imageHtml =
            '<img src="/pictures/lace-480.1a2b3c4d.jpg" alt="&quot;White&quot; lace" width="480" height="360" loading="lazy" decoding="async" />'
          const html = await readWrittenHtml(page)
          assert.equal(
            html,
            `<p>Above</p>\n<figure>${imageHtml}<figcaption>লেসের কার্ড</figcaption></figure>\n<p>Below</p>`,
          )
          assert.equal(await cleanHtml(html!), html)
          await findToolButton(page, 'editor.remove_picture').tap()
          assert.equal(await readWrittenHtml(page), '<p>Above</p>\n<p>Below</p>')
        },
        { width: 390, hasTouch: true },
      ))

    test('adds rows, columns, headers and a title to a table, and removes it', () =>
      visit(editor, async (page) => {
        const bodyField = await openEditor(page, '<table><tbody><tr><td>1</td><td>2</td></tr></tbody></table>')
        const readTable = async () => (await readWrittenHtml(page))!.replaceAll('\n', '')
        await bodyField.getByText('1').click()
        await findToolButton(page, 'editor.row_below').click()
        await findToolButton(page, 'editor.column_after').click()
        await findToolButton(page, 'editor.head_row').click()
        await findToolButton(page, 'editor.head_column').click()
        assert.equal(await findToolButton(page, 'editor.head_row').getAttribute('aria-pressed'), 'true')
        await findToolButton(page, 'editor.caption').click()
        await page.getByRole('dialog').getByRole('textbox').fill('Widths')
        await page.keyboard.press('Enter')
        assert.equal(
          await readTable(),
          '<table><caption>Widths</caption>' +
            '<thead><tr><th scope="col">1</th><th scope="col"></th><th scope="col">2</th></tr></thead>' +
            '<tbody><tr><th scope="row"></th><td></td><td></td></tr></tbody></table>',
        )
        await findToolButton(page, 'editor.head_column').click()
        await findToolButton(page, 'editor.head_row').click()
        await findToolButton(page, 'editor.delete_column').click()
        assert.equal(
          await readTable(),
          '<table><caption>Widths</caption><tbody><tr><td></td><td>2</td></tr><tr><td></td><td></td></tr></tbody></table>',
        )
        await findToolButton(page, 'editor.delete_row').click()
        await findToolButton(page, 'editor.delete_table').click()
        assert.equal(await readTable(), '')
      }))

    test('accepts HTML source and names the tags that a text must not contain', () =>
      visit(
        editor,
        async (page) => {
          await openEditor(page, '<p>One</p>')
          await findToolButton(page, 'editor.source').click()
          const source = page.getByLabel(t('editor.source_label', { label: 'Body' }), { exact: true })
          assert.ok(await waitForFocus(source))
          assert.deepEqual(await findAccessibilityViolations(page), [])
          await source.fill('<p>Two</p>\n<script>alert(1)</script><p style="color:red">Three</p>')
          await page.getByText(t('editor.source_foreign', { names: '<script>, style' })).waitFor()
          assert.equal(await readWrittenHtml(page), '<p>Two</p>\n<p>Three</p>')
          await findToolButton(page, 'editor.source_done').click()
          const bodyField = page.getByRole('textbox', { name: 'Body' })
          assert.ok(await waitForFocus(bodyField))
          await bodyField.getByText('Three').waitFor()
          await page.keyboard.press('Control+z')
          assert.equal(await readWrittenHtml(page), '<p>One</p>')
        },
        { width: 390 },
      ))

    test('keeps the cursor on save, shows a text replaced from outside, and locks a text that it would change', () =>
      visit(editor, async (page) => {
        const bodyField = await openEditor(page, '<p>one two</p>')
        await bodyField.click()
        await page.keyboard.press('Control+Home')
        await page.keyboard.type('ক্')
        await page.keyboard.type('\u200cষ ড়')
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await bodyField.focus()
        await page.keyboard.type('!')
        assert.equal(await readWrittenHtml(page), '<p>ক্\u200cষ ড়!one two</p>')
        const session = await page.context().newCDPSession(page)
        for (const composition of ['শ', 'শ্', 'শ্র', 'শ্রী'])
          await session.send('Input.imeSetComposition', {
            text: composition,
            selectionStart: composition.length,
            selectionEnd: composition.length,
          })
        await session.send('Input.insertText', { text: 'শ্রী' })
        await page.keyboard.type(' ')
        assert.equal(await readWrittenHtml(page), '<p>ক্\u200cষ ড়!শ্রী one two</p>')
        await page.getByRole('button', { name: 'Replace', exact: true }).click()
        await bodyField.getByText('From elsewhere').waitFor()
        await bodyField.focus()
        await page.keyboard.press('Control+z')
        assert.equal(await readWrittenHtml(page), '<p>From elsewhere</p>')
        const nestedHtml = '<ul><li>a<table><tbody><tr><td>1</td></tr></tbody></table></li></ul>'
        await openEditor(page, nestedHtml)
        await page.getByText(t('editor.locked')).waitFor()
        assert.deepEqual(await findAccessibilityViolations(page), [])
        await bodyField.focus()
        await page.keyboard.type('x')
        assert.equal(await readWrittenHtml(page), nestedHtml)
        await findToolButton(page, 'editor.convert').click()
        const html = await readWrittenHtml(page)
        assert.notEqual(html, nestedHtml)
        assert.equal(await cleanHtml(html!), html)
        assert.ok(await waitForFocus(bodyField))
      }))

    test('passes axe, and fits a phone and a wide screen with large enough buttons', () =>
      visit(editor, async (page) => {
        const bodyField = await openEditor(page, allElementsHtml, { error: t('error.required') })
        assert.equal(await bodyField.getAttribute('aria-invalid'), 'true')
        await bodyField.getByText('3 mm').click()
        await findToolButton(page, 'editor.delete_table').waitFor()
        for (const width of PAGE_WIDTHS_PX) {
          await page.setViewportSize({ width, height: 900 })
          const buttonSizes = await page
            .getByRole('toolbar')
            .locator('button, select')
            .evaluateAll((all) => all.flatMap((control) => [control.clientWidth, control.clientHeight]))
          assert.ok(Math.min(...buttonSizes) >= (width < 768 ? 44 : 36), buttonSizes.join(' '))
          assert.deepEqual(await findAccessibilityViolations(page), [], `at ${width} px`)
        }
        await bodyField.getByRole('img').click()
        await findToolButton(page, 'editor.describe').click()
        await page.getByRole('dialog').getByRole('textbox').fill('White lace')
        assert.deepEqual(await findAccessibilityViolations(page), [])
        await findToolButton(page, 'editor.done').click()
        assert.match((await readWrittenHtml(page))!, /alt="White lace"/)
        for (const width of PAGE_WIDTHS_PX) {
          await page.setViewportSize({ width, height: 900 })
          assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true)
        }
      }))
  })
}

const allElementsHtml =
  '<h2>Zips</h2>\n<p>They <strong>close</strong> <em>things</em>, see <a href="/products">our trims</a>. H<sub>2</sub>O</p>\n' +
  '<h3>Kinds</h3>\n<ul>\n<li>Coil</li>\n<li>Metal</li>\n</ul>\n<h4>Sizes</h4>\n<table>\n<caption>In millimetres</caption>\n' +
  '<thead><tr><th scope="col">Size</th><th scope="col">Chain</th></tr></thead>\n<tbody>\n<tr><td>3 mm</td><td>Coil</td></tr>\n</tbody>\n</table>\n' +
  '<figure><img src="/pictures/lace-480.1a.jpg" alt="Lace" width="480" height="360" loading="lazy" decoding="async" /><figcaption>On a card</figcaption></figure>\n' +
  '<blockquote><p>Find its edges. <cite>We</cite></p></blockquote>\n<hr />\n<p>বোতাম মাপা হয় লাইনে।</p>'

/** Pastes HTML as a browser delivers it from the clipboard of another program. */
async function paste(page: Page, html: string): Promise<void> {
  await page.evaluate((pastedHtml) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', pastedHtml)
    clipboardData.setData('text/plain', 'plain')
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement!.dispatchEvent(event)
  }, html)
}
