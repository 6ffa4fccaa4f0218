import { decimalOf } from '#platform/money.ts'
import { GatewayTrouble, type Order } from '../gateway.ts'
import { within } from './texts.ts'

export const BOUNDS = { leastPoisha: 10_00, mostPoisha: 500_000_00 }

/**
 * Converts an order to SSLCommerz's session parameters, within the length limits. Throws if a required value cannot
 * fit.
 */
export function sessionOf(order: Order): Record<string, string> {
  const { tranId, amountPoisha, currency, what, reference, language, guest, stay, house, returnTo } = order
  mustBeTakable(order)
  return {
    total_amount: decimalOf(amountPoisha),
    currency,
    tran_id: tranId,
    success_url: returnTo.success,
    fail_url: returnTo.failure,
    cancel_url: returnTo.cancelled,
    ipn_url: returnTo.notice,
    emi_option: '0',

    cus_name: within(50, guest.name, 'Guest'),
    cus_email: [guest.email, house.email].find(isTakableEmail) ?? 'nobody@example.com',
    cus_add1: within(50, guest.address ?? '', NOT_GIVEN),
    cus_city: within(50, guest.city ?? '', NOT_GIVEN),
    cus_postcode: within(30, guest.postcode ?? '', NOT_GIVEN),
    cus_country: within(50, guest.country ?? '', NOT_GIVEN),
    cus_phone: phoneIn(guest.phone) || phoneIn(house.phone) || NOT_GIVEN,

    shipping_method: 'NO',
    num_of_item: '1',
    product_name: within(255, what, 'Stay'),
    product_category: 'Hotel room',
    product_profile: 'travel-vertical',
    hotel_name: within(255, house.name, 'Hotel'),
    length_of_stay: `${stay.nights} ${stay.nights === 1 ? 'night' : 'nights'}`,
    check_in_time: `${stay.arrivalDay} ${stay.arrivalTime}`,
    hotel_city: within(50, house.city, NOT_GIVEN),

    value_a: within(255, reference),
    // The language. The gateway's own page ignores it, the simulator uses it.
    value_b: language,
  }
}

const NOT_GIVEN = 'Not given'
const MAX_OF_ADDRESS = 255

function mustBeTakable({ tranId, amountPoisha, returnTo }: Order): void {
  const refuse = (why: string) => {
    throw new GatewayTrouble('open', 'refused', why)
  }
  if (!/^[\w-]{1,30}$/.test(tranId)) refuse('not an id')
  if (!Number.isSafeInteger(amountPoisha)) refuse('not an amount')
  if (amountPoisha < BOUNDS.leastPoisha || amountPoisha > BOUNDS.mostPoisha) refuse('an amount out of bounds')
  if (Object.values(returnTo).some((url) => url.length > MAX_OF_ADDRESS)) refuse('a return URL is too long')
}

/** A truncated email address belongs to somebody else. */
const isTakableEmail = (email: string) => /^[!-?A-~]{1,40}@[!-?A-~]{3,48}$/.test(email) && email.length <= 50

/** Converts a phone number to Latin digits. */
const phoneIn = (typed: string) =>
  typed
    .slice(0, 100)
    .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - '০'.charCodeAt(0)))
    .replace(/[^\d+]/g, '')
    .slice(0, 20)
