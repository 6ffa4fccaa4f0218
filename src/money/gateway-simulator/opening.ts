import { randomBytes } from 'node:crypto'
import { parsePoisha } from '#platform/money.ts'
import type { Session } from './store.ts'

/** The required fields of an order, with their maximum lengths. */
const requiredFields: Record<string, number> = {
  total_amount: 13,
  currency: 3,
  tran_id: 30,
  product_category: 50,
  success_url: 255,
  fail_url: 255,
  cancel_url: 255,
  cus_name: 50,
  cus_email: 50,
  cus_add1: 50,
  cus_city: 50,
  cus_postcode: 30,
  cus_country: 50,
  cus_phone: 20,
  shipping_method: 50,
  num_of_item: 1,
  product_name: 255,
  product_profile: 100,
}

const profileFields: Record<string, Record<string, number>> = {
  general: {},
  'physical-goods': {},
  'non-physical-goods': {},
  'airline-tickets': {
    hours_till_departure: 30,
    flight_type: 30,
    pnr: 50,
    journey_from_to: 255,
    third_party_booking: 20,
  },
  'travel-vertical': { hotel_name: 255, length_of_stay: 30, check_in_time: 30, hotel_city: 50 },
  'telecom-vertical': { product_type: 30, topup_number: 150, country_topup: 30 },
}

const shippingFields: Record<string, number> = {
  ship_name: 50,
  ship_add1: 50,
  ship_area: 50,
  ship_city: 50,
  ship_sub_city: 50,
  ship_postcode: 50,
  ship_country: 50,
}

const optionalFields: Record<string, number> = {
  ipn_url: 255,
  multi_card_name: 30,
  allowed_bin: 255,
  cus_add2: 50,
  cus_state: 50,
  cus_fax: 20,
  emi_option: 1,
  emi_max_inst_option: 2,
  emi_selected_inst: 2,
  emi_allow_only: 1,
  value_a: 255,
  value_b: 255,
  value_c: 255,
  value_d: 255,
}

const MIN_POISHA = 10_00
const MAX_POISHA = 500_000_00
const shippingMethods = ['NO', 'YES', 'Courier', 'SSLCOMMERZ_LOGISTIC']

/** Returns the first error of an order in the gateway's wording, or null if the order is valid. */
export function findOrderError(
  order: ReadonlyMap<string, string>,
  isKnown: (tranId: string) => boolean,
): string | null {
  const profileRequirements = profileFields[order.get('product_profile') ?? '']
  const shippingRequirements = order.get('shipping_method') === 'YES' ? shippingFields : {}
  const allRequiredFields = { ...requiredFields, ...profileRequirements, ...shippingRequirements }
  for (const name of Object.keys(allRequiredFields)) if (!order.get(name)) return `Parameter ${name} is required`
  for (const [name, maxLength] of Object.entries({ ...allRequiredFields, ...optionalFields }))
    if ([...(order.get(name) ?? '')].length > maxLength) return `Parameter ${name} is longer than ${maxLength}`
  const readField = (name: string) => order.get(name)!
  const poisha = parsePoisha(readField('total_amount'))
  if (poisha === undefined) return 'Parameter total_amount is not a decimal (10,2)'
  if (readField('currency') !== 'BDT') return 'This simulator accepts only BDT'
  if (poisha < MIN_POISHA || poisha > MAX_POISHA) return 'total_amount must be from 10.00 BDT to 500000.00 BDT'
  if (!profileRequirements) return 'Parameter product_profile is unknown'
  if (!shippingMethods.includes(readField('shipping_method'))) return 'Parameter shipping_method is unknown'
  if (!/^\d$/.test(readField('num_of_item'))) return 'Parameter num_of_item is not an integer (1)'
  if (!/^[^\s@]+@[^\s@]+$/.test(readField('cus_email'))) return 'Parameter cus_email is not an email address'
  for (const name of ['success_url', 'fail_url', 'cancel_url', 'ipn_url'])
    if (order.get(name) && !/^https?:$/.test(URL.parse(readField(name))?.protocol ?? ''))
      return `Parameter ${name} is not a valid URL`
  return isKnown(readField('tran_id')) ? 'Parameter tran_id was used before' : null
}

export function createSession(order: ReadonlyMap<string, string>, now: number): Session {
  const { store_passwd: _secret, ...storedFields } = Object.fromEntries(order)
  return {
    key: randomBytes(16).toString('hex').toUpperCase(),
    tranId: order.get('tran_id')!,
    openedAt: now,
    amountPoisha: parsePoisha(order.get('total_amount')!)!,
    language: order.get('value_b') === 'bn' ? 'bn' : 'en',
    fields: storedFields,
    tries: [],
    refundsEnd: 'refunded',
  }
}

export const createOpenedReply = ({ key }: Session, baseUrl: string) => ({
  status: 'SUCCESS',
  failedreason: '',
  sessionkey: key,
  gw: { visa: 'card', master: 'card', amex: '', othercards: '', internetbanking: '', mobilebanking: 'bkash,nagad' },
  redirectGatewayURL: `${baseUrl}/pay/${key}?by=`,
  GatewayPageURL: `${baseUrl}/pay/${key}`,
  storeBanner: '',
  storeLogo: '',
  desc: [
    { name: 'Card', type: 'visa', gw: 'card' },
    { name: 'bKash', type: 'mobilebanking', gw: 'bkash' },
    { name: 'Nagad', type: 'mobilebanking', gw: 'nagad' },
  ],
})
