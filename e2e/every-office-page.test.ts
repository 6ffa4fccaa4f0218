import { after, before, describe, test } from 'node:test'
import { navigateTo, openVisit, type Visit } from '#testing/browser.ts'
import { sqlite } from '#testing/engines.ts'
import { createQuotationCalls, createSentSample } from '#testing/quotations.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { closingReasons } from '#testing/desk.ts'
import { payInDemo, loadSettlement } from '#testing/demo-payments.ts'
import { fillInbox } from '#testing/inbox.ts'
import { selectLanguages } from '#testing/pairs.ts'
import { createStayForm } from '#testing/stay-form.ts'
import { inLanguage, languages } from '#routes/public.ts'
import { officeEndpoints, officeHref, officePages, type OfficePageName } from '#routes/office.ts'
import { createBilledCustomer } from '#testing/customers.ts'
import { openOfficePage } from './open-office-page.ts'
import { getAxeWidths, checkPage } from './page-checks.ts'

/** One or more paths per page. The type requires an entry for every new page. */
const pathsByPage: Record<OfficePageName, (app: TestApp) => string[] | Promise<string[]>> = {
  today: () => [officePages.today],
  day: () => [officePages.day],
  closedDay: async (app) => [officeHref('closedDay', await closeFirstDay(app))],
  handover: () => [officePages.handover],
  chart: () => [officePages.chart],
  newBooking: () => [officePages.newBooking],
  webhooks: () => [officePages.webhooks],
  webhook: async (app) => [
    officeHref('webhook', 'new'),
    officeHref('webhook', (await createTestDelivery(app)).webhook),
  ],
  webhookDelivery: async (app) => [officeHref('webhookDelivery', (await createTestDelivery(app)).id)],
  policies: () => [officePages.policies],
  policy: () => [officeHref('policy', 1), officeHref('policy', 'new')],
  extras: () => [officePages.extras],
  extra: () => [officeHref('extra', 1), officeHref('extra', 'new')],
  bill: async (app) => [
    officeHref('bill', await readFirstRow(app, 'getBookings', 'code', { view: 'past' })),
    officeHref('bill', await readFirstRow(app, 'getWaitingRequests', 'code')),
    officeHref('bill', (await issueInvoice(app)).code),
  ],
  requests: () => [officePages.requests],
  bookings: () => [officePages.bookings, `${officePages.bookings}?view=past`, `${officePages.bookings}?search=nobody`],
  booking: async (app) => [
    officeHref('booking', await readFirstRow(app, 'getWaitingRequests', 'code')),
    officeHref('booking', await readFirstRow(app, 'getBookings', 'code', { view: 'past' })),
  ],
  quotations: () => [officePages.quotations, `${officePages.quotations}?view=won&search=nobody`],
  customers: async (app) => {
    await createBilledCustomer(app)
    return [officePages.customers, `${officePages.customers}?view=all&search=nobody`]
  },
  customer: async (app) => [officeHref('customer', (await createBilledCustomer(app)).id)],
  customerDetails: async (app) => [
    officeHref('customerDetails', (await createBilledCustomer(app)).id),
    officeHref('customerDetails', 'new'),
  ],
  customerAccount: async (app) => [officeHref('customerAccount', (await createBilledCustomer(app)).id)],
  receivables: async (app) => {
    await createBilledCustomer(app)
    return [officePages.receivables]
  },
  quotation: async (app) => [
    officeHref(
      'quotation',
      await startQuotation(app, await readFirstRow(app, 'getInbox', 'enquiry', { search: 'Nordwind' })),
    ),
  ],
  orders: async (app) => {
    await createOrder(app)
    return [officePages.orders, `${officePages.orders}?view=done&search=nobody`]
  },
  order: async (app) => [officeHref('order', await createOrder(app))],
  emails: () => [officePages.emails, `${officePages.emails}?view=failed&search=nobody`],
  email: async (app) => [
    officeHref('email', await readFirstRow(app, 'getEmails', 'id', { kind: 'enquiry_received' })),
    officeHref('email', await readFirstRow(app, 'getEmails', 'id', { kind: 'stay_requested' })),
  ],
  inbox: () => [officePages.inbox, `${officePages.inbox}?view=done`, `${officePages.inbox}?search=nobody`],
  cannedAnswers: () => [officePages.cannedAnswers],
  cannedAnswer: () => [officeHref('cannedAnswer', 'new')],
  enquiry: async (app) => [
    officeHref('enquiry', await readFirstRow(app, 'getInbox', 'enquiry', { search: 'Nordwind' })),
  ],
  message: async (app) => [officeHref('message', await readFirstRow(app, 'getInbox', 'message', { search: 'Mina' }))],
  people: () => [officePages.people, `${officePages.people}?search=nobody`],
  person: async (app) => [officeHref('person', await readFirstRow(app, 'getPeople', 'id'))],
  team: () => [officePages.team],
  colleague: () => [officeHref('colleague', 2)],
  role: () => [officeHref('role', 0), officeHref('role', 1)],
  settlement: async (app) => [officeHref('settlement', await importSettlement(app))],
  invoice: async (app) => {
    const { invoice, note } = await issueInvoice(app)
    return [officeHref('invoice', invoice), officeHref('invoice', note)]
  },
  invoices: () => [officePages.invoices, `${officePages.invoices}?month=2020-01`],
  payments: () => [officePages.payments],
  takings: () => [officePages.takings, `${officePages.takings}?day=2027-01-01`],
  settlements: () => [officePages.settlements],
  rooms: () => [officePages.rooms],
  room: () => [officeHref('room', 1), officeHref('room', 'new')],
  units: () => [officeHref('units', 1)],
  housekeeping: () => [officePages.housekeeping],
  register: () => [officePages.register, `${officePages.register}?day=2027-01-01`],
  stayGuests: async (app) => [
    officeHref('stayGuests', await readFirstRow(app, 'getBookings', 'code', { view: 'past' })),
  ],
  stayEmails: async (app) => [officeHref('stayEmails', await readFirstRow(app, 'getWaitingRequests', 'code'))],
  stayHistory: async (app) => [officeHref('stayHistory', await readFirstRow(app, 'getWaitingRequests', 'code'))],
  calendars: () => [officePages.calendars],
  rates: () => [officePages.rates],
  facilities: () => [officePages.facilities],
  facilityGroup: () => [officeHref('facilityGroup', 1), officeHref('facilityGroup', 'new')],
  pictures: () => [officePages.pictures],
  picture: () => [officeHref('picture', 'banner-showroom')],
  slides: () => [officePages.slides],
  slide: () => [officeHref('slide', 1), officeHref('slide', 'new')],
  products: () => [officePages.products],
  product: () => [officeHref('product', 1), officeHref('product', 'new')],
  certificates: () => [officePages.certificates],
  certificate: () => [officeHref('certificate', 1), officeHref('certificate', 'new')],
  posts: () => ['', '?state=draft&category=14', '?words=nothing+says+this'].map((query) => officePages.posts + query),
  post: () => [officeHref('post', 1), officeHref('post', 'new'), officeHref('post', 38)],
  texts: () => [officePages.texts],
  passage: () => [
    officeHref('passage', 'home.quality'),
    officeHref('passage', 'home.welcome'),
    `${officeHref('passage', 'new')}?page=service`,
  ],
  category: () => [officeHref('category', 14)],
  settings: () => [officePages.settings],
  settingsSection: () =>
    ['company', 'contact', 'stays', 'payments', 'charges', 'menus'].map((name) => officeHref('settingsSection', name)),
  emailsSettings: () => [officePages.emailsSettings],
  emailWordings: () => [officePages.emailWordings],
  emailWording: () => ['stay_requested', 'company_enquiry'].map((kind) => officeHref('emailWording', kind)),
  registerSettings: () => [officePages.registerSettings],
  vatSettings: () => [officePages.vatSettings],
  log: () => [officePages.log],
  figures: () => [officePages.figures, `${officePages.figures}?period=last_year&compare=previous&card=all`],
  figureStays: () => [
    `${officePages.figureStays}?figure=nights&from=2026-12-01&until=2027-01-31`,
    `${officePages.figureStays}?figure=no_shows&from=2026-12-01&until=2026-12-01`,
  ],
  visits: () => [officePages.visits, `${officePages.visits}?period=last_month&compare=previous`],
  status: () => [officePages.status],
  security: () => [officePages.security],
  welcome: () => [`${officePages.welcome}#token=${'x'.repeat(43)}`],
}

/** Pages with texts that are not translated, such as names and notes, or with both languages side by side. */
const untranslatedPages: readonly OfficePageName[] = [
  'webhooks',
  'webhook',
  'webhookDelivery',
  'invoice',
  'invoices',
  'payments',
  'settlement',
  'settlements',
  'bill',
  'emails',
  'email',
  'enquiry',
  'quotation',
  'quotations',
  'order',
  'orders',
  'customer',
  'customers',
  'customerAccount',
  'customerDetails',
  'receivables',
  'extra',
  'policy',
  'cannedAnswer',
  'certificate',
  'units',
  'calendars',
  'housekeeping',
  'chart',
  'today',
  'booking',
  'newBooking',
  'register',
  'stayGuests',
  'facilityGroup',
  'passage',
  'category',
  'post',
  'product',
  'room',
  'role',
  'slide',
  'picture',
  'settingsSection',
  'emailsSettings',
  'emailWording',
  'log',
]

async function readFirstRow(
  app: TestApp,
  list: 'getWaitingRequests' | 'getBookings' | 'getInbox' | 'getPeople' | 'getEmails',
  key: string,
  query = {},
): Promise<string> {
  const { body } = await app.call(list, query, { token: await app.signIn('owner') })
  return String(body.data[0][key])
}

/** Creates a webhook whose address cannot be reached, and its failed test delivery. */
async function createTestDelivery(app: TestApp): Promise<{ id: number; webhook: number }> {
  const token = await app.signIn('owner')
  const form = { address: 'https://hooks.invalid/selvage', description: 'The bookkeeping', events: ['stay.confirmed'] }
  const { body } = await app.call('addWebhook', form, { token })
  return (await app.call('sendTestWebhook', { id: body.id }, { token })).body
}

/** Issues an invoice for the latest past stay and credits one of its lines, if the stay has no invoice yet. */
async function issueInvoice(app: TestApp) {
  const code = await readFirstRow(app, 'getBookings', 'code', { view: 'past' })
  const token = await app.signIn('owner')
  const { invoices } = (await app.call('getStayInvoices', { code }, { token })).body
  if (invoices.length > 0) return { code, invoice: invoices[0].id, note: invoices[1].id }
  const { version } = (await app.call('getStayInvoices', { code }, { token })).body.buyer
  const buyer = { name: 'Nordwind GmbH', bin: '0001234560101', address: 'Kaiserkai 1, Hamburg' }
  await app.call('saveBuyer', { code, version, ...buyer }, { token })
  const issuedInvoices = (await app.call('issueInvoice', { code }, { token })).body.invoices
  await app.call('creditInvoice', { id: issuedInvoices[0].id, lines: [0], reason: 'Wrong nights' }, { token })
  return issueInvoice(app)
}

async function importSettlement(app: TestApp): Promise<number> {
  for (const [action, from] of [
    ['pay', 40],
    ['pay-risky', 44],
  ] as const)
    await payInDemo(app, action, { checkin: app.day(from), checkout: app.day(from + 2) })
  return loadSettlement(app, await app.signIn('owner'))
}

/** Closes the first day, if it is open, and returns the last closed one. */
async function closeFirstDay(app: TestApp): Promise<string> {
  const token = await app.signIn('owner')
  const { last, day } = (await app.call('getDay', {}, { token })).body
  return last ?? (await app.call('closeDay', { day, ...closingReasons }, { token })).body.last
}

/** Creates an order with a sample that was sent. */
async function createOrder(app: TestApp): Promise<number> {
  const { createOrdered, callOk } = createQuotationCalls(app, await app.signIn('owner'))
  const { id } = await createOrdered()
  await callOk('saveOrderShipment', { order: id, ...createSentSample(app) })
  return id
}

async function startQuotation(app: TestApp, enquiry: string): Promise<number> {
  const { body } = await app.call('startQuotation', { enquiry }, { token: await app.signIn('owner') })
  return body.id as number
}

for (const language of languages) {
  describe(`every office page, in ${language}`, () => {
    let app: TestApp
    let visitor: Visit
    before(async () => {
      app = await startTestApp(sqlite)
      await fillInbox(app, language)
      const token = await app.newGuest()
      await app.call('requestGuestBooking', createStayForm(app, {}), { token, key: 'a stay', language })
      visitor = await openVisit(app, {
        width: 320,
        locale: language === 'bn' ? 'bn-BD' : 'en-GB',
        possibleErrors: [`422 ${officeEndpoints.getInvitation[1]}`],
      })
      await visitor.run((page) => openOfficePage(page, app, language, officePages.requests))
    })
    after(async () => {
      await visitor.close()
      await app.close()
      visitor.checkErrors()
    })

    const pages = Object.entries(pathsByPage) as [OfficePageName, (typeof pathsByPage)['log']][]
    for (const [name, pathsOf] of pages.filter(([page]) => selectLanguages(page).includes(language)))
      test(`${name} fits the screen, is translated and passes axe (OFF-1, APP-1, APP-11, DES-60)`, () =>
        visitor.run(async (page) => {
          for (const path of await pathsOf(app)) {
            // The welcome page is outside the office, so no office link leads there.
            if (name === 'welcome') await page.goto(inLanguage(path, language))
            else await navigateTo(page, inLanguage(path, language))
            await page.getByRole('heading', { level: 1 }).waitFor()
            await checkPage(page, language, {
              axeAt: language === 'bn' ? [390] : getAxeWidths(language),
              isAsWritten: untranslatedPages.includes(name),
              showsKeys: /^(labels?|cannedAnswer|emailWording)$/.test(name),
            })
          }
        }))
  })
}
