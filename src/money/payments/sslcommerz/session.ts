import { toE164 } from '#platform/http/phone.ts'
import { formatDecimal } from '#platform/money.ts'
import { GatewayError, type Order } from '../gateway.ts'
import { truncateText } from './texts.ts'

export const AMOUNT_BOUNDS = { minPoisha: 10_00, maxPoisha: 500_000_00 }

/**
 * Converts an order to SSLCommerz's session parameters, within the length limits. Throws if a required value cannot
 * fit.
 */
export function toSessionParams(order: Order): Record<string, string> {
  const {
    tranId,
    amountPoisha,
    currency,
    description: what,
    reference,
    language,
    guest,
    stay,
    property,
    returnTo,
  } = order
  assertAcceptable(order)
  return {
    total_amount: formatDecimal(amountPoisha),
    currency,
    tran_id: tranId,
    success_url: returnTo.success,
    fail_url: returnTo.failure,
    cancel_url: returnTo.cancelled,
    ipn_url: returnTo.notice,
    emi_option: '0',

    cus_name: truncateText(50, guest.name, 'Guest'),
    cus_email: [guest.email, property.email].find(isAcceptableEmail) ?? 'nobody@example.com',
    cus_add1: truncateText(50, guest.address ?? '', NOT_GIVEN),
    cus_city: truncateText(50, guest.city ?? '', NOT_GIVEN),
    cus_postcode: truncateText(30, guest.postcode ?? '', NOT_GIVEN),
    cus_country: truncateText(50, guest.country ?? '', NOT_GIVEN),
    cus_phone: toE164(guest.phone) ?? toE164(property.phone) ?? NOT_GIVEN,

    shipping_method: 'NO',
    num_of_item: '1',
    product_name: truncateText(255, what, 'Stay'),
    product_category: 'Hotel room',
    product_profile: 'travel-vertical',
    hotel_name: truncateText(255, property.name, 'Hotel'),
    length_of_stay: `${stay.nights} ${stay.nights === 1 ? 'night' : 'nights'}`,
    check_in_time: `${stay.arrivalDay} ${stay.arrivalTime}`,
    hotel_city: truncateText(50, property.city, NOT_GIVEN),

    value_a: truncateText(255, reference),
    // The language. The gateway's own page ignores it, the simulator uses it.
    value_b: language,
  }
}

const NOT_GIVEN = 'Not given'
const MAX_URL_LENGTH = 255

function assertAcceptable({ tranId, amountPoisha, returnTo }: Order): void {
  const reject = (reason: string) => {
    throw new GatewayError('open', 'refused', reason)
  }
  if (!/^[\w-]{1,30}$/.test(tranId)) reject('not an id')
  if (!Number.isSafeInteger(amountPoisha)) reject('not an amount')
  if (amountPoisha < AMOUNT_BOUNDS.minPoisha || amountPoisha > AMOUNT_BOUNDS.maxPoisha)
    reject('an amount out of bounds')
  if (Object.values(returnTo).some((url) => url.length > MAX_URL_LENGTH)) reject('a return URL is too long')
}

/**
 * Returns whether the gateway accepts an email address as it is. A truncated address could belong to another person.
 */
const isAcceptableEmail = (email: string) => /^[!-?A-~]{1,40}@[!-?A-~]{3,48}$/.test(email) && email.length <= 50
