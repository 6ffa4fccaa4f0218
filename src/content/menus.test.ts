import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { grantToDesk, startSecondProcess } from '#testing/second-process.ts'
import { translatorFor } from '#locales/both.ts'

interface Entry {
  title_en: string
  title_bn: string
  to: string
}
const createEntry = (to: string, title_en: string, title_bn = ''): Entry => ({ title_en, title_bn, to })

for (const engine of enginesFor(import.meta.url)) {
  describe(`menu editing, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
    })

    const call = (name: Parameters<TestApp['call']>[0], input: object = {}, token = ownerToken) =>
      app.call(name, input, { token })
    const readMenus = async () => (await call('getSettings')).body.menus
    const save = async (patch: object) => call('saveMenusSettings', { ...(await readMenus()), ...patch })
    const readPage = async (path: string) => (await app.get(path)).text()
    const readMenuLinks = async (path: string) =>
      listLinksWithin(await readPage(path), /<nav id="menu".*?<ul[^>]*>(.*?)<\/ul>/s)
    const readQuickLinks = async (path: string) =>
      listLinksWithin(await readPage(path), /id="quick-links".*?<ul[^>]*>(.*?)<\/ul>/s)
    const restoreDefaults = async () => save((await call('getMenuChoices')).body.product)

    test('shows the default menus with translated titles until menus are saved (OFF-106, APP-7)', async () => {
      for (const language of ['en', 'bn'] as const) {
        const { t } = translatorFor(language)
        const prefix = language === 'bn' ? '/bn' : ''
        assert.deepEqual(await readMenuLinks(`${prefix}/about`), [
          [prefix || '/', t('shell.home')],
          [`${prefix}/about`, t('shell.about'), 'page'],
          [`${prefix}/our-services`, t('shell.services')],
          [`${prefix}/products`, t('shell.products')],
          [`${prefix}/rooms`, t('shell.rooms')],
          [`${prefix}/contact`, t('shell.contact')],
        ])
        assert.deepEqual(await readQuickLinks(`${prefix}/products`), [
          [prefix || '/', t('shell.home')],
          [`${prefix}/about`, t('shell.about_us')],
          [`${prefix}/our-services`, t('shell.services')],
          [`${prefix}/contact`, t('shell.contact')],
        ])
      }
      const savedMenus = await readMenus()
      const { body } = await call('getMenuChoices')
      assert.deepEqual({ main_menu: savedMenus.main_menu, quick_links: savedMenus.quick_links }, body.product)
      // Saving unchanged menus stores nothing.
      assert.equal((await save({})).status, 200)
    })

    test('shows saved menus on all cached pages in both languages and logs the change (OFF-106, OFF-98)', async () => {
      for (const path of ['/', '/bn', '/products', '/bn/contact']) await readPage(path)
      const previousMenus = await readMenus()
      const main_menu = [
        createEntry('/rooms?adult=2', 'Stay with us', 'থাকুন'),
        createEntry('/products', 'Trims'),
        createEntry('https://fair.example/hall-4', 'The fair', 'মেলা'),
      ]
      const quick_links = [createEntry('/products/zipper', 'Zippers', 'জিপার')]
      const { status, body } = await save({ main_menu, quick_links })
      assert.equal(status, 200, JSON.stringify(body))
      assert.deepEqual(body, { main_menu, quick_links, version: previousMenus.version + 1 })
      for (const path of ['/', '/products', '/no-such-page'])
        assert.deepEqual(
          (await readMenuLinks(path)).map(([href, title]) => [href, title]),
          [
            ['/rooms?adult=2', 'Stay with us'],
            ['/products', 'Trims'],
            ['https://fair.example/hall-4', 'The fair'],
          ],
          path,
        )
      assert.deepEqual((await readMenuLinks('/products'))[1], ['/products', 'Trims', 'page'])
      for (const path of ['/bn', '/bn/contact'])
        assert.deepEqual(await readMenuLinks(path), [
          ['/bn/rooms?adult=2', 'থাকুন'],
          ['/bn/products', 'Trims'],
          ['https://fair.example/hall-4', 'মেলা'],
        ])
      assert.deepEqual(await readQuickLinks('/'), [['/products/zipper', 'Zippers']])
      assert.deepEqual(await readQuickLinks('/bn/contact'), [['/bn/products/zipper', 'জিপার']])
      const { body: log } = await call('getLog', { subject: 'settings menus' })
      assert.equal(log.data[0].action, 'settings changed')
      assert.deepEqual(log.data[0].changes, [
        { field: 'main_menu', before: previousMenus.main_menu, after: main_menu },
        { field: 'quick_links', before: previousMenus.quick_links, after: quick_links },
      ])
    })

    test('lists pages that the quick links omit in the site map (OFF-106, APP-1)', async () => {
      await save({ quick_links: [createEntry('/contact', 'Write to us')] })
      const readSiteMapLinks = async () =>
        listLinksWithin(await readPage('/rooms'), /<nav[^>]* aria-label="Site map">(.*?)<\/nav>/s)
      const readPaths = async () => (await readSiteMapLinks()).map(([href]) => href)
      const pathsWithoutMenus = await readPaths()
      assert.ok(
        pathsWithoutMenus.includes('/about') &&
          pathsWithoutMenus.includes('/our-services') &&
          !pathsWithoutMenus.includes('/contact'),
      )
      await restoreDefaults()
      const defaultPaths = await readPaths()
      assert.ok(
        !defaultPaths.includes('/about') &&
          !defaultPaths.includes('/our-services') &&
          !defaultPaths.includes('/contact'),
      )
    })

    test('changes one menu without the other, and restores the default menus (OFF-106)', async () => {
      await restoreDefaults()
      const defaultHtml = await readPage('/imprint')
      await save({ main_menu: [createEntry('/', 'Start', 'শুরু')] })
      assert.deepEqual(await readMenuLinks('/imprint'), [['/', 'Start']])
      assert.deepEqual((await readQuickLinks('/imprint')).length, 4)
      assert.equal((await restoreDefaults()).status, 200)
      assert.equal(await readPage('/imprint'), defaultHtml)
    })

    const tooManyLinks = Array.from({ length: 9 }, (_, start) => createEntry(`/rooms?adult=${start}`, `Rooms ${start}`))
    const invalidMenus: [menu: Entry[], field: string, expected: string][] = [
      [[], '', 'A menu needs at least one link.'],
      [tooManyLinks, '', 'There can be at most 8 entries.'],
      [[createEntry('/', '')], '.0.title_en', 'Please fill this in.'],
      [[createEntry('/', ' ')], '.0.title_en', 'Please fill this in.'],
      [[createEntry('/', 'a'.repeat(25))], '.0.title_en', 'This may have at most 24 characters.'],
      [[createEntry('/', 'Home', 'ক'.repeat(25))], '.0.title_bn', 'This may have at most 24 characters.'],
      [[createEntry('/', 'Ho\nme')], '.0.title_en', 'This contains a character that is not allowed here.'],
      [[createEntry('', 'Home')], '.0.to', 'Please fill this in.'],
      ...[
        'javascript:alert(1)',
        '//evil.example',
        '/\\evil.example',
        'http://example.com',
        'https://user:word@example.com',
        'products',
        '/no-such-page',
        '/products/no-such-product',
        '/reading-blog/no-such-post',
        '/bn/products',
        '/office',
        '/booking-history-details/ABC',
      ].map((to): [Entry[], string, string] => [
        [createEntry('/', 'Home'), createEntry(to, 'Away')],
        '.1.to',
        translatorFor('en').t('error.link_path'),
      ]),
      [[createEntry('/', 'Home'), createEntry('/', 'Start')], '.1.to', 'This entry is in the list twice.'],
      [
        [createEntry('https://fair.example', 'Fair'), createEntry('https://FAIR.example/', 'Hall')],
        '.1.to',
        'This entry is in the list twice.',
      ],
      [[createEntry('/', 'Home'), createEntry('/rooms', 'home')], '.1.title_en', 'This entry is in the list twice.'],
      [
        [createEntry('/', 'Home', 'ঘর'), createEntry('/rooms', 'Rooms', 'ঘর')],
        '.1.title_bn',
        'This entry is in the list twice.',
      ],
    ]
    test('reports each invalid field and stores nothing (OFF-106)', async () => {
      const menusBefore = await readMenus()
      for (const name of ['main_menu', 'quick_links'] as const)
        for (const [menu, field, expectedMessage] of invalidMenus) {
          const { status, body } = await save({ [name]: menu })
          assert.deepEqual([status, body.errors], [422, { [name + field]: [expectedMessage] }], JSON.stringify(menu))
        }
      const response = await save({ main_menu: [createEntry('/nowhere', 'Home')], quick_links: [createEntry('/', '')] })
      assert.deepEqual(Object.keys(response.body.errors).sort(), ['main_menu.0.to', 'quick_links.0.title_en'])
      const banglaResponse = await app.call(
        'saveMenusSettings',
        { ...menusBefore, main_menu: [] },
        { token: ownerToken, language: 'bn' },
      )
      assert.deepEqual(banglaResponse.body.errors, { main_menu: [translatorFor('bn').t('error.menu_empty')] })
      assert.deepEqual(await readMenus(), menusBefore)
    })

    test('accepts eight links with the longest titles and every offered target (OFF-106)', async () => {
      const { body } = await call('getMenuChoices')
      for (const kind of ['pages', 'products', 'rooms', 'posts'] as const) {
        assert.ok(body[kind].length > 0, kind)
        for (const { to, title_en, title_bn } of body[kind]) assert.ok(to && title_en && title_bn, to)
        for (let start = 0; start < body[kind].length; start += 8) {
          const main_menu = body[kind]
            .slice(start, start + 8)
            .map(({ to }: Entry, index: number) =>
              createEntry(to, `${index}`.padEnd(24, 'x'), `${index}`.padEnd(24, 'ক')),
            )
          const { status, body: savedMenus } = await save({ main_menu })
          assert.equal(status, 200, JSON.stringify(savedMenus))
          assert.deepEqual(savedMenus.main_menu, main_menu)
        }
      }
      assert.deepEqual(body.pages[0], { to: '/', title_en: 'Home', title_bn: translatorFor('bn').t('shell.home') })
      await restoreDefaults()
    })

    test('rejects a stale update with 409 and requires the settings permission (OFF-106, OFF-99)', async () => {
      const menusBefore = await readMenus()
      const responses = await Promise.all(
        ['One', 'Two'].map((title) =>
          call('saveMenusSettings', { ...menusBefore, main_menu: [createEntry('/', title)] }),
        ),
      )
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
      assert.equal((await call('saveMenusSettings', menusBefore)).status, 409)
      await restoreDefaults()
      const staffToken = await app.signIn('staff')
      assert.equal((await call('saveMenusSettings', await readMenus(), staffToken)).status, 403)
      assert.equal((await call('getMenuChoices', {}, staffToken)).status, 403)
      await grantToDesk(app, ['change settings'])
      assert.equal((await call('saveMenusSettings', await readMenus(), staffToken)).status, 200)
    })

    if (engine.name === 'postgres')
      test('shows changed menus in a second process (OFF-106, OFF-98)', async () => {
        const secondServer = await startSecondProcess(app)
        try {
          for (const path of ['/', '/bn/about']) assert.ok(!(await secondServer.text(path)).includes('ওখানে'))
          await save({ main_menu: [createEntry('/rooms', 'Seen over there', 'ওখানে')] })
          await secondServer.untilShown('/', '>Seen over there</a>')
          await secondServer.untilShown('/bn/about', '>ওখানে</a>')
        } finally {
          await secondServer.close()
        }
      })
  })
}

/** Returns path, title and current-page mark of each link in a part of a page. */
function listLinksWithin(html: string, partPattern: RegExp): string[][] {
  const [, links = ''] = partPattern.exec(html) ?? []
  return [...links.matchAll(/<a ([^>]*)>(.*?)<\/a>/gs)].map(([, attributes, title]) => {
    const [, href] = /href="([^"]*)"/.exec(attributes!)!
    const [, currentValue] = /aria-current="([^"]*)"/.exec(attributes!) ?? []
    return [href!, title!, ...(currentValue ? [currentValue] : [])]
  })
}
