import { lockStay } from '#stays/bookings/store.ts'
import { extendHold } from '#stays/bookings/hold.ts'
import { readPayableAmount } from '#stays/bookings/balance.ts'
import { getStatusTraits, getStatus } from '#stays/bookings/status.ts'
import { getRoomName } from '#stays/bookings/stay-views.ts'
import { mergeRooms, type StayWithRooms } from '#stays/bookings/stay-with-rooms.ts'
import { loadCompany, pickTranslation, acceptsOnlinePayments, type Company } from '#content/company.ts'
import { createReadableCode, createSecretToken, hashToken } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { conflict, notFound, UserError, rateLimited } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import { translatorFor } from '#locales/both.ts'
import { GatewayError, type Order, type PaymentGateway } from './gateway.ts'
import { buildReturnPath } from './paths.ts'
import { scheduleSweep } from './sweep.ts'
import { listReceipts, type Attempt, type Gateways } from './store.ts'
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

/** The time for which a payment page is reused. With two open pages, the guest could pay twice. */
const PAGE_REUSE_MS = 10 * MINUTE_MS
/** The room is held for as long as the gateway's page is valid. */
const PAYMENT_TIMEOUT_MS = 30 * MINUTE_MS
const MAX_ATTEMPTS_PER_HOUR = 10
const MAX_ATTEMPTS_PER_STAY = 60

/**
 * Opens a payment for the balance of a stay and returns the URL of the payment page. For `PAGE_REUSE_MS`, a repeated
 * call with the same amount and language returns the same page. Calls the gateway outside of any transaction and stores
 * its reply in a second one. If no reply arrives, the sweep queries the gateway later.
 */
export async function openPayment(
  db: Database,
  ctx: RequestContext,
  gateways: Gateways,
  code: string,
): Promise<{ url: string }> {
  const company = await loadCompany(db, ctx)
  const [gateway] = gateways
  if (!gateway || !acceptsOnlinePayments(company, ctx.context)) throw conflict('payment.unavailable')
  const token = createSecretToken()
  const { stay, attempt, isNew } = await inTransaction(db, (transaction) =>
    createOrReuseAttempt(transaction, ctx, { code, token, gateway }),
  )
  if (!isNew) return { url: attempt.page_url! }
  const session = await gateway
    .open(toOrder(stay, attempt, company, ctx, { token, gateway }))
    .catch((error: unknown) => {
      throw error instanceof GatewayError
        ? new UserError(503, { key: 'payment.gateway_unavailable' }, { retryAfterSeconds: 60 })
        : error
    })
  await db
    .updateTable('payment_attempt')
    .set({ session_key: session.sessionKey, page_url: session.redirectUrl })
    .where('id', '=', attempt.id)
    .execute()
  return { url: session.redirectUrl }
}

/** Creates an attempt or returns a recent one. Locks the stay. */
async function createOrReuseAttempt(
  db: Transaction,
  ctx: RequestContext,
  { code, token, gateway }: { code: string; token: string; gateway: PaymentGateway },
): Promise<{ stay: StayWithRooms; attempt: Attempt; isNew: boolean }> {
  const { now, language } = ctx
  const rooms = await lockStay(db, code)
  if (rooms.length === 0) throw notFound()
  const stay = mergeRooms(rooms)
  const amount_poisha = await readPayableAmount(db, rooms, now)
  if (amount_poisha <= 0) throw conflict(getRejectionKey(stay, now))
  assertWithinBounds(amount_poisha, gateway)
  if ((await listReceipts(db, code)).some(({ state }) => state === 'review')) throw conflict('payment.under_review')
  const previousAttempts = await db
    .selectFrom('payment_attempt')
    .selectAll()
    .where('stay_code', '=', code)
    .orderBy('id', 'desc')
    .limit(MAX_ATTEMPTS_PER_STAY)
    .execute()
  const reusableAttempt = previousAttempts.find(
    (candidate) =>
      candidate.state === 'opened' && candidate.page_url !== null && candidate.amount_poisha === amount_poisha,
  )
  if (reusableAttempt && now - reusableAttempt.created_at < PAGE_REUSE_MS && reusableAttempt.language === language)
    return { stay, attempt: reusableAttempt, isNew: false }
  enforceAttemptLimit(ctx, previousAttempts)
  if (previousAttempts.length === 0) await extendHold(db, now, rooms, now + PAYMENT_TIMEOUT_MS)
  const attempt = await db
    .insertInto('payment_attempt')
    .values({
      tran_id: createReadableCode(26),
      token_hash: hashToken(token),
      stay_code: code,
      gateway: gateway.name,
      amount_poisha,
      language,
      state: 'opened',
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await scheduleSweep(db, now, attempt)
  return { stay, attempt, isNew: true }
}

function getRejectionKey(stay: StayWithRooms, now: number) {
  const { awaitsAnswer, releasedNights } = getStatusTraits(getStatus(stay, now))
  if (awaitsAnswer) return 'payment.not_yet'
  return releasedNights ? 'payment.no_longer' : 'payment.nothing_due'
}

function assertWithinBounds(poisha: number, { bounds }: PaymentGateway): void {
  if (poisha < bounds.minPoisha) throw conflict('payment.too_little', { least: poishaToBdt(bounds.minPoisha) })
  if (poisha > bounds.maxPoisha) throw conflict('payment.too_much', { most: poishaToBdt(bounds.maxPoisha) })
}

/** Limits the attempts, because each opens a session at the gateway. */
function enforceAttemptLimit({ now, context }: RequestContext, previousAttempts: readonly Attempt[]): void {
  if (!context.isLimited) return
  const recentAttempts = previousAttempts.filter(({ created_at }) => created_at > now - HOUR_MS)
  if (recentAttempts.length < MAX_ATTEMPTS_PER_HOUR && previousAttempts.length < MAX_ATTEMPTS_PER_STAY) return
  const blockedUntil = (recentAttempts.at(-1)?.created_at ?? now) + 60 * MINUTE_MS
  throw rateLimited(Math.max(60, Math.ceil((blockedUntil - now) / 1000)))
}

function toOrder(
  stay: StayWithRooms,
  attempt: Attempt,
  company: Company,
  { language, context: { publicUrl } }: RequestContext,
  { token, gateway }: { token: string; gateway: PaymentGateway },
): Order {
  const { t } = translatorFor(language)
  const returnUrl = publicUrl + buildReturnPath(token)
  const propertyName = pickTranslation(company.houseName, language)
  return {
    tranId: attempt.tran_id,
    amountPoisha: attempt.amount_poisha,
    currency: 'BDT',
    description: t('payment.description', { room: getRoomName(stay, language), house: propertyName }),
    reference: stay.code,
    language,
    guest: { name: stay.name, email: stay.email, phone: stay.phone },
    stay: {
      nights: stay.check_out - stay.check_in,
      arrivalDay: isoDay(stay.check_in),
      arrivalTime: company.checkInFrom,
    },
    property: { name: propertyName, city: readCity(company), email: company.email, phone: company.telephone },
    returnTo: {
      success: returnUrl,
      failure: returnUrl,
      cancelled: `${returnUrl}/left`,
      notice: publicUrl + gateway.noticePath,
    },
  }
}

/**
 * Returns the city in the name of the time zone. The gateway requires a city, but the address of the company has no
 * city field.
 */
const readCity = ({ timeZone }: Company): string => timeZone.split('/').at(-1)!.replaceAll('_', ' ')
