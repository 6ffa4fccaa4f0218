import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp, type TestApp } from '#testing/test-app.ts'
import { readEmailsTo } from '#testing/emails.ts'
import { grantToDesk, startSecondProcess } from '#testing/second-process.ts'

const sections = ['company', 'contact', 'stays', 'payments', 'charges', 'menus'] as const
const emptyEmergencySettings = { shift_first: '', shift_second: '', shift_third: '', emergency_to: '' }
type Section = (typeof sections)[number]
const getMethodName = (section: Section) =>
  `save${section[0]!.toUpperCase()}${section.slice(1)}Settings` as 'saveCompanySettings'

/** Invalid values of each section with the field that reports the error. */
const invalidValues: Record<Section, [patch: object, field: string][]> = {
  company: [
    [{ name_en: ' ' }, 'name_en'],
    [{ name_bn: 'ক'.repeat(81) }, 'name_bn'],
    [{ tagline_en: 'a\nb' }, 'tagline_en'],
    [{ founding_year: 1699 }, 'founding_year'],
    [{ founding_year: '1995' }, 'founding_year'],
    [{ language: 'de' }, 'language'],
  ],
  contact: [
    [{ email: 'hello@' }, 'email'],
    [{ email: '' }, 'email'],
    [{ telephone: 'call us' }, 'telephone'],
    [{ map_embed_url: 'http://www.openstreetmap.org/' }, 'map_embed_url'],
    [{ map_embed_url: 'javascript:alert(1)' }, 'map_embed_url'],
    // Hosts that would add directives to the content security policy of every page (SEC-7).
    [{ map_embed_url: 'https://www.a.example;sandbox/' }, 'map_embed_url'],
    [{ map_embed_url: 'https://a.example,b.example/' }, 'map_embed_url'],
    [{ map_embed_url: "https://a.example'/" }, 'map_embed_url'],
    [{ map_embed_url: 'https://*.example.com/' }, 'map_embed_url'],
    [{ map_link_url: 'https://user:word@evil.example/' }, 'map_link_url'],
    [{ map_link_url: 'openstreetmap.org' }, 'map_link_url'],
    [{ lat: 90.1 }, 'lat'],
    [{ lon: -181 }, 'lon'],
    [{ lat: null }, 'lat'],
    [{ lon: null }, 'lon'],
    [{ whats_app: 'yes' }, 'whats_app'],
    [{ opening_hours_en: '9\n17' }, 'opening_hours_en'],
    [{ social: [{ network: 'Face Book', url: 'https://example.com', followers: null }] }, 'social.0.network'],
    [{ social: [{ network: 'facebook', url: 'http://example.com', followers: null }] }, 'social.0.url'],
    [{ social: [{ network: 'facebook', url: 'https://example.com', followers: -1 }] }, 'social.0.followers'],
  ],
  stays: [
    [{ time_zone: 'Asia/Nowhere' }, 'time_zone'],
    [{ time_zone: '+06:00' }, 'time_zone'],
    [{ check_in_from: '24:00' }, 'check_in_from'],
    [{ check_out_until: '9:00' }, 'check_out_until'],
    [{ max_nights: 0 }, 'max_nights'],
    [{ horizon_days: 1_096 }, 'horizon_days'],
    [{ answer_hours: 1.5 }, 'answer_hours'],
    [{ hold_minutes: 4 }, 'hold_minutes'],
    [{ day_en: 'Tea at seven' }, 'day_en'],
    [{ day_bn: '07:00 চা\n25:00 ঘুম' }, 'day_bn'],
    [{ needs_approval: 'yes' }, 'needs_approval'],
  ],
  payments: [
    [{ takes_online: 'yes' }, 'takes_online'],
    [{ refunds_approved: 1 }, 'refunds_approved'],
    [{ invoices_once_paid: 'yes' }, 'invoices_once_paid'],
    [{ bank_details_en: 'a'.repeat(301) }, 'bank_details_en'],
  ],
  charges: [
    [{ breakfast_bdt: -1 }, 'breakfast_bdt'],
    [{ transfer_bdt: 1.234 }, 'transfer_bdt'],
    [{ airport_km: null }, 'airport_km'],
    [{ airport_from_minutes: 61 }, 'airport_to_minutes'],
    [{ exchange_day: '2027-02-30' }, 'exchange_day'],
    [{ exchange_day: '' }, 'exchange_day'],
    [{ exchange_usd: 0 }, 'exchange_usd'],
    [{ exchange_eur: '12.' }, 'exchange_eur'],
  ],
  menus: [[{ main_menu: [] }, 'main_menu']],
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`editing company settings, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
    })

    const readSettings = async () => (await app.call('getSettings', {}, { token: ownerToken })).body
    const save = (section: Section, form: object, token = ownerToken) =>
      app.call(getMethodName(section), form, { token })
    const readPage = async (path: string) => (await app.get(path)).text()

    test('accepts unchanged settings without an audit log entry (OFF-91)', async () => {
      const settingsBefore = await readSettings()
      for (const section of sections) {
        const { status, body } = await save(section, settingsBefore[section])
        assert.equal(status, 200, `${section} ${JSON.stringify(body)}`)
        assert.deepEqual(body, { ...settingsBefore[section], version: settingsBefore[section].version + 1 })
      }
      assert.equal(await countChanges(app, 'settings changed'), 0)
    })

    for (const section of sections) {
      test(`${section}: reports each invalid field and stores nothing (OFF-91)`, async () => {
        const settingsBefore = await readSettings()
        for (const [patch, field] of invalidValues[section]) {
          const { status, body } = await save(section, { ...settingsBefore[section], ...patch })
          assert.equal(status, 422, JSON.stringify(patch))
          assert.deepEqual(Object.keys(body.errors), [field], JSON.stringify(patch))
        }
        assert.deepEqual(await readSettings(), settingsBefore)
      })
    }

    test('rejects text, more than two decimals and fractions of minutes with exact messages (OFF-91)', async () => {
      const { charges } = await readSettings()
      const readErrorsFor = async (patch: object) =>
        Object.values((await save('charges', { ...charges, ...patch })).body.errors)
      assert.deepEqual(await readErrorsFor({ breakfast_bdt: 'many' }), [['This must be a number.']])
      assert.deepEqual(await readErrorsFor({ breakfast_bdt: 1.234 }), [['This may have at most two decimals.']])
      assert.deepEqual(await readErrorsFor({ airport_from_minutes: 1.5 }), [['This must be a whole number.']])
    })

    test('shows the opening hours on the contact page, and no row without them (DES-90)', async () => {
      const { contact } = await readSettings()
      await save('contact', { ...contact, opening_hours_en: 'Sunday to Thursday, 09:00–18:00', opening_hours_bn: '' })
      for (const path of ['/contact', '/bn/contact'])
        assert.match(await readPage(path), /<dd>Sunday to Thursday, 09:00–18:00<\/dd>/)
      await save('contact', { ...(await readSettings()).contact, opening_hours_en: '' })
      assert.doesNotMatch(await readPage('/contact'), /<dt>Opening hours/)
    })

    test('shows changed settings on the website immediately and logs the change (OFF-98, OFF-91)', async () => {
      await readPage('/contact')
      await readPage('/bn')
      const { contact, company, stays, charges } = await readSettings()
      await save('contact', { ...contact, telephone: '+880 2 4444 0000', address_bn: '' })
      assert.ok((await readPage('/contact')).includes('+880 2 4444 0000'))
      assert.ok((await readPage('/bn/contact')).includes('Road 11, Banani'))
      await save('company', {
        ...company,
        name_bn: 'সেলভেজ ট্রিমস',
        house_name_en: 'Trim House',
        trade_licence: '',
      })
      assert.ok((await readPage('/bn')).includes('সেলভেজ ট্রিমস'))
      assert.ok(!(await readPage('/imprint')).includes('TRAD/DNCC'))
      for (const path of ['/', '/rooms', '/service', '/booking-details/single', '/imprint'])
        assert.ok((await readPage(path)).includes('Trim House'), path)
      await save('stays', { ...stays, check_in_from: '15:30' })
      assert.ok((await readPage('/booking-details/single')).includes('15:30'))
      await save('charges', { ...charges, breakfast_bdt: 512.5, transfer_bdt: null, exchange_usd: null })
      const roomHtml = await readPage('/booking-details/single')
      assert.ok(roomHtml.includes('BDT\u00a0512.5') && !roomHtml.includes('1,500 a car'))
      await save('contact', {
        ...(await readSettings()).contact,
        social: [{ network: 'youtube', url: 'https://www.youtube.com/@selvage', followers: 1_200 }],
        whats_app: '',
      })
      const homeHtml = await readPage('/')
      assert.ok(homeHtml.includes('https://www.youtube.com/@selvage') && !homeHtml.includes('wa.me'))
      assert.ok(!(await readPage('/contact')).includes('<dt>WhatsApp</dt>'))

      const { body } = await app.call('getLog', { subject: 'settings contact' }, { token: ownerToken })
      assert.deepEqual(body.data[1].changes, [
        { field: 'address_bn', before: contact.address_bn, after: '' },
        { field: 'telephone', before: '+880 2 5550 0100', after: '+880 2 4444 0000' },
      ])
      assert.equal(body.data[0].who, 'Nasreen Akter')
    })

    test('adds the time zone to pages if it differs from the default (OFF-91, OFF-98)', async () => {
      const { stays } = await readSettings()
      const londonZoneJson = '"clock.zone":"Europe/London"'
      assert.ok(!(await readPage('/contact')).includes('clock.zone'))
      await save('stays', { ...stays, time_zone: 'Europe/London' })
      assert.ok(
        (await readPage('/contact')).includes(londonZoneJson) &&
          (await readPage('/bn/contact')).includes(londonZoneJson),
      )
      await save('stays', { ...(await readSettings()).stays, time_zone: stays.time_zone })
      assert.ok(!(await readPage('/contact')).includes('clock.zone'))
    })

    test('rejects a stale update and versions each section separately (OFF-99)', async () => {
      const settingsBefore = await readSettings()
      const firstResponse = await save('company', { ...settingsBefore.company, tagline_en: 'First' })
      const secondResponse = await save('company', { ...settingsBefore.company, tagline_en: 'Second' })
      assert.deepEqual([firstResponse.status, secondResponse.status], [200, 409])
      assert.equal((await save('charges', { ...settingsBefore.charges, breakfast_bdt: 500 })).status, 200)
      assert.equal((await readSettings()).company.tagline_en, 'First')
      const responses = await Promise.all(
        ['a', 'b'].map((tagline_en) => save('company', { ...firstResponse.body, tagline_en })),
      )
      assert.deepEqual(responses.map(({ status }) => status).sort(), [200, 409])
    })

    test('requires the settings permission (OFF-99)', async () => {
      const staffToken = await app.signIn('staff')
      const { charges } = await readSettings()
      assert.equal((await save('charges', charges, staffToken)).status, 403)
      await grantToDesk(app, ['change settings'])
      assert.equal((await save('charges', charges, staffToken)).status, 200)
      assert.equal((await app.call('getLog', {}, { token: staffToken })).status, 403)
    })

    test('sends a test email to the caller under the configured sender name (OFF-93)', async () => {
      const { body: sendingSettings } = await app.call('getSendingSettings', {}, { token: ownerToken })
      assert.equal(sendingSettings.address, 'hello@selvage.example')
      const senderSettings = {
        sender_name_en: 'Selvage Front Desk',
        sender_name_bn: 'সেলভেজ ডেস্ক',
        morning_email: '',
        ...emptyEmergencySettings,
        version: sendingSettings.version,
      }
      assert.equal((await app.call('saveEmailsSettings', senderSettings, { token: ownerToken })).status, 200)
      const staleResponse = await app.call('saveEmailsSettings', senderSettings, { token: ownerToken })
      assert.equal(staleResponse.status, 409)
      const invalidSender = {
        sender_name_en: 'a <b@c.example>',
        sender_name_bn: '',
        morning_email: '',
        ...emptyEmergencySettings,
        version: sendingSettings.version + 1,
      }
      assert.deepEqual(
        Object.keys((await app.call('saveEmailsSettings', invalidSender, { token: ownerToken })).body.errors),
        ['sender_name_en'],
      )
      const { body } = await app.call('sendTestEmail', {}, { token: ownerToken, language: 'bn' })
      assert.deepEqual(body, { to: sendingSettings.to, failure: null })
      const email = (await readEmailsTo(app, sendingSettings.to)).at(-1)!
      assert.equal(email.header('subject'), 'টেস্ট ইমেইল')
      assert.equal(email.header('from'), 'সেলভেজ ডেস্ক <hello@selvage.example>')
      const { body: log } = await app.call('getLog', { subject: 'settings emails' }, { token: ownerToken })
      assert.deepEqual(
        log.data.map(({ action }: { action: string }) => action),
        ['test email sent', 'settings changed'],
      )
    })

    test('adds and removes future VAT rates, but not past ones (OFF-92)', async () => {
      const getRates = async () => (await app.call('getVatRates', {}, { token: ownerToken })).body
      const saveRates = (form: object) => app.call('saveVatRates', form, { token: ownerToken })
      const ratesBefore = await getRates()
      assert.deepEqual(ratesBefore, { version: 1, fixed: [{ from: null, percent: 15, service: 0 }], future: [] })
      for (const [futureRates, field] of [
        [[{ from: app.day(0), percent: 10 }], 'future.0.from'],
        [[{ from: app.day(-1), percent: 10 }], 'future.0.from'],
        [[{ from: '2027-02-30', percent: 10 }], 'future.0.from'],
        [[{ from: app.day(1), percent: 100.5 }], 'future.0.percent'],
        [[{ from: app.day(1), percent: 7.125 }], 'future.0.percent'],
        [[app.day(1), app.day(1)].map((from) => ({ from, percent: 10 })), 'future.1.from'],
      ] as const) {
        const { status, body } = await saveRates({ version: 1, future: futureRates })
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(futureRates))
      }
      const futureRates = [{ from: app.day(2), percent: 7.5, service: 0 }]
      assert.deepEqual((await saveRates({ version: 1, future: futureRates })).body, {
        ...ratesBefore,
        version: 2,
        future: futureRates,
      })
      assert.equal((await saveRates({ version: 1, future: [] })).status, 409)
      const getStayPrice = async () => {
        const stay = { slug: 'single', check_in: app.day(5), check_out: app.day(6), adult: 1, child: 0 }
        return (await app.call('getStayPrice', stay)).body
      }
      const [priceBefore, startTime] = [await getStayPrice(), app.clock.now]
      app.clock.advance(3 * 86_400_000)
      const newOwnerToken = await app.signIn('owner')
      assert.notDeepEqual(await getStayPrice(), priceBefore)
      const ratesAfter = (await app.call('getVatRates', {}, { token: newOwnerToken })).body
      assert.deepEqual(ratesAfter.future, [])
      assert.equal(ratesAfter.fixed.length, 2)
      await app.call('saveVatRates', { version: 2, future: [] }, { token: newOwnerToken })
      assert.equal((await app.call('getVatRates', {}, { token: newOwnerToken })).body.fixed.length, 2)
      app.clock.now = startTime
    })

    if (engine.name === 'postgres')
      test('shows changed settings in a second process (OFF-98)', async () => {
        const secondServer = await startSecondProcess(app)
        try {
          assert.ok(!(await secondServer.text('/contact')).includes('+880 2 7777 0000'))
          const { contact } = await readSettings()
          await save('contact', { ...contact, telephone: '+880 2 7777 0000' })
          await secondServer.untilShown('/contact', '+880 2 7777 0000')
        } finally {
          await secondServer.close()
        }
      })
  })
}

const countChanges = async (app: TestApp, action: string) =>
  (await app.db.selectFrom('audit').select('id').where('action', '=', action).execute()).length
