import { createHash } from 'node:crypto'
import { postPayment, recordCharge } from '#ledger/documents.ts'
import { postEntries, type PostingTime } from '#ledger/posting.ts'
import { issueInvoice } from '#money/invoices/issuing.ts'
import { recordCustomerPayment } from '#money/customers/payments.ts'
import { calculateIncludedVat } from '#stays/availability/price.ts'
import { moveCash, recordTillMovement } from '#stays/bills/till.ts'
import { syncLedgerAt } from '#stays/bookings/balance.ts'
import { toPostingTime } from '#ledger/posting.ts'
import { loadBalance, getRemainingAmount } from '#stays/bookings/balance.ts'
import type { PaymentMethod } from '#schema/bills.ts'
import { isReleased, type DemoCustomer, type PastStay } from './stays.ts'
import type { World } from './world.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

/** A movement of money at its time. All steps run in the order of their times, as in the office. */
type Step = { at: number; run: (at: number) => Promise<unknown> }

/** Adds charges, payments, cancellation fees, invoices, and the cash movements, in the order of time. */
export async function addMoney(
  world: World,
  stays: readonly PastStay[],
  customers: ReadonlyMap<string, DemoCustomer>,
): Promise<void> {
  const { db, now, today, timeAt } = world
  const extras = await db.selectFrom('extra').selectAll().orderBy('position').execute()
  const steps: Step[] = stays.flatMap((stay) =>
    isReleased(stay.row.status) ? planCancellation(world, stay) : planBill(world, stay, extras, customers),
  )
  // The cash goes to the bank once a week, except for the change.
  for (let day = today - 56; day < today; day += 7)
    steps.push({ at: timeAt(day, 16 * 60), run: (at) => bankCash(world, at) })
  for (const [name, customer] of customers)
    for (const daysAgo of LATE_PAYERS.includes(name) ? [] : [34, 6])
      steps.push({ at: timeAt(today - daysAgo, 11 * 60), run: (at) => payBills(world, customer, at) })
  for (const { at, run } of steps.filter((step) => step.at <= now).toSorted((a, b) => a.at - b.at)) await run(at)
}

/** The customers whose bills are overdue. */
const LATE_PAYERS = ['Meghna Bay Woven']

type Extra = { name_en: string; name_bn: string | null; price_poisha: number }

function planBill(
  world: World,
  stay: PastStay,
  extras: readonly Extra[],
  customers: ReadonlyMap<string, DemoCustomer>,
): Step[] {
  const { random, today, timeAt } = world
  const { plan, row, arrivesAt, leavesAt } = stay
  if (plan.fate === 'request') return []
  const steps: Step[] = []
  if (random.chance(45))
    for (let count = 1 + random.below(2); count > 0; count--) {
      const extra = random.pick(extras)
      const day = plan.from + random.below(plan.to - plan.from)
      const at = Math.max(timeAt(day, 19 * 60 + random.below(180)), arrivesAt + 30 * MINUTE_MS)
      steps.push({ at: Math.min(at, leavesAt - MINUTE_MS), run: (time) => addExtra(world, stay, extra, time) })
    }
  const paysAt = leavesAt - 5 * MINUTE_MS
  const planPayment = (at: number, method: PaymentMethod, share = 100) =>
    steps.push({ at, run: (time) => takePayment(world, stay, { method, share, at: time }) })
  const method = random.pick(['cash', 'cash', 'cash', 'card', 'card', 'mobile'] as const)
  if (plan.customer !== null) {
    const customer = customers.get(plan.customer)!
    steps.push({ at: paysAt, run: (at) => takePayment(world, stay, { method: 'customer', share: 100, at, customer }) })
    if (random.chance(80)) steps.push({ at: leavesAt, run: (at) => issue(world, row.code, at) })
    return steps
  }
  // A simulated gateway does not know these payments, so no stay that can still be cancelled has one.
  const isPaidOnline = plan.source === 'website' && plan.to < today && random.chance(60)
  if (isPaidOnline) steps.push({ at: row.created_at + 3 * MINUTE_MS, run: (at) => payOnline(world, stay, at) })
  else if (random.chance(20)) planPayment(Math.min(row.created_at + DAY_MS, arrivesAt), 'bank', 50)
  if (random.chance(25)) planPayment(arrivesAt + 10 * MINUTE_MS, 'card', 50)
  if (random.chance(96)) planPayment(paysAt, method)
  if (plan.source === 'website' && random.chance(25))
    steps.push({ at: leavesAt + HOUR_MS, run: (at) => issue(world, row.code, at) })
  return steps
}

const getPostingTime = ({ company }: World, at: number): PostingTime => toPostingTime(company, at)

async function addExtra(world: World, { row }: PastStay, extra: Extra, at: number): Promise<void> {
  const { price_poisha: total_poisha, name_en: name, name_bn } = extra
  const vat = {
    vat_basis_points: row.vat_basis_points,
    vat_poisha: calculateIncludedVat(total_poisha, row.vat_basis_points),
  }
  await recordCharge(world.db, getPostingTime(world, at), row.code, {
    booking_id: row.id,
    name,
    name_bn,
    quantity: 1,
    total_poisha,
    ...vat,
    account_id: world.staff.id,
  })
}

interface TakenPayment {
  method: PaymentMethod
  /** The percentage of the open balance. */
  share: number
  at: number
  customer?: DemoCustomer
}

async function takePayment(world: World, stay: PastStay, { method, share, at, customer }: TakenPayment): Promise<void> {
  const { db, random, staff } = world
  const time = getPostingTime(world, at)
  const remainingPoisha = getRemainingAmount(await loadBalance(db, stay.row.code))
  // Guests pay round amounts in advance.
  const amount_poisha = share === 100 ? remainingPoisha : Math.round((remainingPoisha * share) / 10_000_000) * 100_000
  if (amount_poisha <= 0) return
  const { till_no } = await moveCash(db, method === 'cash' ? amount_poisha : 0)
  await postPayment(db, time, stay.row.code, {
    booking_id: stay.row.id,
    amount_poisha,
    method,
    reference:
      method === 'cash' || method === 'customer'
        ? ''
        : `${referencePrefixes[method]} ${100_000 + random.below(900_000)}`,
    account_id: staff.id,
    till_no,
    customer_id: customer?.id ?? null,
    due_day: customer ? time.day + customer.paymentDays : null,
  })
  await syncLedgerAt(db, time, [stay.row.code])
}

const referencePrefixes: Readonly<Record<string, string>> = { card: 'Slip', bank: 'FT', mobile: 'TrxID' }

/** A payment at the gateway, with its attempt and receipt. */
async function payOnline(world: World, { row }: PastStay, at: number): Promise<void> {
  const { db, random } = world
  const time = getPostingTime(world, at)
  const tran_id = `DEMO${row.code}`
  const { id: attempt_id } = await db
    .insertInto('payment_attempt')
    .values({
      tran_id,
      token_hash: createHash('sha256').update(tran_id).digest(),
      stay_code: row.code,
      gateway: 'sslcommerz',
      amount_poisha: row.total_poisha,
      language: row.language,
      state: 'paid',
      session_key: null,
      page_url: null,
      created_at: at - 2 * MINUTE_MS,
      checked_at: at,
      next_at: null,
      closed_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const reference = `BT${100_000 + random.below(900_000)}`
  const payment_id = await postPayment(db, time, row.code, {
    booking_id: row.id,
    amount_poisha: row.total_poisha,
    method: 'online',
    reference,
    account_id: null,
  })
  const fee_poisha = Math.round(row.total_poisha * 0.025)
  const { id: receipt_id } = await db
    .insertInto('payment_receipt')
    .values({
      attempt_id,
      val_id: `VAL${row.code}`,
      bank_tran_id: reference,
      amount_minor: row.total_poisha,
      currency: 'BDT',
      fee_poisha,
      means: random.pick(['VISA-Dutch Bangla', 'MASTER-Dutch Bangla', 'BKASH-BKash']),
      brand: random.pick(['VISA', 'MASTERCARD']),
      issuer: 'Demo bank',
      issuer_country: 'Bangladesh',
      state: 'taken',
      received_at: at,
      payment_id,
      decided_at: null,
      decided_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fee = { debit: 'gateway fees', credit: 'gateway', reason: 'fee' } as const
  await postEntries(db, time, [{ ...fee, amount_poisha: fee_poisha, stay_code: row.code, receipt_id }])
  await syncLedgerAt(db, time, [row.code])
}

/** Cancels a stay between its booking and its arrival, with a fee in 40 % of cases, or records a no-show with a fee. */
function planCancellation(world: World, stay: PastStay): Step[] {
  const { db, random, now, timeAt, staff } = world
  const { row, plan } = stay
  const isNoShow = row.status === 'no_show'
  const lastChance = Math.max(row.created_at, Math.min(timeAt(plan.from - 1, 11 * 60), now - MINUTE_MS))
  const waitedMs = Math.floor(((lastChance - row.created_at) * random.below(100)) / 100)
  const at = isNoShow ? timeAt(plan.from + 1, 60) : row.created_at + waitedMs
  const hasFee = isNoShow || random.chance(40)
  const firstNightPoisha = Math.round(row.total_poisha / (plan.to - plan.from))
  return [
    {
      at,
      run: async () => {
        const cancelled_by = isNoShow ? staff.id : row.booker_id
        await db
          .updateTable('booking')
          .set({
            status: row.status,
            cancelled_at: at,
            cancelled_by,
            cancel_fee_poisha: hasFee ? firstNightPoisha : 0,
            version: 2,
          })
          .where('id', '=', row.id)
          .execute()
        await syncLedgerAt(db, getPostingTime(world, at), [row.code])
        if (hasFee && random.chance(70)) await takePayment(world, stay, { method: 'card', share: 100, at })
      },
    },
  ]
}

/** Issues the invoice of a stay as the employee, without an email. */
const issue = (world: World, code: string, at: number) =>
  issueInvoice(world.db, world.asStaff(at), { code, send: false })

/** Takes the cash to the bank, except for the change. */
async function bankCash(world: World, at: number): Promise<void> {
  const { cash_poisha } = await world.db.selectFrom('till').select('cash_poisha').executeTakeFirstOrThrow()
  const amountPoisha = Math.floor(cash_poisha / 100_000) * 100_000 - CHANGE_POISHA
  if (amountPoisha > 0)
    await recordTillMovement(world.db, world.asStaff(at), { amountPoisha: -amountPoisha, why: 'Deposit at the bank' })
}
const CHANGE_POISHA = 1_000_000

/** A customer pays all bills that are at least three weeks old and still open. */
async function payBills(world: World, customer: DemoCustomer, at: number): Promise<void> {
  const { db, random } = world
  const sumAmounts = async (table: 'payment' | 'customer_payment', until: number) => {
    const { sum } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.sum<number | string | null>('amount_poisha').as('sum'))
      .where('customer_id', '=', customer.id)
      .where('at', '<=', until)
      .executeTakeFirstOrThrow()
    return Number(sum ?? 0)
  }
  const amountPoisha = (await sumAmounts('payment', at - 21 * DAY_MS)) - (await sumAmounts('customer_payment', at))
  if (amountPoisha <= 0) return
  const reference = `FT ${100_000 + random.below(900_000)}`
  await recordCustomerPayment(db, world.asStaff(at), {
    customerId: customer.id,
    amountPoisha,
    method: 'bank',
    reference,
  })
}
