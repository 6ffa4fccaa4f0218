import { isoDay } from '#platform/day.ts'
import { dayIn } from '#platform/clock.ts'
import type { Client } from '#platform/contract.ts'
import { everyEndpoint, type EveryEndpointName } from '#routes/office.ts'
import type { contract } from '#app/product-api.ts'
import { HOUR_MS } from '#platform/durations.ts'

type SendRequest = (
  name: EveryEndpointName,
  form: object,
  token: string | null,
) => Promise<{ status: number; body: unknown }>

type Api = Client<typeof contract>

interface OfficeActivity {
  send: SendRequest
  /** Moves the clock of the app. */
  setTime(now: number): void
  now: number
  /** The password of the demo's employee. */
  password: string
}

const TIME_ZONE = 'Asia/Dhaka'

/**
 * Enters stays, enquiries, quotations, an order and customers of the last days through the API, as people would enter
 * them.
 */
export async function addOfficeActivity({ send, setTime, now, password }: OfficeActivity): Promise<void> {
  const today = dayIn(TIME_ZONE, now)
  const getDay = (offset: number) => isoDay(today + offset)
  const setDay = (offset: number) => setTime(Date.parse(`${getDay(offset)}T15:00:00+06:00`))
  const visitorApi = createClient(send, null)
  async function signIn(): Promise<Api> {
    const { access_token } = await visitorApi.userLogin({ username: 'staff', password })
    return createClient(send, access_token)
  }

  setDay(-2)
  let staffApi = await signIn()
  const units = await listUnits(staffApi, getDay(-2), getDay(-1))
  const { id: nordwindId } = await staffApi.addCustomer({
    kind: 'buying house',
    name: 'Nordwind Sourcing Ltd.',
    bin: '0012345670101',
    address: 'House 12, Road 5, Uttara, Dhaka',
    notes: '',
    payment_days: 30,
    active: true,
    contacts: [{ name: 'Lena Vogel', job: 'Merchandiser', email: 'lena@nordwind.example', phone: '+4940660000' }],
    rates: [{ room: units.get('101')!.room, night: 4_000 }],
  })
  await staffApi.addCustomer({
    kind: 'factory',
    name: 'Padma Knit Composite',
    bin: '',
    address: 'Konabari, Gazipur',
    notes: 'Asks for samples before each order.',
    payment_days: 15,
    active: true,
    contacts: [{ name: 'Farhana Akter', job: 'Purchasing', email: 'farhana@padma.example', phone: '+8801711223344' }],
    rates: [],
  })
  const book = (
    name: string,
    [from, to]: readonly [number, number],
    unit: string,
    overrides: Partial<Parameters<Api['bookAtDesk']>[0]> = {},
  ) =>
    staffApi.bookAtDesk({
      from: getDay(from),
      to: getDay(to),
      rooms: [{ ...units.get(unit)!, adults: 1 }],
      source: 'phone',
      name,
      phone: '+8801700000009',
      language: 'en',
      ...overrides,
    })
  const ingrid = await book('Ingrid Lindqvist', [-2, 2], '101', { customer: nordwindId })
  await staffApi.checkGuestIn({ booking: ingrid.booking, version: ingrid.version })
  const tomas = await book('Tomas Novak', [-2, 0], '201', { source: 'booking_com' })
  await staffApi.checkGuestIn({ booking: tomas.booking, version: tomas.version })
  await staffApi.takePayment({ code: tomas.code, amount: 5_000, method: 'card', reference: 'Slip 004471' })
  await staffApi.addCharge({ code: tomas.code, booking: tomas.booking, name: 'Laundry, a bag', quantity: 1, each: 500 })
  const enquiry = await visitorApi.sendEnquiry({
    company: 'Nordwind Sourcing Ltd.',
    name: 'Lena Vogel',
    email: 'lena@nordwind.example',
    lines: [
      { product: 'zipper', quantity: '24,000' },
      { product: 'button', quantity: '100 gross' },
    ],
    message: 'For the winter programme. Antique brass, please.',
  })
  const orderedQuotation = await quote(staffApi, { enquiry: enquiry.reference }, [
    { item: 'Zipper, nylon coil #5, 18 cm', quantity: 24_000, unit: 'piece', price: 0.045 },
    { item: 'Resin button, 4 holes, 18L', quantity: 100, unit: 'gross', price: 1.85 },
  ])

  setDay(-1)
  staffApi = await signIn()
  await staffApi.recordQuotationOutcome({
    id: orderedQuotation.revision,
    outcome: 'accepted',
    quantities: [20_000, 100],
    reason: 'PO NW-2214 by email',
  })
  const order = await staffApi.getOrderRecord({ id: orderedQuotation.id })
  await staffApi.saveOrder({
    id: order.id,
    version: order.version,
    state: 'in_production',
    ship_by: getDay(24),
    po_number: 'NW-2214',
  })
  await staffApi.saveOrderShipment({
    order: order.id,
    kind: 'sample',
    contents: 'Zipper 18 cm, antique brass',
    due_on: getDay(-1),
    sent_on: getDay(-1),
    courier: 'DHL',
    tracking_number: 'JD014600003',
    notify: true,
  })
  const padmaEnquiry = await visitorApi.sendEnquiry({
    company: 'Padma Knit Composite',
    name: 'Farhana Akter',
    email: 'farhana@padma.example',
    lines: [
      { product: 'label', quantity: '50,000' },
      { product: 'hang-tag', quantity: '50,000' },
    ],
    message: 'Woven main label and hang tag for a polo shirt. Please quote for 50,000.',
  })
  await quote(staffApi, { enquiry: padmaEnquiry.reference }, [
    { item: 'Woven main label, 40 × 15 mm', quantity: 50_000, unit: 'piece', price: 0.018 },
    { item: 'Hang tag, 350 gsm, two colours', quantity: 50_000, unit: 'piece', price: 0.026 },
  ])
  await visitorApi.sendEnquiry({
    company: 'Tavola Knitwear',
    name: 'Giulia Conti',
    email: 'giulia@tavola.example',
    lines: [{ product: 'elastic', amount: 3_000, unit: 'metre' }],
    message: 'Which widths can you knit?',
  })
  await book('Mina Akter', [0, 3], '102', { message: 'We arrive late, after the flight from Doha.' })
  const deluxeRoom = { room: units.get('301')!.room, adults: 1 }
  await book('Jonas Weber', [0, 2], '301', { source: 'booking_com', rooms: [deluxeRoom] })
  await book('Wei Zhang', [1, 4], '401', { source: 'agent' })
  await book('Lena Vogel', [3, 6], '103', { customer: nordwindId })
  await book('Priya Nair', [4, 6], '202')
  await book('Olga Petrova', [6, 9], '303', { source: 'agoda' })
  await staffApi.addDeskNote({ text: 'The airport car for Mina Akter comes at 23:30.', task: true, due_day: getDay(0) })

  // A request stays open for one day, so it is entered shortly before now.
  setTime(now - 2 * HOUR_MS)
  const guestApi = createClient(
    send,
    (await visitorApi.guestRegister({ name: 'Rafiq Islam', email: 'rafiq@guest.example', phone: '+8801700000004' }))
      .access_token,
  )
  await guestApi.requestGuestBooking({
    name: 'Rafiq Islam',
    email: 'rafiq@guest.example',
    phone: '+8801700000004',
    checkin: getDay(8),
    checkout: getDay(10),
    paymenttype: 2,
    adult: 1,
    child: 0,
    slug: 'twin',
  })
  setTime(now)
}

/** Calls the API like a browser, but stops at the first error. */
const createClient = (send: SendRequest, token: string | null): Api =>
  Object.fromEntries(
    (Object.keys(everyEndpoint) as EveryEndpointName[]).map((name) => [
      name,
      async (form: object) => {
        const { status, body } = await send(name, form, token)
        if (status !== 200) throw new Error(`${name} was answered with ${status}: ${JSON.stringify(body)}`)
        return body
      },
    ]),
  ) as unknown as Api

/** Lists the free units by their name. */
async function listUnits(staff: Api, from: string, to: string) {
  const { data } = await staff.getFreeUnits({ from, to })
  return new Map(data.flatMap(({ room, units }) => units.map(({ id, name }) => [name, { room, unit: id }])))
}

type QuotedLine = { item: string; quantity: number; unit: 'piece' | 'gross'; price: number }

/** Sends a quotation for an enquiry. */
async function quote(staff: Api, source: { enquiry: string }, lines: readonly QuotedLine[]) {
  const { id, revisions } = await staff.startQuotation(source)
  const [draft] = revisions
  const details = { specification: '', colour: '', size: '', breaks: [], minimum: null, hs: '' }
  const terms = {
    incoterm: 'FOB',
    place: 'Chattogram',
    payment: 'L/C at sight',
    lead_time: '21 days from approval',
  } as const
  const form = { ...draft!.form, ...terms, lines: lines.map((line) => ({ ...details, ...line })) }
  const savedQuotation = await staff.saveQuotation({ id: draft!.id, version: draft!.version, ...form })
  await staff.sendQuotation({ id: draft!.id, version: savedQuotation.revisions[0]!.version })
  return { id, revision: draft!.id }
}
