import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { findAccessibilityViolations } from '#testing/axe.ts'
import { getBrowser } from '#testing/browser.ts'
import { causeEveryEmail, collectEmailsByKind, type SentEmail } from '#testing/every-email.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { valueForTier } from '#testing/tier.ts'
import { allEmailKinds } from '#mail/kinds.ts'
import { MAX_HTML_BYTES } from '#mail/email-html.ts'
import { translatorFor } from '#locales/both.ts'

/** The folder for screenshots of the emails: `LETTERS_DRAWN=folder npm test -- e2e/emails`. */
const folder = process.env.LETTERS_DRAWN
const WIDTHS_PX = [320, 600]
/** The gate checks the colours of every email in one of the two colour schemes, the full run in both. */
const listColorSchemes = (index: number): readonly ('light' | 'dark')[] => {
  const schemes = ['light', 'dark'] as const
  return valueForTier({ gate: [schemes[index % 2]!], all: [...schemes], soak: [...schemes] })
}

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`every rendered email, in ${language}, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let emails: SentEmail[]
    before(async () => {
      await causeEveryEmail(app, language)
      emails = await collectEmailsByKind(app)
      if (folder) await mkdir(folder, { recursive: true })
    })

    const findLastEmailOf = (kind: string) => emails.findLast((email) => email.kind === kind)!

    test('is in one language, has no unfilled placeholder and stays within the size limit (LET-3)', () => {
      assert.deepEqual([...new Set(emails.map(({ kind }) => kind))].toSorted(), [...allEmailKinds].toSorted())
      for (const kind of allEmailKinds) {
        const { language: emailLanguage, text, html, header } = findLastEmailOf(kind)
        assert.equal(emailLanguage, language, kind)
        assert.doesNotMatch(
          header('subject') + text + html.replace(/<style>[^]*<\/style>/, ''),
          /\{\w*\}|mail\.\w+_/,
          kind,
        )
        if (language === 'bn') assert.match(header('subject') + text, /[\u0980-\u09ff]/, kind)
        else assert.doesNotMatch(html.replaceAll(translatorFor('bn').t('language.name'), ''), /[\u0980-\u09ff]/, kind)
        assert.ok(Buffer.byteLength(html) <= MAX_HTML_BYTES)
      }
    })

    test(
      'loads nothing, fits a phone, and is readable in the light and the dark colour scheme (LET-1, LET-3)',
      { timeout: 600_000 },
      async () => {
        const context = await (await getBrowser()).newContext({ reducedMotion: 'reduce', javaScriptEnabled: true })
        const page = await context.newPage()
        const requests: string[] = []
        page.on('request', (request) => request.url().startsWith('data:') || requests.push(request.url()))
        for (const [index, kind] of allEmailKinds.entries()) {
          await showEmail(page, findLastEmailOf(kind).html)
          for (const colorScheme of listColorSchemes(index)) {
            await page.emulateMedia({ colorScheme })
            for (const width of WIDTHS_PX) {
              await page.setViewportSize({ width, height: 700 })
              assert.deepEqual(await page.evaluate(findOverflowingElements), [], `${kind} at ${width} px`)
              await saveScreenshot(page, `${kind}-${language}-${width}-${colorScheme}`)
            }
            const findings = (await findAccessibilityViolations(page)).filter(
              (finding) => !/^(landmark|region|page-has)/.test(finding),
            )
            assert.deepEqual(findings, [], `${kind}, ${colorScheme}`)
          }
        }
        assert.deepEqual(requests, [])
        await context.close()
      },
    )

    test('fits a phone without its style sheet (LET-1)', async () => {
      const context = await (await getBrowser()).newContext({ reducedMotion: 'reduce' })
      const page = await context.newPage()
      const session = await context.newCDPSession(page)
      for (const kind of ['stay_requested', 'company_enquiry', 'staff_morning_report']) {
        await page.setViewportSize({ width: 320, height: 700 })
        await showEmail(page, findLastEmailOf(kind).html.replace(/<style>[^]*?<\/style>/, ''))
        assert.deepEqual(await page.evaluate(findOverflowingElements), [], kind)
        await saveScreenshot(page, `${kind}-${language}-bare`)
        await session.send('Emulation.setAutoDarkModeOverride', { enabled: true })
        await saveScreenshot(page, `${kind}-${language}-forced`)
        await session.send('Emulation.setAutoDarkModeOverride', { enabled: false })
      }
      await context.close()
    })
  })
}

/**
 * Shows an email. Unlike a phone, this browser has no Bangla font. So the fonts of the site are embedded under the
 * first font name in the email.
 */
async function showEmail(page: Page, html: string): Promise<void> {
  await page.setContent(html)
  await page.addStyleTag({ content: embeddedFonts })
  await page.evaluate(() => document.fonts.ready)
}
const embeddedFonts = ['hind-siliguri-400', 'hind-siliguri-bangla-400']
  .map((name) => {
    const bytes = readFileSync(new URL(`../src/ui/fonts/${name}.woff2`, import.meta.url)).toString('base64')
    const range = name.includes('bangla') ? 'unicode-range:U+964-965,U+980-9FF,U+200C-200D' : ''
    return `@font-face{font-family:'Hind Siliguri';src:url(data:font/woff2;base64,${bytes});${range}}`
  })
  .join('')

async function saveScreenshot(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

function findOverflowingElements(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
    .map((element) => `${element.tagName} ${element.textContent.slice(0, 40)}`)
}
