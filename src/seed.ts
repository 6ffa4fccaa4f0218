import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { emailKey, usernameKey } from './accounts/names.ts'
import { hashPassword, isPassword } from './accounts/password.ts'
import { insertAccount } from './accounts/account.ts'
import { agreedOnCancelling } from './bookings/cancelling.ts'
import { takeNights } from './availability/inventory.ts'
import { offerFor, isRefused, vatWithin } from './availability/price.ts'
import { ratesDuring } from './availability/free-rooms.ts'
import type { Payment } from './bookings/payment.ts'
import { insertBooking } from './bookings/store.ts'
import { readCompany, writeCompany, type Company } from './content/company.ts'
import { savePost } from './content/post.ts'
import { dayIn, type Clock } from './platform/clock.ts'
import { readableCode } from './platform/codes.ts'
import { raiseVersion } from './platform/database/content-version.ts'
import { inTransaction, type Database } from './platform/database/database.ts'
import { weekday } from './platform/day.ts'
import { poishaOf } from './platform/money.ts'
import type { BookingStatus, PaymentStatus, Role } from './tables.ts'

/** Fills an empty database with the demo company, once. What anybody has written is never touched. */
export async function seedDemo(db: Database, clock: Clock, folder: string): Promise<void> {
  if (!(await isEmpty(db))) return
  const people = await withHashedPasswords(read<Person[]>(folder, 'people'))
  const now = clock()
  const today = dayIn('Asia/Dhaka', now)
  await inTransaction(db, async (transaction) => {
    const sown = await transaction
      .insertInto('setting')
      .values({ key: 'seeded', value: String(now) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .executeTakeFirst()
    if (Number(sown.numInsertedOrUpdatedRows) === 0) return
    await sowCompany(transaction, folder)
    await sowPeople(transaction, people, now)
    await sowRooms(transaction, folder, today)
    await sowContent(transaction, folder, now)
    await sowProducts(transaction, folder)
    await sowBookings(transaction, folder, now, today)
    await raiseVersion(transaction)
  })
}

/** Where people write: everything else leans on one of these, or is kept by the code for itself. */
const writtenByPeople = [
  'setting',
  'account',
  'room',
  'facility_group',
  'vat_rate',
  'category',
  'slide',
  'passage',
  'wording',
  'product',
  'contact_message',
  'enquiry',
] as const

/** Whether the demo company could move in. */
export async function isEmpty(db: Database): Promise<boolean> {
  for (const table of writtenByPeople) {
    if (await db.selectFrom(table).select(sql.lit(1).as('one')).limit(1).executeTakeFirst()) return false
  }
  return true
}

/** Who can sign in to the demo, for the newcomer at the terminal. */
export const demoSignIns = (folder: string): string[] =>
  read<Person[]>(folder, 'people')
    .filter((person) => person.password !== null)
    .map(({ role, username, password }) => `${role.padEnd(6)} signs in as ${username} with ${password}`)

/** The names of those who can still sign in with a password that stands in the seed, where everybody can read it. */
export async function openToAnybody(db: Database, folder: string): Promise<string[]> {
  const names: string[] = []
  for (const { username, password } of read<Person[]>(folder, 'people')) {
    if (username === null || password === null) continue
    const account = await db
      .selectFrom('account')
      .select('password')
      .where('username_key', '=', usernameKey(username))
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (account && (await isPassword(password, account.password))) names.push(username)
  }
  return names
}

interface Text {
  en: string
  bn: string
}
interface Person {
  role: Role
  name: string
  email: string
  username: string | null
  phone: string
  companyName: string | null
  password: string | null
}

const read = <Shape>(folder: string, name: string): Shape =>
  JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Shape

/** `both('title', { en, bn })` → { title_en, title_bn } */
const both = <Name extends string>(name: Name, text: Text) =>
  ({ [`${name}_en`]: text.en, [`${name}_bn`]: text.bn }) as Record<`${Name}_en` | `${Name}_bn`, string>

async function sowCompany(db: Database, folder: string): Promise<void> {
  type Given = Company & { currency: string }
  const { currency: _, ...company } = read<Given>(folder, 'company')
  await writeCompany(db, company)
  await db.insertInto('vat_rate').values({ from_day: 0, basis_points: 1_500 }).execute()
}

const withHashedPasswords = (people: Person[]) =>
  Promise.all(
    people.map(async (person) => ({ ...person, hash: person.password && (await hashPassword(person.password)) })),
  )

async function sowPeople(
  db: Database,
  people: Awaited<ReturnType<typeof withHashedPasswords>>,
  now: number,
): Promise<void> {
  for (const { role, name, email, username, phone, companyName, hash } of people) {
    await insertAccount(db, {
      role,
      name,
      email,
      phone,
      company_name: companyName,
      created_at: now,
      ...(username && {
        email_key: emailKey(email),
        email_confirmed_at: now,
        username,
        username_key: usernameKey(username),
        password: hash,
        referral_code: readableCode(8),
      }),
    })
  }
}

interface SeedRoom {
  slug: string
  position: number
  name: Text
  type: Text
  bed: Text
  description: Text
  sizeSqm: number
  maxAdults: number
  maxChildren: number
  maxGuests: number
  pricePerNightBdt: number
  units: string[]
  pictures: string[]
  facilities: string[]
  datedRates: DatedRule[]
}
interface DatedRule {
  fromDay: number
  toDay: number
  weekdays?: number[]
  pricePerNightBdt?: number
  minNights?: number
  closedToArrival?: boolean
}

async function sowRooms(db: Database, folder: string, today: number): Promise<void> {
  const facilities = await sowFacilities(db, folder)
  for (const room of read<SeedRoom[]>(folder, 'rooms')) {
    const { id } = await db
      .insertInto('room')
      .values({
        slug: room.slug,
        ...both('name', room.name),
        ...both('type', room.type),
        ...both('bed', room.bed),
        ...both('description', room.description),
        size_sqm: room.sizeSqm,
        max_adults: room.maxAdults,
        max_children: room.maxChildren,
        max_guests: room.maxGuests,
        price_poisha: poishaOf(room.pricePerNightBdt),
        capacity: room.units.length,
        position: room.position,
        active: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('unit')
      .values(room.units.map((name) => ({ room_id: id, name })))
      .execute()
    await db
      .insertInto('room_picture')
      .values(room.pictures.map((picture, index) => ({ room_id: id, position: index + 1, picture })))
      .execute()
    await db
      .insertInto('room_facility')
      .values(room.facilities.map((key) => ({ room_id: id, facility_id: facilities.get(key)! })))
      .execute()
    const rates = ratesFrom(room.datedRates, id, today)
    for (let at = 0; at < rates.length; at += 100)
      await db
        .insertInto('rate')
        .values(rates.slice(at, at + 100))
        .execute()
  }
}

async function sowFacilities(db: Database, folder: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>()
  const groups = read<{ name: Text; facilities: { key: string; name: Text }[] }[]>(folder, 'facilities')
  for (const [groupIndex, group] of groups.entries()) {
    const { id: group_id } = await db
      .insertInto('facility_group')
      .values({ ...both('name', group.name), position: groupIndex + 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [index, facility] of group.facilities.entries()) {
      const row = { group_id, ...both('name', facility.name), position: index + 1 }
      ids.set(facility.key, (await db.insertInto('facility').values(row).returning('id').executeTakeFirstOrThrow()).id)
    }
  }
  return ids
}

/** Rules as rows, a row a day; where rules meet, the later one adds to what the earlier one said. */
function ratesFrom(rules: readonly DatedRule[], roomId: number, today: number) {
  const rows = new Map<
    number,
    {
      room_id: number
      day: number
      price_poisha: number | null
      min_nights: number | null
      max_nights: null
      closed_to_arrival: 0 | 1
    }
  >()
  for (const { fromDay, toDay, weekdays, pricePerNightBdt, minNights, closedToArrival } of rules) {
    for (let day = today + fromDay; day <= today + toDay; day++) {
      if (weekdays && !weekdays.includes(weekday(day))) continue
      const row = rows.get(day) ?? {
        room_id: roomId,
        day,
        price_poisha: null,
        min_nights: null,
        max_nights: null,
        closed_to_arrival: 0 as const,
      }
      rows.set(day, {
        ...row,
        price_poisha: pricePerNightBdt === undefined ? row.price_poisha : poishaOf(pricePerNightBdt),
        min_nights: minNights ?? row.min_nights,
        closed_to_arrival: closedToArrival === undefined ? row.closed_to_arrival : closedToArrival ? 1 : 0,
      })
    }
  }
  return [...rows.values()]
}

async function sowContent(db: Database, folder: string, now: number): Promise<void> {
  const categories = read<{ id: number; slug: string; title: Text; intro: Text }[]>(folder, 'categories')
  for (const { id, slug, title, intro } of categories) {
    await db
      .insertInto('category')
      .values({ id, slug, ...both('title', title), ...both('intro', intro) })
      .execute()
  }

  type SeedPost = {
    slug: string
    category: number
    picture: string
    position: number
    publishedDaysBeforeSeed: number
    title: Text
    summary: Text
  }
  for (const post of read<SeedPost[]>(folder, 'posts')) {
    const body = (language: string) => readFileSync(`${folder}posts/${post.slug}.${language}.html`, 'utf8').trim()
    await savePost(db, () => now, {
      category_id: post.category,
      slug: post.slug,
      picture: post.picture,
      ...both('title', post.title),
      ...both('summary', post.summary),
      body_en: body('en'),
      body_bn: body('bn'),
      position: post.position,
      published_at: now - post.publishedDaysBeforeSeed * 86_400_000,
    })
  }

  type SeedSlide = { picture: string; title: Text; text: Text; linkPath: string; linkLabel: Text }
  for (const [index, { picture, title, text, linkPath, linkLabel }] of read<SeedSlide[]>(folder, 'slides').entries()) {
    const row = {
      picture,
      ...both('title', title),
      ...both('text', text),
      link_path: linkPath,
      ...both('link_label', linkLabel),
    }
    await db
      .insertInto('slide')
      .values({ ...row, position: index + 1, active: 1 })
      .execute()
  }

  const home = read<{
    welcome: Text
    sections: { key: string; title: Text; paragraphs: { en: string[]; bn: string[] } }[]
  }>(folder, 'home')
  const tiles = read<{ key: string; title: Text; text: Text }[]>(folder, 'service-tiles')
  const passages = [
    { page: 'home', key: 'welcome', title: home.welcome, text: { en: '', bn: '' } },
    ...home.sections.map(({ key, title, paragraphs }) => ({
      page: 'home',
      key,
      title,
      text: { en: paragraphs.en.join('\n\n'), bn: paragraphs.bn.join('\n\n') },
    })),
    ...tiles.map((tile) => ({ page: 'service', ...tile })),
  ]
  for (const [index, { page, key, title, text }] of passages.entries()) {
    await db
      .insertInto('passage')
      .values({ page, key, position: index + 1, ...both('title', title), ...both('text', text) })
      .execute()
  }
}

async function sowProducts(db: Database, folder: string): Promise<void> {
  type Specification = Record<'materials' | 'sizes' | 'finishes', Text[]> &
    Record<'minimumOrder' | 'leadTime' | 'samplePolicy', Text>
  type SeedProduct = Specification & {
    slug: string
    picture: string
    position: number
    name: Text
    summary: Text
    description: Text
  }
  for (const { slug, picture, position, name, summary, description, ...rest } of read<SeedProduct[]>(
    folder,
    'products',
  )) {
    const { materials, sizes, finishes, minimumOrder, leadTime, samplePolicy } = rest
    const specification = (language: keyof Text) =>
      JSON.stringify({
        materials: materials.map((each) => each[language]),
        sizes: sizes.map((each) => each[language]),
        finishes: finishes.map((each) => each[language]),
        minimumOrder: minimumOrder[language],
        leadTime: leadTime[language],
        samplePolicy: samplePolicy[language],
      })
    await db
      .insertInto('product')
      .values({
        slug,
        picture,
        ...both('name', name),
        ...both('summary', summary),
        ...both('description', description),
        specification_en: specification('en'),
        specification_bn: specification('bn'),
        position,
        active: 1,
      })
      .execute()
  }
}

async function sowBookings(db: Database, folder: string, now: number, today: number): Promise<void> {
  type SeedBooking = {
    username: string
    room: string
    fromDay: number
    nights: number
    adults: number
    children: number
    status: BookingStatus
    paymentStatus: PaymentStatus
    payment: Payment
  }
  const company = await readCompany(db)
  for (const booking of read<SeedBooking[]>(folder, 'bookings')) {
    const account = await db
      .selectFrom('account')
      .selectAll()
      .where('username', '=', booking.username)
      .executeTakeFirstOrThrow()
    const room = await db.selectFrom('room').selectAll().where('slug', '=', booking.room).executeTakeFirstOrThrow()
    const stay = { checkIn: today + booking.fromDay, checkOut: today + booking.fromDay + booking.nights }
    const offer = offerFor(room.price_poisha, (await ratesDuring(db, [room.id], stay)).get(room.id) ?? [], stay)
    if (isRefused(offer) || !(await takeNights(db, room.id, stay)))
      throw new Error(`the demo stay in ${booking.room} cannot be had`)
    const row = {
      code: readableCode(10),
      account_id: account.id,
      room_id: room.id,
      check_in: stay.checkIn,
      check_out: stay.checkOut,
      adults: booking.adults,
      children: booking.children,
      status: booking.status,
      payment_status: booking.paymentStatus,
      payment: booking.payment,
      room_name_en: room.name_en,
      room_name_bn: room.name_bn,
      bed_en: room.bed_en,
      bed_bn: room.bed_bn,
      total_poisha: offer.totalPoisha,
      vat_basis_points: 1_500,
      vat_poisha: vatWithin(offer.totalPoisha, 1_500),
      ...agreedOnCancelling(offer, company),
      name: account.name,
      email: account.email,
      phone: account.phone ?? '',
      message: '',
      language: 'en',
      created_at: now,
      expires_at: null,
    }
    await insertBooking(db, row, offer.nights)
  }
}
