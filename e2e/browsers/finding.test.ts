import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { withEachBrowser } from '#testing/browsers/test-browsers.ts'
import { createCheckInQuery, createDayQuery, createSearchButtonQuery } from './dates.ts'
import type { Visitor } from '#testing/browsers/visitor.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage, queryString } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { formatDateList } from '#locales/dates.ts'

const { engine, language } = selectPairs(import.meta.url)[0]!
const translator = translatorFor(language)
const { t, count } = translator
const otherLanguage = language === 'en' ? 'bn' : 'en'
/**
 * The font families of texts and headings, with a letter that each must have: each language loads only its own
 * letters.
 */
const fonts = {
  en: { families: ['Hind Siliguri', 'Fraunces'], letter: 'A' },
  bn: { families: ['Hind Siliguri Bangla', 'Noto Serif Bengali'], letter: 'ক' },
}

describe(`finding a room, on ${engine.name}, in ${language}`, () => {
  const app = setUpTestApp(engine)

  withEachBrowser(
    'loads the fonts of the home page and moves its slides by buttons and keys (HOME-1)',
    () => app,
    async (visitor) => {
      const { body } = await app.call('getSliderData', {}, { language })
      const titles: string[] = body.data.map(({ title }: { title: string }) => title)
      await visitor.open(inLanguage('/', language))
      await visitor.waitUntil('the fonts of the page', areFontsLoaded, fonts[language])
      await visitor.waitUntil('a loaded picture', isPictureLoaded, null)

      await waitForSlide(visitor, titles[0]!)
      await visitor.click({ role: 'button', name: t('carousel.next') })
      await waitForSlide(visitor, titles[1]!)
      await visitor.click({ role: 'button', name: t('carousel.previous') })
      await visitor.click({ role: 'button', name: t('carousel.previous') })
      await waitForSlide(visitor, titles.at(-1)!)
      await visitor.evaluate(() => document.querySelector<HTMLElement>('main [role=list]')!.focus(), null)
      await visitor.press('ArrowLeft')
      await waitForSlide(visitor, titles.at(-2)!)
    },
  )

  withEachBrowser(
    'searches from the home page by dates, opens a free room and goes back (SRCH-1, SRCH-3, SRCH-4, HOME-6)',
    () => app,
    async (visitor) => {
      const stay = { check_in: app.day(3), check_out: app.day(6), adult: 2, child: 0 }
      const resultsPath = inLanguage('/rooms' + queryString(stay), language)
      const title = t('rooms.results_title', { dates: formatDateList(translator, stay.check_in, stay.check_out) })
      const { body } = await app.call('filterBooking', stay, { language })

      await visitor.open(inLanguage('/', language))
      await chooseDays(visitor, stay.check_in, stay.check_out)
      await visitor.click({ role: 'button', name: t('search.more', { label: t('search.adult') }) })
      await visitor.click(createSearchButtonQuery(translator))
      await visitor.arrivesAt(resultsPath)
      await visitor.sees({ role: 'h1', name: title })
      await visitor.sees({ text: count('rooms.results', body.data.length) })
      assert.equal(await visitor.count({ role: 'article' }), body.data.length)

      const { name, slug } = body.data[0]
      await visitor.click({ role: 'link', text: t('rooms.view_detail'), within: { role: 'article', text: name } })
      await visitor.arrivesAt(inLanguage(`/booking-details/${slug}` + queryString(stay), language))
      await visitor.sees({ role: 'h1', name })
      await visitor.back()
      await visitor.arrivesAt(resultsPath)
      await visitor.sees({ role: 'h1', name: title })
    },
  )

  withEachBrowser(
    'searches for the two days chosen in the calendar (SRCH-1)',
    () => app,
    async (visitor) => {
      const [arrival, departure] = [app.day(10), app.day(12)]
      await visitor.open(inLanguage('/rooms', language))
      await chooseDays(visitor, arrival, departure)
      await visitor.click(createSearchButtonQuery(translator))
      await visitor.sees({
        role: 'h1',
        name: t('rooms.results_title', { dates: formatDateList(translator, arrival, departure) }),
      })
    },
  )

  withEachBrowser(
    'switches the page to the other language and back (APP-2, APP-6)',
    () => app,
    async (visitor) => {
      const otherTranslator = translatorFor(otherLanguage)
      await visitor.open(inLanguage('/contact', language))
      await visitor.click({ role: 'link', text: t('language.other'), within: { role: 'banner' } })
      await visitor.arrivesAt(inLanguage('/contact', otherLanguage))
      await visitor.sees({ role: 'h1', name: otherTranslator.t('contact.title') })
      assert.equal(await visitor.evaluate(() => document.documentElement.lang, null), otherLanguage)
      assert.equal(await visitor.evaluate(() => localStorage.getItem('language'), null), otherLanguage)
      await visitor.click({
        role: 'link',
        name: otherTranslator.t('shell.rooms'),
        within: { role: 'navigation', name: otherTranslator.t('shell.main_menu') },
      })
      await visitor.sees({ role: 'h1', name: otherTranslator.t('rooms.title') })
      await visitor.click({ role: 'link', text: otherTranslator.t('language.other'), within: { role: 'banner' } })
      await visitor.arrivesAt(inLanguage('/rooms', language))
      await visitor.sees({ role: 'h1', name: t('rooms.title') })
    },
  )
})

async function chooseDays(visitor: Visitor, ...days: readonly string[]): Promise<void> {
  await visitor.click(createCheckInQuery(translator))
  for (const day of days) await visitor.click(createDayQuery(translator, day))
  await visitor.click({ role: 'button', name: t('calendar.done') })
  await visitor.misses({ role: 'dialog' })
}

const areFontsLoaded = ({ families, letter }: { families: string[]; letter: string }) =>
  document.fonts.status === 'loaded' && families.every((family) => document.fonts.check(`16px "${family}"`, letter))

const isPictureLoaded = () => [...document.images].some(({ complete, naturalWidth }) => complete && naturalWidth > 400)

const waitForSlide = (visitor: Visitor, title: string) =>
  visitor.waitUntil(
    `the slide ${title}`,
    (expectedTitle) => {
      const heading = [...document.querySelectorAll('main h2')].find(
        (candidate) => candidate.textContent === expectedTitle,
      )!
      const { left, right } = heading.closest('li')!.getBoundingClientRect()
      return Math.abs(left) < 2 && Math.abs(right - document.documentElement.clientWidth) < 2
    },
    title,
  )
