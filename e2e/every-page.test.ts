import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { waitUntilHydrated, openPage, openVisit, visit, type Visit } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { selectLanguages } from '#testing/pairs.ts'
import { apiDocsPath, inLanguage, languages, type PageName } from '#routes/public.ts'
import { pathsByPage, memberPages } from './page-paths.ts'
import { checkPage } from './page-checks.ts'

const phone = { width: 320 }

describe('every page', () => {
  const app = setUpTestApp(sqlite)

  for (const language of languages) {
    describe(`in ${language}`, () => {
      let visitor: Visit
      let token: string
      before(async () => {
        token = await app.signIn('anna')
        visitor = await openVisit(app, phone)
      })
      after(async () => {
        await visitor.close()
        visitor.checkErrors()
      })

      for (const [name, listPaths] of Object.entries(pathsByPage).filter(([page]) =>
        selectLanguages(page).includes(language),
      ))
        test(`${name} fits narrow and enlarged screens, is translated and passes axe (APP-1, APP-2, APP-11, DES-60)`, () =>
          visitor.run(async (page) => {
            for (const path of await listPaths(app)) {
              if (memberPages.includes(name as PageName)) await page.evaluate(storeSession, token)
              await openPage(page, inLanguage(path, language))
              await checkPage(page, language)
            }
          }))
    })

    test(`shows a 404 page in ${language} that passes all page checks (APP-1)`, () =>
      visit(
        app,
        async (page) => {
          const response = await page.goto(inLanguage('/no-such-page', language))
          assert.equal(response!.status(), 404)
          await waitUntilHydrated(page)
          await checkPage(page, language)
        },
        { ...phone, expectedErrors: ['404 '] },
      ))
  }

  test('of the API docs passes all page checks (API-22)', () =>
    visit(
      app,
      async (page) => {
        for (const chapter of ['', '/webhooks', '/booking']) {
          await openPage(page, apiDocsPath + chapter)
          await checkPage(page, 'en')
        }
      },
      phone,
    ))

  test('renders a page again with its style, and reports an error, if hydration does not match the HTML', () =>
    visit(
      app,
      async (page) => {
        await page.route('**/contact', async (route) => {
          const htmlResponse = await route.fetch()
          await route.fulfill({
            response: htmlResponse,
            body: (await htmlResponse.text()).replace('>Contact</h1>', '>Contacts</h1>'),
          })
        })
        await page.goto('/contact')
        await page.getByRole('heading', { level: 1, name: 'Contact', exact: true }).waitFor()
        assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), 'rgb(251, 248, 242)')
      },
      { expectedErrors: ['uncaught: Minified React error #418'] },
    ))
})

function storeSession(token: string): void {
  sessionStorage.setItem('token', token)
  sessionStorage.setItem('user', JSON.stringify({ id: 3, name: 'Anna Becker', role: 'member' }))
}
