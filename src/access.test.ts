import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { engines } from '../testing/engines.ts'
import { openHouse, type TestHouse } from '../testing/house.ts'
import { everyEndpoint, type EveryEndpointName } from './urls-office.ts'
import { apiDocsPath, languages, inLanguage, pages, type PageName } from './urls.ts'

const people = [
  'visitor',
  'junk token',
  'guest',
  'member',
  'other member',
  'staff',
  'owner',
  'expired',
  'suspended',
] as const
type Row = readonly [number, number, number, number, number, number, number, number, number]

/**
 * Who may call what: the status that each of the people gets. What asks for more than a test should do is asked with
 * an empty form: then 422 is the answer of a door that is open.
 */
const access: Record<EveryEndpointName, Row> = {
  //                       visitor junk guest member other staff owner expired suspended
  getGlobalData: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getSliderData: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getPostData: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getSlugData: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getCategories: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getPassages: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  activeRooms: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getRoomDetails: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getFacilities: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  checkSelectedFacilities: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getCaptcha: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getProducts: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getProductDetails: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getOpenApi: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getStayPrice: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  getRoomNights: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  nearBooking: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  filterBooking: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  // By a link that only the guest's letter holds.
  proveStay: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  getStay: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  cancelStay: [404, 404, 404, 404, 404, 404, 404, 404, 404],
  sendContact: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  sendEnquiry: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  guestRegister: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  userLogin: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  userRegister: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  register: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  forgotPassword: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  resetPassword: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  confirmEmail: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  undoEmailChange: [422, 422, 422, 422, 422, 422, 422, 422, 422],
  lookAtLink: [200, 200, 200, 200, 200, 200, 200, 200, 200],
  requestGuestBooking: [401, 401, 422, 422, 422, 422, 422, 401, 401],
  requestBooking: [401, 401, 403, 422, 422, 422, 422, 401, 401],
  activeBookingRooms: [401, 401, 200, 200, 200, 200, 200, 401, 401],
  // A stay of the member's: nobody else's to see, whatever their role.
  getStayCalendar: [404, 404, 404, 200, 404, 404, 404, 404, 404],
  getBookingDetails: [401, 401, 404, 200, 404, 404, 404, 401, 401],
  getBookingSummary: [401, 401, 404, 200, 404, 404, 404, 401, 401],
  cancelBooking: [401, 401, 404, 200, 404, 404, 404, 401, 401],
  getRoles: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  getUserRow: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  updateBookingUser: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  keepEmail: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  updatePassword: [401, 401, 403, 422, 422, 422, 422, 401, 401],
  getSessions: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  // A session of the member's: nobody else's to end, whatever their role.
  endSession: [401, 401, 403, 200, 404, 404, 404, 401, 401],
  endOtherSessions: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  getMyData: [401, 401, 403, 200, 200, 200, 200, 401, 401],
  closeAccount: [401, 401, 403, 422, 422, 422, 422, 401, 401],
  // The company's own people alone.
  getWaitingRequests: [401, 401, 403, 403, 403, 200, 200, 401, 401],
  getWaitingEnquiries: [401, 401, 403, 403, 403, 200, 200, 401, 401],
  getWaitingMessages: [401, 401, 403, 403, 403, 200, 200, 401, 401],
  getBookingFile: [401, 401, 403, 403, 403, 200, 200, 401, 401],
  confirmRequest: [401, 401, 403, 403, 403, 422, 422, 401, 401],
  declineRequest: [401, 401, 403, 403, 403, 422, 422, 401, 401],
  getEnquiryFile: [401, 401, 403, 403, 403, 404, 404, 401, 401],
  markEnquiry: [401, 401, 403, 403, 403, 422, 422, 401, 401],
  getMessageFile: [401, 401, 403, 403, 403, 404, 404, 401, 401],
  markMessage: [401, 401, 403, 403, 403, 422, 422, 401, 401],
  // Ends the sessions, so it stands last.
  logout: [401, 401, 200, 200, 200, 200, 200, 401, 401],
}

/** Every page is the same for everybody, but for the sum of the contact page, which counts once. */
const pageStatus: Record<PageName, Record<string, number>> = {
  home: { '/': 200, '/?utm_source=mail': 200 },
  about: { '/about': 200 },
  service: { '/service': 200 },
  goals: { '/goals': 200 },
  ourOfferings: { '/our-offerings': 200 },
  countries: { '/countries': 200 },
  courses: { '/courses': 200 },
  ourServices: { '/our-services': 200 },
  missionVision: { '/mission-vision': 200 },
  blog: { '/blog': 200 },
  blogDetails: {
    '/blog-details': 302,
    '/blog-details?slug=button-sizes-in-ligne': 302,
    '/blog-details?slug=%00': 302,
    '/blog-details?utm_source=mail': 302,
  },
  post: { '/reading-blog/how-to-choose-a-zipper': 200, '/reading-blog/no-such-post': 404, '/reading-blog': 404 },
  detail: { '/details/zipper': 200, '/details/no-such-post': 404, '/details/%00': 404, '/details': 404 },
  contact: { '/contact': 200, '/contact?sent=1': 200 },
  privacy: { '/privacy': 200 },
  products: { '/products': 200 },
  product: { '/products/zipper': 200, '/products/no-such-product': 404, [`/products/${'x'.repeat(201)}`]: 404 },
  enquiry: { '/enquiry': 200 },
  rooms: { '/rooms': 200, '/rooms?checkIn=x&adult=-1': 200 },
  room: {
    '/booking-details/single': 200,
    '/booking-details/no-such-room': 404,
    [`/booking-details/${'x'.repeat(201)}`]: 404,
    '/booking-details': 404,
  },
  packages: { '/premimum-packages': 200 },
  premiumPackages: { '/premium-packages': 301 },
  bookingSuccess: { '/booking-success': 200 },
  login: { '/login': 200, '/login?next=//evil.example': 200 },
  userLogin: { '/user-login': 200 },
  signUp: { '/signup': 200 },
  register: { '/register': 200 },
  forgotPassword: { '/forget-password': 200 },
  resetPassword: { '/reset-password': 200 },
  confirmEmail: { '/confirm-email': 200 },
  undoEmail: { '/undo-email-change': 200 },
  profile: { '/user/profile': 200 },
  changePassword: { '/user/change-password': 200 },
  dashboard: { '/dashboard': 200 },
  // Whose it is, only the browser knows: it shows the page of what is not there.
  booking: { '/booking-history-details/ABCDEFGHJK': 200 },
}
const otherPaths: Record<string, number> = {
  [apiDocsPath]: 200,
  // A shell, in which nothing stands yet: what it shows is asked for by whoever has signed in.
  '/office': 200,
  '/bn/office': 200,
  '/office?kind=enquiries': 200,
  '/office/bookings/ABCDEFGHJK': 200,
  '/bn/office/enquiries/ABCDEFGH': 200,
  '/office/messages/1': 200,
  '/office/no-such-page': 404,
  '/bn/office/bookings': 404,
  '/no-such-page': 404,
  '/bn/no-such-page': 404,
  '/assets/no-such.js': 404,
  '/pictures/no-such.avif': 404,
  '/.env': 404,
  '/.git/config': 404,
  '/package.json': 404,
  '/src/main.ts': 404,
  '/data/selvage.sqlite': 404,
  '/assets/..%2f..%2fpackage.json': 404,
}

test('every endpoint and every page has its row', () => {
  assert.deepEqual(Object.keys(access).sort(), Object.keys(everyEndpoint).sort())
  assert.deepEqual(Object.keys(pageStatus).sort(), Object.keys(pages).sort())
  for (const [name, paths] of Object.entries(pageStatus)) {
    const pattern = new RegExp('^' + pages[name as PageName].replace(/:\w+/g, '[^/]+') + '$')
    assert.ok(
      Object.entries(paths).some(([path, status]) => status < 400 && pattern.test(path.split('?')[0]!)),
      name,
    )
  }
})

for (const engine of engines) {
  describe(`who may do what, on ${engine.name}`, () => {
    let house: TestHouse
    let tokens: Record<(typeof people)[number], string | undefined>
    let booking: string
    let session: string
    before(async () => {
      house = await openHouse(engine)
      tokens = await signEverybodyIn(house)
      const form = {
        name: 'Anna',
        email: 'anna@buyer.example',
        phone: '+494066969123',
        checkin: house.day(20),
        checkout: house.day(21),
        paymenttype: 2,
        adult: 1,
        child: 0,
        slug: 'twin',
      }
      booking = (await house.call('requestBooking', form, { token: tokens.member })).body.booking_id
      await house.signIn('anna')
      const { body } = await house.call('getSessions', {}, { token: tokens.member })
      session = body.data.find((each: { current: boolean }) => !each.current).id
    })
    after(() => house.close())

    const inputs = (): Partial<Record<EveryEndpointName, object>> => ({
      getPostData: { post_category_id: 4 },
      getSlugData: { slug: 'zipper' },
      getPassages: { page: 'home' },
      getRoomDetails: { slug: 'single' },
      checkSelectedFacilities: { id: 1 },
      getProductDetails: { slug: 'zipper' },
      filterBooking: { check_in: house.day(1), check_out: house.day(2), adult: 1, child: 0 },
      nearBooking: { check_in: house.day(1), check_out: house.day(2), adult: 1, child: 0 },
      getStayPrice: { slug: 'single', check_in: house.day(1), check_out: house.day(2), adult: 1, child: 0 },
      getRoomNights: { from: house.day(0), nights: 7 },
      proveStay: { token: 'x'.repeat(43) },
      getStay: { token: 'x'.repeat(43) },
      cancelStay: { token: 'x'.repeat(43), fee: 0 },
      getStayCalendar: { id: booking },
      guestRegister: { name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' },
      forgotPassword: { email: 'anna@buyer.example' },
      lookAtLink: { purpose: 'reset-password', token: 'x'.repeat(43) },
      getBookingDetails: { id: booking },
      getBookingSummary: { id: booking },
      cancelBooking: { id: booking, fee: 0 },
      endSession: { id: session },
      getBookingFile: { code: booking },
      getEnquiryFile: { code: 'NOSUCH' },
      getMessageFile: { id: 2_000_000_000 },
    })

    test('each endpoint answers each of the people as the table says (S2)', async () => {
      for (const [name, row] of Object.entries(access)) {
        const input = inputs()[name as EveryEndpointName]
        const found = await Promise.all(
          people.map(
            async (person) => (await house.call(name as EveryEndpointName, input, { token: tokens[person] })).status,
          ),
        )
        const byPerson = (statuses: readonly number[]) =>
          Object.fromEntries(people.map((person, at) => [person, statuses[at]]))
        assert.deepEqual(byPerson(found), byPerson(row), name)
      }
    })

    // Making every page twice is slow, and no engine knows a language from another: one engine is asked in both.
    test('each page answers as the table says, in both languages, and nobody gets another one (APP-1)', async () => {
      const owner = await house.signIn('owner')
      const paths = Object.values(pageStatus).flatMap((each) => Object.entries(each))
      const asked = engine.name === 'sqlite' ? languages : (['en'] as const)
      const inEach = paths.flatMap(([path, status]) =>
        asked.map((language) => [inLanguage(path, language), status] as const),
      )
      for (const [path, status] of [...inEach, ...Object.entries(otherPaths)]) {
        const answer = await house.get(path)
        assert.equal(answer.status, status, path)
        assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8')
        const again = await house.get(path, {
          authorization: `Bearer ${owner}`,
          cookie: 'token=x',
          'accept-language': 'bn',
        })
        assert.equal(butItsSum(await again.text()), butItsSum(await answer.text()), path)
      }
    })
  })
}

const butItsSum = (html: string) =>
  html.includes('captcha_token') ? html.replaceAll(/[\w-]{16}\.\d{13}\.[\w-]{43}|[\d০-৯]+/g, '') : html

async function signEverybodyIn(house: TestHouse): Promise<Record<(typeof people)[number], string>> {
  for (const username of ['late', 'other', 'shut'])
    await house.call('userRegister', {
      name: username,
      email: `${username}@buyer.example`,
      username,
      password: 'a long password',
      password_confirmation: 'a long password',
    })
  const signIn = async (username: string) =>
    (await house.call('userLogin', { username, password: 'a long password' })).body.access_token as string
  const expired = await signIn('late')
  house.clock.advance(13 * 3_600_000)
  const suspended = await signIn('shut')
  await house.db.updateTable('account').set({ suspended_at: house.clock.now }).where('username', '=', 'shut').execute()
  return {
    visitor: undefined as never,
    'junk token': 'x'.repeat(43),
    guest: await house.newGuest(),
    member: await house.signIn('anna'),
    'other member': await signIn('other'),
    staff: await house.signIn('staff'),
    owner: await house.signIn('owner'),
    expired,
    suspended,
  }
}
