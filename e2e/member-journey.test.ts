import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { getDocumentProxy } from 'unpdf'
import { openPage, visit } from '#testing/browser.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { selectPairs } from '#testing/pairs.ts'
import { inLanguage, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import { chooseDates, chooseDatesByKeys, findCheckInField } from './dates.ts'
import { pressTabUntil } from './tab-to.ts'

interface InputMethod {
  press: (target: Locator) => Promise<void>
  fill: (field: Locator, text: string) => Promise<void>
  pick: (field: Locator, translator: ServerTranslator, today: string, days: readonly [string, string]) => Promise<void>
  choose: (field: Locator, option: string) => Promise<void>
}

const createMouseInput = (): InputMethod => ({
  press: (target) => target.click(),
  fill: (field, text) => field.fill(text),
  pick: (field, translator, _today, days) => chooseDates(field, translator, days),
  choose: async (field, option) => void (await field.selectOption(option)),
})

const createKeyInput = (page: Page): InputMethod => ({
  async press(target) {
    await pressTabUntil(page, target)
    await page.keyboard.press('Enter')
  },
  async fill(field, text) {
    await pressTabUntil(page, field)
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type(text)
  },
  pick: chooseDatesByKeys,
  async choose(field, option) {
    await pressTabUntil(page, field)
    const readSelected = () => field.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]!.label)
    let lastOption = ''
    for (let selectedOption = await readSelected(); selectedOption !== option; selectedOption = await readSelected()) {
      assert.notEqual(selectedOption, lastOption, `the field has the option ${option}`)
      lastOption = selectedOption
      await page.keyboard.press('ArrowDown')
    }
  },
})

for (const { engine, language } of selectPairs(import.meta.url)) {
  describe(`the journey of a member, on ${engine.name}, in ${language}`, () => {
    const app = setUpTestApp(engine)

    for (const { device, inputMethod, firstDay } of [
      { device: 'mouse', inputMethod: createMouseInput, firstDay: 20 },
      { device: 'keyboard alone', inputMethod: createKeyInput, firstDay: 24 },
    ])
      test(`works from the sign-up to the sign-out, by ${device} (ACCT-1, ACCT-5, BOOK-5, ACCT-8, ACCT-9, ACCT-10, ACCT-11, ACCT-12, APP-4)`, () =>
        visit(app, (page) => runMemberJourney(page, inputMethod(page), app, language, firstDay), {
          hasMotion: device === 'mouse',
        }))
  })
}

async function runMemberJourney(
  page: Page,
  { press, fill, pick: pickDates, choose }: InputMethod,
  app: TestApp,
  language: Language,
  firstDay: number,
): Promise<void> {
  const serverTranslator = translatorFor(language)
  const { t, money, day } = serverTranslator
  type Key = Parameters<typeof t>[0]
  const main = page.getByRole('main')
  const findField = (label: Key) => main.getByLabel(t(label), { exact: true })
  const findButton = (label: Key) => main.getByRole('button', { name: t(label), exact: true })
  const findMenuItem = (label: Key) =>
    page.getByRole('navigation', { name: t('member.menu') }).getByText(t(label), { exact: true })
  const waitForPage = async (title: string) => {
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  }
  const [username, oldPassword, changedPassword] = [`lena.${firstDay}`, 'spools-and-bobbins', 'warp-weft-and-selvage']
  const stayDates = { checkin: app.day(firstDay), checkout: app.day(firstDay + 2) }

  await openPage(page, inLanguage('/signup', language))
  await fill(findField('lvl_sing_up_name'), 'Lena Vogt')
  await fill(findField('lvl_sing_up_email'), `${username}@buyer.example`)
  await fill(findField('lvl_sing_up_username'), username)
  await fill(findField('lvl_sing_up_password'), oldPassword)
  await fill(findField('lvl_sing_up_repassword'), oldPassword)
  await press(findButton('level_sign_up'))
  await waitForPage(t('login.heading'))
  await signIn(oldPassword)
  await waitForPage(t('dashboard.welcome', { name: 'Lena Vogt' }))

  await press(main.getByRole('link', { name: t('dashboard.find_room') }))
  await page.waitForURL('**' + inLanguage('/rooms', language))
  const roomName = { en: 'Twin Room', bn: 'টুইন রুম' }[language]
  await press(main.getByRole('article').filter({ hasText: roomName }).getByRole('link').last())
  await waitForPage(roomName)
  const form = page.locator('#booking')
  await pickDates(findCheckInField(form, serverTranslator), serverTranslator, app.day(0), [
    stayDates.checkin,
    stayDates.checkout,
  ])
  await fill(form.getByLabel(t('booking.phone'), { exact: true }), '+49 40 1234567')
  await choose(form.getByLabel(t('booking.paymenttype'), { exact: true }), t('booking.payment_2'))
  await press(findButton('booking.submit'))
  await waitForPage(t('booking.success_title'))
  const bookedRow = await app.db.selectFrom('booking').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

  await press(page.getByRole('banner').getByRole('link', { name: t('shell.dashboard') }))
  await waitForPage(t('dashboard.welcome', { name: 'Lena Vogt' }))
  const card = main.getByRole('article').filter({ hasText: bookedRow.code })
  for (const text of [roomName, day(stayDates.checkin), day(stayDates.checkout), money(bookedRow.total_poisha / 100)])
    await card.getByText(text, { exact: true }).waitFor()
  await press(card.getByRole('link'))
  await waitForPage(roomName)
  assert.equal(await findMenuItem('shell.dashboard').getAttribute('aria-current'), 'true')
  for (const [format, fileName] of [
    ['pdf', 'booking-summary.pdf'],
    ['text_pdf', `booking-${bookedRow.code}.pdf`],
  ] as const) {
    if (format === 'text_pdf') await press(main.getByText(t('summary.other_copies')))
    const downloadPromise = page.waitForEvent('download')
    await press(findButton(`summary.${format}`))
    const file = await downloadPromise
    assert.equal(file.suggestedFilename(), fileName)
    const pdf = await getDocumentProxy(new Uint8Array(await readFile(await file.path())))
    assert.deepEqual((await pdf.getPage(1)).view.slice(2).map(Math.round), [595, 842])
    await findButton(`summary.${format}`).and(page.locator(':enabled')).waitFor()
  }

  await press(findMenuItem('profile.title'))
  await waitForPage(t('profile.title'))
  await fill(findField('profile.company'), 'Vogt & Daughters')
  await press(findButton('profile.submit'))
  await waitForPage(t('dashboard.welcome', { name: 'Lena Vogt' }))

  await press(findMenuItem('member.password'))
  await waitForPage(t('password.title'))
  const usernameField = main.locator('[autocomplete=username]')
  await page.waitForFunction(
    (name) => document.querySelector<HTMLInputElement>('main [autocomplete=username]')!.value === name,
    username,
  )
  assert.deepEqual(await usernameField.evaluate((input: HTMLInputElement) => [input.readOnly, input.tabIndex]), [
    true,
    -1,
  ])
  await fill(findField('login.password'), oldPassword)
  await fill(findField('password.new'), changedPassword)
  await fill(findField('password.again'), changedPassword)
  await press(findButton('password.submit'))
  await main.getByText(t('password.done_text')).waitFor()

  await press(page.getByRole('banner').getByRole('button', { name: t('shell.sign_out') }))
  await waitForPage(t('login.heading'))
  assert.equal(await page.evaluate(() => sessionStorage.length), 0)
  await signIn(changedPassword)
  await waitForPage(t('dashboard.welcome', { name: 'Lena Vogt' }))

  async function signIn(password: string): Promise<void> {
    await fill(findField('lvl_sing_up_username'), username)
    await fill(findField('login.password'), password)
    await press(findButton('login.submit'))
  }
}
