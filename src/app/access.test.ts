import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { enginesFor } from '#testing/engines.ts'
import { callers, signInAllCallers, type Caller } from '#testing/callers.ts'
import { endpointAccess, otherPathStatuses, pageStatuses } from '#testing/access.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { postsInputs } from '#testing/posts-access.ts'
import { settingsInputs } from '#testing/settings-access.ts'
import { createPngOfSize } from '#testing/upload-files.ts'
import { tier } from '#testing/tier.ts'
import { authenticateToken } from '#people/accounts/session-store.ts'
import { contract } from './product-api.ts'
import { hasPermission, type Permission } from '#schema/permissions.ts'
import type { CallerAccount } from '#platform/contract.ts'
import { everyEndpoint, type EveryEndpointName } from '#routes/office.ts'
import { languages, inLanguage, pages, type PageName } from '#routes/public.ts'

test('the access table has a row for every endpoint, and an existing path for every page', () => {
  assert.deepEqual(Object.keys(endpointAccess).sort(), Object.keys(everyEndpoint).sort())
  for (const [name, paths] of Object.entries(pageStatuses)) {
    const pattern = new RegExp('^' + pages[name as PageName].replace(/:\w+/g, '[^/]+') + '$')
    assert.ok(
      Object.entries(paths).some(([path, status]) => status < 400 && pattern.test(path.split('?')[0]!)),
      name,
    )
  }
})

const names = Object.keys(endpointAccess) as EveryEndpointName[]
const isDenied = (status: number) => status === 401 || status === 403
/** Endpoints whose response depends on the caller; their handlers decide. */
const ownerEndpoints = names.filter(
  (name) =>
    contract[name].who === 'stay link' || new Set(endpointAccess[name].filter((status) => !isDenied(status))).size > 1,
)
const roleEndpoints = names.filter((name) => !ownerEndpoints.includes(name))

for (const engine of enginesFor(import.meta.url)) {
  describe(`access by role, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let tokens: Record<Caller, string | undefined>
    let booking: string
    let session: string
    let enquiry: string
    before(async () => {
      tokens = await signInAllCallers(app)
      const form = {
        name: 'Anna',
        email: 'anna@buyer.example',
        phone: '+494066969123',
        checkin: app.day(20),
        checkout: app.day(21),
        paymenttype: 2,
        adult: 1,
        child: 0,
        slug: 'twin',
      }
      booking = (await app.call('requestBooking', form, { token: tokens.member })).body.booking_id
      const enquiryForm = { company: 'Becker', name: 'Anna', email: form.email, lines: [{ product: 'zipper' }] }
      const sentOptions = { token: tokens.member!, files: [{ name: 'swatch.png', bytes: createPngOfSize() }] }
      enquiry = (await app.call('sendEnquiry', enquiryForm, sentOptions)).body.reference
      await app.signIn('anna')
      const { body } = await app.call('getSessions', {}, { token: tokens.member })
      session = body.data.find((item: { current: boolean }) => !item.current).id
    })

    const createInputs = (): Partial<Record<EveryEndpointName, object>> => ({
      getPostData: { post_category_id: 4 },
      getSlugData: { slug: 'zipper' },
      getPassages: { page: 'home' },
      getRoomDetails: { slug: 'single' },
      checkSelectedFacilities: { id: 1 },
      getProductDetails: { slug: 'zipper' },
      filterBooking: { check_in: app.day(1), check_out: app.day(2), adult: 1, child: 0 },
      nearBooking: { check_in: app.day(1), check_out: app.day(2), adult: 1, child: 0 },
      getStayPrice: { slug: 'single', check_in: app.day(1), check_out: app.day(2), adult: 1, child: 0 },
      getNearStays: { slug: 'single', check_in: app.day(1), check_out: app.day(2), adult: 1, child: 0 },
      getUnavailableRooms: { check_in: app.day(1), check_out: app.day(2), adult: 1, child: 0 },
      getRoomNights: { from: app.day(0), nights: 7 },
      verifyStay: { token: 'x'.repeat(43) },
      getStay: { token: 'x'.repeat(43) },
      getPayment: { payment: 'x'.repeat(43) },
      getQuotation: { token: 'x'.repeat(43) },
      getQuotationPdf: { token: 'x'.repeat(43) },
      getOrder: { token: 'x'.repeat(43) },
      getOrderPdf: { token: 'x'.repeat(43) },
      getOrderDocument: { token: 'x'.repeat(43), file: 1 },
      getSentEnquiry: { token: 'x'.repeat(43) },
      writeAboutEnquiry: { token: 'x'.repeat(43), text: 'How soon?' },
      openOwnEnquiry: { code: enquiry },
      cancelStay: { token: 'x'.repeat(43), fee: 0 },
      getStayCalendar: { id: booking },
      getOwnInvoices: { id: booking },
      guestRegister: { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' },
      forgotPassword: { email: 'anna@buyer.example' },
      checkLink: { purpose: 'reset-password', token: 'x'.repeat(43) },
      getBookingDetails: { id: booking },
      getBookingSummary: { id: booking },
      cancelBooking: { id: booking, fee: 0 },
      getAttachment: { enquiry, file: 1 },
      endSession: { id: session },
      getBookingRecord: { code: booking },
      getEnquiryRecord: { code: 'NOSUCH' },
      getMessageRecord: { id: 2_000_000_000 },
      getColleague: { id: 2_000_000_000 },
      getPerson: { id: 2_000_000_000 },
      ...settingsInputs,
      ...postsInputs,
      getPreview: { token: 'x'.repeat(22) },
      getRoomRecord: { id: 1 },
      getFacilityGroup: { id: 1 },
      getRoomUnits: { room: 1 },
      getNightHistory: { room: 1, day: '2027-03-05' },
      getEnquiriesOfPerson: { account: 1 },
      getPersonData: { id: 2_000_000_000 },
      getStaffRole: { id: 1 },
    })

    const groupByPerson = (statuses: readonly (number | string)[]) =>
      Object.fromEntries(callers.map((person, index) => [person, statuses[index]]))
    const readStatusFor = async (name: EveryEndpointName, person: Caller) =>
      (await app.call(name, createInputs()[name], { token: tokens[person] })).status
    /** Calls an endpoint as each person and compares the statuses with the table. */
    async function assertRow(name: EveryEndpointName) {
      const actualStatuses = await Promise.all(callers.map((person) => readStatusFor(name, person)))
      assert.deepEqual(groupByPerson(actualStatuses), groupByPerson(endpointAccess[name]), name)
    }
    test('matches the permissions of each person at each endpoint (S2)', async () => {
      const accounts = await Promise.all(
        callers.map((person) => authenticateToken(app.db, app.clock.now, tokens[person] ?? '', 'en', true)),
      )
      const getExpectedGuard = (who: Permission | 'anyone', account: CallerAccount | null) =>
        who === 'anyone' || hasPermission(account, who) ? 'open' : account ? 403 : 401
      const getGuardByStatus = (status: number) => (isDenied(status) ? status : 'open')
      for (const name of names) {
        const { who } = contract[name]
        // Either the link in an email or the session of the booker gives access, so the handlers decide.
        if (who === 'stay link') continue
        const expectedGuards = accounts.map((account) => getExpectedGuard(who, account))
        assert.deepEqual(groupByPerson(expectedGuards), groupByPerson(endpointAccess[name].map(getGuardByStatus)), name)
      }
    })

    if (tier === 'gate') {
      test('gives a visitor the expected status at each endpoint, so every endpoint checks permissions (S2)', async () => {
        for (const name of names) assert.equal(await readStatusFor(name, 'visitor'), endpointAccess[name][0], name)
      })

      test('shows data of one person to no other person (S2)', async () => {
        assert.ok(ownerEndpoints.length >= 10)
        for (const name of ownerEndpoints) await assertRow(name)
      })

      test('allows or denies callers over HTTP according to each permission (S2)', async () => {
        for (const [audience, [name]] of Map.groupBy(roleEndpoints, (item) => contract[item].who)) {
          const expectedStatuses = endpointAccess[name!]
          const firstAllowedCaller = callers[expectedStatuses.findIndex((status) => !isDenied(status))]!
          const lastDeniedCaller = callers[expectedStatuses.lastIndexOf(403)] ?? 'junk token'
          for (const person of [lastDeniedCaller, firstAllowedCaller])
            assert.equal(
              await readStatusFor(name!, person),
              expectedStatuses[callers.indexOf(person)],
              `${audience}: ${name} for ${person}`,
            )
        }
      })
    } else
      test('gives each person the expected status at each endpoint (S2)', async () => {
        for (const name of names) await assertRow(name)
      })

    // Rendering every page in both languages is slow, and the engine has no influence on the language. The gate
    // requests each page in one language. The other tiers request both languages on SQLite, and English on PostgreSQL.
    test('gives the expected status for every page in both languages, with the same content for every visitor (APP-1)', async () => {
      const ownerToken = await app.signIn('owner')
      const paths = Object.values(pageStatuses).flatMap((item) => Object.entries(item))
      const getLanguagesFor = (index: number) =>
        tier === 'gate' ? [languages[index % 2]!] : engine.name === 'sqlite' ? languages : (['en'] as const)
      const localizedPaths = paths.flatMap(([path, status], index) =>
        getLanguagesFor(index).map((language) => [inLanguage(path, language), status] as const),
      )
      for (const [path, status] of [...localizedPaths, ...Object.entries(otherPathStatuses)]) {
        const response = await app.get(path)
        assert.equal(response.status, status, path)
        assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
        const repeatedResponse = await app.get(path, {
          authorization: `Bearer ${ownerToken}`,
          cookie: 'token=x',
          'accept-language': 'bn',
        })
        assert.equal(removeCaptcha(await repeatedResponse.text()), removeCaptcha(await response.text()), path)
      }
    })
  })
}

const removeCaptcha = (html: string) =>
  html.includes('captcha_token') ? html.replaceAll(/[\w-]{16}\.\d{13}\.[\w-]{43}|[\d০-৯]+/g, '') : html
