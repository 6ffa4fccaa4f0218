import { randomUUID } from 'node:crypto'
import { after, before } from 'node:test'
import { writeCompany } from '#content/company.ts'
import { parseDay } from '#platform/day.ts'
import { publish } from '#platform/database/publish.ts'
import { assertBooksConsistent } from './assert-books.ts'
import { openDesk } from './desk.ts'
import type { TestEngine } from './engines.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { readEmailsTo } from './emails.ts'
import { assertMoneyConsistent } from './assert-money.ts'
import { setDefaultPolicy, createNightRules } from './policies.ts'
import { createStayForm } from './stay-form.ts'

/** Starts a test server for a describe in which Anna and guests change their stays. */
export function startRebookingTests(engine: TestEngine) {
  let app: TestApp
  let desk: Awaited<ReturnType<typeof openDesk>>
  let annaToken: string
  let lastUsedDay = 10
  before(async () => {
    app = await startTestApp(engine)
    desk = await openDesk(app, 'owner')
    annaToken = await app.signIn('anna')
    await writeCompany(app.db, { offlineNeedsApproval: false })
    await setDefaultPolicy(app.db, createNightRules(48, 1))
  })
  after(() => app.close())

  const getToday = () => parseDay(app.day(0))!
  const createDates = (start: number, end: number) => ({ checkin: app.day(start), checkout: app.day(end) })
  const getCallerOptions = (token = annaToken, overrides: object = {}) => ({ token, key: randomUUID(), ...overrides })
  /** Books three nights that no other test uses. */
  async function book(overrides: object = {}) {
    lastUsedDay += 12
    const form = createStayForm(app, {
      email: 'anna@buyer.example',
      slug: 'twin',
      ...createDates(lastUsedDay, lastUsedDay + 3),
      ...overrides,
    })
    const body = await app.callOk('requestBooking', form, getCallerOptions())
    return { id: body.booking_id as string, from: lastUsedDay, total: body.total as number }
  }
  /** Books as a guest without an account and returns the token of the link in the email. */
  async function bookAsGuest(overrides: object = {}) {
    lastUsedDay += 12
    const form = createStayForm(app, { slug: 'twin', ...createDates(lastUsedDay, lastUsedDay + 3), ...overrides })
    const body = await app.callOk('requestGuestBooking', form, getCallerOptions(await app.newGuest()))
    const email = (await readEmailsTo(app, 'rafiq@guest.example')).findLast(({ text }) =>
      text.includes(body.booking_id),
    )!
    const token = /stay=([\w-]+)/.exec(email.text)![1]!
    return { id: body.booking_id as string, from: lastUsedDay, total: body.total as number, token }
  }
  const createRoomChoice = (slug: string) => ({ slug, adult: 1, child: 0 })
  const createSpan = (start: number, end: number) => ({ from: app.day(start), to: app.day(end) })
  const previewChange = (form: object, overrides: object = getCallerOptions()) =>
    app.call('previewStayChange', form, overrides)
  const changeStay = (form: object, overrides: object = getCallerOptions()) => app.call('changeStay', form, overrides)
  const findOptions = (form: object, overrides: object = getCallerOptions()) =>
    app.call('getChangeOptions', form, overrides)
  const readBookingRow = (code: string) =>
    app.db.selectFrom('booking').selectAll().where('code', '=', code).executeTakeFirstOrThrow()
  const readDates = async (code: string) => {
    const { check_in, check_out } = await readBookingRow(code)
    return { check_in: check_in - getToday(), check_out: check_out - getToday() }
  }
  const readPrices = async (code: string) => {
    const nights = await app.db
      .selectFrom('booking_night')
      .innerJoin('booking', 'booking.id', 'booking_id')
      .select(['night', 'price_poisha'])
      .where('code', '=', code)
      .orderBy('night')
      .execute()
    return nights.map(({ night, price_poisha }) => [night - getToday(), price_poisha / 100])
  }
  /** Sets the rate of a night; null removes it, so that the price of the room applies. */
  const setRate = (slug: string, day: number, price: number | null, min_nights: number | null = null) =>
    publish(app.db, async (tx) => {
      const location = { room_id: desk.kind(slug).id, day: getToday() + day }
      await tx.deleteFrom('rate').where('room_id', '=', location.room_id).where('day', '=', location.day).execute()
      if (price === null && min_nights === null) return
      await tx
        .insertInto('rate')
        .values({ ...location, price_poisha: price && price * 100, min_nights })
        .execute()
    })
  const verifyBooks = async () => {
    await assertBooksConsistent(app.db)
    await assertMoneyConsistent(app.db)
  }

  return {
    get testApp() {
      return app
    },
    get desk() {
      return desk
    },
    /** Returns a day offset without bookings. */
    freeDay: () => (lastUsedDay += 40) - 20,
    today: getToday,
    days: createDates,
    room: createRoomChoice,
    span: createSpan,
    as: getCallerOptions,
    book,
    bookAsGuest,
    previewChange,
    change: changeStay,
    findOptions,
    readRow: readBookingRow,
    readDates,
    prices: readPrices,
    setRate,
    verifyBooks,
  }
}
