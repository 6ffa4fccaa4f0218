import type { IncomingMessage } from 'node:http'
import { accountsContract } from '#people/accounts/contract.ts'
import { createAccountsHandlers } from '#people/accounts/http.ts'
import { authenticateToken } from '#people/accounts/session-store.ts'
import { availabilityContract } from '#stays/availability/contract.ts'
import { cacheCheapestStays, type FindCheapestStays } from '#stays/availability/cheapest-stays.ts'
import { createAvailabilityHandlers } from '#stays/availability/http.ts'
import { bookingsContract } from '#stays/bookings/contract.ts'
import { expireHolds } from '#stays/bookings/hold.ts'
import { bookingsHandlers, validateBooking } from '#stays/bookings/http.ts'
import { onAddressConfirmed } from '#stays/bookings/verification.ts'
import { bookingsPersonalData } from '#stays/bookings/personal-data.ts'
import { contentContract } from '#content/contract.ts'
import { contentHandlers } from '#content/http.ts'
import { postsContract } from '#content/posts/contract.ts'
import { postsHandlers } from '#content/posts/http.ts'
import { enquiriesContract } from '#trade/enquiries/contract.ts'
import { createEnquiriesHandlers } from '#trade/enquiries/http.ts'
import { cacheSearchTexts, type ReadSearchTexts } from '#trade/enquiries/product-search.ts'
import { enquiriesPersonalData } from '#trade/enquiries/personal-data.ts'
import { ownEnquiriesContract } from '#trade/own-enquiries/contract.ts'
import { ownEnquiriesHandlers } from '#trade/own-enquiries/http.ts'
import { invoicesContract } from '#money/invoices/contract.ts'
import { invoicesHandlers } from '#money/invoices/http.ts'
import { invoicesPersonalData } from '#money/invoices/personal-data.ts'
import { paymentsContract } from '#money/payments/contract.ts'
import { createPaymentsHandlers } from '#money/payments/http.ts'
import type { Gateways } from '#money/payments/store.ts'
import { ordersContract } from '#trade/orders/contract.ts'
import { ordersHandlers } from '#trade/orders/http.ts'
import { quotationsContract } from '#trade/quotations/contract.ts'
import { quotationsHandlers } from '#trade/quotations/http.ts'
import { quotationsPersonalData } from '#trade/quotations/personal-data.ts'
import { messagesContract } from '#mail/contract.ts'
import { messagesHandlers } from '#mail/http.ts'
import { createApi, type ApiPart, type ServedApi } from '#platform/http/api.ts'
import type { RequestContext, Contract } from '#platform/contract.ts'
import type { Database, WholeDatabase } from '#platform/database/database.ts'
import type { Context } from '#platform/context.ts'
import { officeContract, listOfficeParts } from '#office/parts.ts'
import { openApiContract, openApiHandlers } from '#platform/http/openapi.ts'
import { rebookingContract } from '#front-desk/rebooking/contract.ts'
import { rebookingHandlers } from '#front-desk/rebooking/http.ts'
import { roomsContract } from '#stays/rooms/contract.ts'
import { createRoomsHandlers } from '#stays/rooms/http.ts'
import { everyEndpoint, type EveryEndpointName } from '#routes/office.ts'

/** The contract and the handlers of each slice, followed by the description of the API. */
const listSlices = (
  describeApi: () => object,
  gateways: Gateways,
  findCheapestStays: FindCheapestStays,
  readSearchTexts: ReadSearchTexts,
): ApiPart[] => [
  { contract: contentContract, handlers: contentHandlers },
  { contract: postsContract, handlers: postsHandlers },
  { contract: roomsContract, handlers: createRoomsHandlers(findCheapestStays) },
  { contract: messagesContract, handlers: messagesHandlers },
  { contract: availabilityContract, handlers: createAvailabilityHandlers(endExpiredHolds, findCheapestStays) },
  { contract: accountsContract, handlers: createAccountsHandlers(personalData, onAddressConfirmed, validateBooking) },
  { contract: bookingsContract, handlers: bookingsHandlers },
  { contract: paymentsContract, handlers: createPaymentsHandlers(gateways) },
  { contract: invoicesContract, handlers: invoicesHandlers },
  { contract: rebookingContract, handlers: rebookingHandlers },
  { contract: enquiriesContract, handlers: createEnquiriesHandlers(readSearchTexts) },
  { contract: quotationsContract, handlers: quotationsHandlers },
  { contract: ordersContract, handlers: ordersHandlers },
  { contract: ownEnquiriesContract, handlers: ownEnquiriesHandlers },
  ...listOfficeParts(personalData, gateways),
  { contract: openApiContract, handlers: openApiHandlers(describeApi) },
]
const endExpiredHolds = (db: Database, { now, context }: RequestContext) => expireHolds(db, now, context)
const personalData = {
  bookings: bookingsPersonalData,
  enquiries: enquiriesPersonalData,
  quotations: quotationsPersonalData,
  invoices: invoicesPersonalData,
}

export const contract = {
  ...contentContract,
  ...postsContract,
  ...roomsContract,
  ...messagesContract,
  ...availabilityContract,
  ...accountsContract,
  ...bookingsContract,
  ...paymentsContract,
  ...invoicesContract,
  ...rebookingContract,
  ...enquiriesContract,
  ...quotationsContract,
  ...ordersContract,
  ...ownEnquiriesContract,
  ...officeContract,
  ...openApiContract,
}
contract satisfies Record<EveryEndpointName, unknown> & Contract

interface ApiParts {
  db: WholeDatabase
  context: Context
  gateways: Gateways
  describeApi: () => object
  /** Changes whenever published content changes. Caches of the API are valid for one key. */
  contentKey: () => string | number
  addressOf: (request: IncomingMessage) => string
}

/** Creates the API of all slices. It needs no server, so that a simulation can call it directly. */
export const createProductApi = ({ db, context, gateways, describeApi, contentKey, addressOf }: ApiParts): ServedApi =>
  createApi(listSlices(describeApi, gateways, cacheCheapestStays(contentKey), cacheSearchTexts(contentKey)), {
    db,
    context,
    endpoints: everyEndpoint,
    addressOf,
    identify: (token, now, language) => authenticateToken(db, now, token, language, context.isDemo),
  })
