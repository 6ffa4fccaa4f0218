import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { withEachBrowser } from '#testing/browsers/test-browsers.ts'
import { createCheckInQuery, createDayQuery, createSearchButtonQuery } from './dates.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { href, inLanguage } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'

const { engine, language } = selectPairs(import.meta.url)[0]!
const translator = translatorFor(language)
const { t } = translator

describe(`keyboard, on ${engine.name}, in ${language}`, () => {
  const app = setUpTestApp(engine)

  withEachBrowser(
    'moves through the header with Tab in reading order and shows the focus (APP-7, APP-8)',
    () => app,
    async (visitor) => {
      await visitor.open(inLanguage('/about', language))
      const expectedTexts = await visitor.evaluate(
        () =>
          [...document.querySelectorAll<HTMLElement>('a, button')]
            .filter(
              (element) =>
                element.matches('[href="#main"], body > header *') &&
                element.checkVisibility({ visibilityProperty: true }),
            )
            .map((element) => element.innerText.trim()),
        null,
      )
      const visitedTexts: string[] = []
      for (const _ of expectedTexts) {
        await visitor.press('Tab')
        const { text, ring: ringWidthPx } = await visitor.evaluate(() => {
          const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement!)
          const focusedElement = document.activeElement as HTMLElement
          return { text: focusedElement.innerText.trim(), ring: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth) }
        }, null)
        assert.ok(ringWidthPx >= 2, `a focus ring around ${text}`)
        visitedTexts.push(text)
      }
      assert.ok(visitedTexts.length > 10)
      assert.deepEqual(visitedTexts, expectedTexts)
      await visitor.press('Shift+Tab')
      assert.equal(
        await visitor.evaluate(() => (document.activeElement as HTMLElement).innerText.trim(), null),
        visitedTexts.at(-2),
      )
      await visitor.tabTo({ role: 'link', name: t('shell.rooms'), within: { role: 'banner' } })
      await visitor.press('Enter')
      await visitor.arrivesAt(inLanguage('/rooms', language))
    },
  )

  withEachBrowser(
    'moves through the calendar by days, weeks and months, traps the focus and returns it (SRCH-1)',
    () => app,
    async (visitor) => {
      const button = createCheckInQuery(translator)
      const expectFocusOn = (day: string) => visitor.hasFocus(createDayQuery(translator, day))
      await visitor.open(inLanguage('/rooms', language))
      await visitor.tabTo(button)
      await visitor.press('Enter')
      await expectFocusOn(app.day(0))
      for (const key of ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowLeft', 'ArrowUp', 'ArrowRight'])
        await visitor.press(key)
      await expectFocusOn(app.day(0))
      await visitor.press('ArrowDown')
      await expectFocusOn(app.day(7))
      await visitor.press('Enter')
      await visitor.press('PageDown')
      await expectFocusOn('2027-02-11')
      await visitor.press('PageUp')
      await visitor.press('ArrowRight')
      await visitor.press('ArrowRight')
      await expectFocusOn(app.day(9))
      await visitor.press('Space')
      for (let pressCount = 0; pressCount < 6; pressCount++) {
        await visitor.press('Tab')
        const isInside = () => document.activeElement!.matches('html, body, dialog, dialog *')
        assert.ok(await visitor.evaluate(isInside, null), 'the focus stays inside')
      }
      await visitor.press('Escape')
      await visitor.misses({ role: 'dialog' })
      await visitor.hasFocus(button)
      const values = await visitor.evaluate(
        () =>
          [...document.querySelectorAll<HTMLInputElement>('[role=search] input[type=date]')].map(({ value }) => value),
        null,
      )
      assert.deepEqual(values, [app.day(7), app.day(9)])
    },
  )

  withEachBrowser(
    'chooses dates and searches without a mouse (SRCH-1, SRCH-4)',
    () => app,
    async (visitor) => {
      await visitor.open(inLanguage('/rooms', language))
      await visitor.tabTo(createCheckInQuery(translator))
      await visitor.press('Enter')
      await visitor.hasFocus(createDayQuery(translator, app.day(0)))
      for (const key of ['ArrowRight', 'Enter', 'ArrowRight', 'ArrowRight', 'Space', 'Escape']) await visitor.press(key)
      await visitor.misses({ role: 'dialog' })
      await visitor.tabTo(createSearchButtonQuery(translator))
      await visitor.press('Enter')
      const stay = { check_in: app.day(1), check_out: app.day(3), adult: 1, child: 0 }
      await visitor.arrivesAt(inLanguage(href('rooms', null, stay), language))
    },
  )
})
