import type { PersonalData } from '../accounts/leaving.ts'
import type { ApiPart } from '../platform/http/api.ts'
import { ratesContract } from '../availability/office/rates-contract.ts'
import { ratesHandlers } from '../availability/office/rates-http.ts'
import { unitsContract } from '../availability/office/units-contract.ts'
import { unitsHandlers } from '../availability/office/units-http.ts'
import { vatContract } from '../availability/office/vat-contract.ts'
import { vatHandlers } from '../availability/office/vat-http.ts'
import { billContract } from '../bills/bill/contract.ts'
import { billHandlers } from '../bills/bill/http.ts'
import { extrasContract } from '../bills/extras/contract.ts'
import { extrasHandlers } from '../bills/extras/http.ts'
import { bookingsOfficeContract, cancellingContract } from '../bookings/office/contract.ts'
import { bookingsOfficeHandlers } from '../bookings/office/http.ts'
import { stayLettersAnew } from '../bookings/letters/stay-letters.ts'
import { calendarsContract } from '../calendars/office/contract.ts'
import { calendarsHandlers } from '../calendars/office/http.ts'
import { invoicesOfficeContract } from '../invoices/office/contract.ts'
import { invoicesOfficeHandlers } from '../invoices/office/http.ts'
import { paymentsOfficeContract } from '../payments/office/contract.ts'
import { paymentsOfficeHandlers } from '../payments/office/http.ts'
import type { Gateways } from '../payments/store.ts'
import { settingsContract } from '../content/office/settings-contract.ts'
import { settingsHandlers } from '../content/office/settings-http.ts'
import { slidesContract } from '../content/office/slides-contract.ts'
import { slidesHandlers } from '../content/office/slides-http.ts'
import { textsContract } from '../content/office/texts-contract.ts'
import { textsHandlers } from '../content/office/texts-http.ts'
import { chartContract } from '../desk/chart/contract.ts'
import { chartHandlers } from '../desk/chart/http.ts'
import { handoverContract } from '../desk/handover/contract.ts'
import { handoverHandlers } from '../desk/handover/http.ts'
import { dayContract } from '../desk/day/contract.ts'
import { dayHandlers } from '../desk/day/http.ts'
import { todayContract } from '../desk/today/contract.ts'
import { todayHandlers } from '../desk/today/http.ts'
import { stayContract } from '../desk/stay/contract.ts'
import { cancellingHandlers, stayHandlers } from '../desk/stay/http.ts'
import { deskContract } from '../desk/contract.ts'
import { deskHandlers } from '../desk/http.ts'
import { housekeepingContract } from '../desk/housekeeping/contract.ts'
import { housekeepingHandlers } from '../desk/housekeeping/http.ts'
import { registerContract } from '../register/office/contract.ts'
import { registerHandlers } from '../register/office/http.ts'
import { enquiriesOfficeContract } from '../enquiries/office/contract.ts'
import { enquiriesOfficeHandlers } from '../enquiries/office/http.ts'
import { figuresContract } from '../figures/office/contract.ts'
import { figuresHandlers } from '../figures/office/http.ts'
import { behindContract } from '../figures/office/stays-contract.ts'
import { behindHandlers } from '../figures/office/stays-http.ts'
import { visitsContract } from '../figures/office/visits-contract.ts'
import { visitsHandlers } from '../figures/office/visits-http.ts'
import { policiesContract } from '../policies/office/contract.ts'
import { policiesHandlers } from '../policies/office/http.ts'
import { quotationsOfficeContract } from '../quotations/office/contract.ts'
import { quotationsOfficeHandlers } from '../quotations/office/http.ts'
import { inboxContract } from '../inbox/office/contract.ts'
import { inboxHandlers } from '../inbox/office/http.ts'
import { productsOfficeContract } from '../enquiries/office/products-contract.ts'
import { productsOfficeHandlers } from '../enquiries/office/products-http.ts'
import { mediaOfficeContract } from '../media/office/contract.ts'
import { mediaOfficeHandlers } from '../media/office/http.ts'
import { lettersOfficeContract } from '../messages/office/contract.ts'
import { lettersOfficeHandlers } from '../messages/office/http.ts'
import { sentLettersContract } from '../messages/office/sent-contract.ts'
import { sentLettersHandlers } from '../messages/office/sent-http.ts'
import { letterWordingContract } from '../messages/office/wording-contract.ts'
import { letterWordingHandlers } from '../messages/office/wording-http.ts'
import { postsOfficeContract } from '../posts/office/contract.ts'
import { postsOfficeHandlers } from '../posts/office/http.ts'
import { roomsOfficeContract } from '../rooms/office/contract.ts'
import { roomsOfficeHandlers } from '../rooms/office/http.ts'
import { staffOfficeContract } from '../staff/office/contract.ts'
import { staffOfficeHandlers } from '../staff/office/http.ts'
import { peopleContract } from '../staff/office/people-contract.ts'
import { peopleHandlers } from '../staff/office/people-http.ts'
import { teamContract } from '../staff/office/team-contract.ts'
import { teamHandlers } from '../staff/office/team-http.ts'
import { webhooksContract } from '../webhooks/office/contract.ts'
import { webhooksHandlers } from '../webhooks/office/http.ts'
import { letterSamples } from './letter-samples.ts'

/** What the slices do for the office, and nobody else asks for. `personalData`: what they keep of people. */
export const officeParts = (personalData: Record<string, PersonalData>, gateways: Gateways): ApiPart[] => [
  { contract: staffOfficeContract, handlers: staffOfficeHandlers },
  { contract: teamContract, handlers: teamHandlers },
  { contract: peopleContract, handlers: peopleHandlers(personalData) },
  { contract: bookingsOfficeContract, handlers: bookingsOfficeHandlers },
  { contract: billContract, handlers: billHandlers },
  { contract: extrasContract, handlers: extrasHandlers },
  { contract: invoicesOfficeContract, handlers: invoicesOfficeHandlers },
  { contract: paymentsOfficeContract, handlers: paymentsOfficeHandlers(gateways) },
  { contract: deskContract, handlers: deskHandlers },
  { contract: stayContract, handlers: stayHandlers },
  { contract: cancellingContract, handlers: cancellingHandlers },
  { contract: todayContract, handlers: todayHandlers },
  { contract: dayContract, handlers: dayHandlers },
  { contract: handoverContract, handlers: handoverHandlers },
  { contract: chartContract, handlers: chartHandlers },
  { contract: enquiriesOfficeContract, handlers: enquiriesOfficeHandlers },
  { contract: quotationsOfficeContract, handlers: quotationsOfficeHandlers },
  { contract: inboxContract, handlers: inboxHandlers },
  { contract: roomsOfficeContract, handlers: roomsOfficeHandlers },
  { contract: unitsContract, handlers: unitsHandlers },
  { contract: calendarsContract, handlers: calendarsHandlers },
  { contract: ratesContract, handlers: ratesHandlers },
  { contract: policiesContract, handlers: policiesHandlers },
  { contract: mediaOfficeContract, handlers: mediaOfficeHandlers },
  { contract: settingsContract, handlers: settingsHandlers },
  { contract: postsOfficeContract, handlers: postsOfficeHandlers },
  { contract: slidesContract, handlers: slidesHandlers },
  { contract: productsOfficeContract, handlers: productsOfficeHandlers },
  { contract: textsContract, handlers: textsHandlers },
  { contract: lettersOfficeContract, handlers: lettersOfficeHandlers },
  { contract: sentLettersContract, handlers: sentLettersHandlers(stayLettersAnew) },
  { contract: letterWordingContract, handlers: letterWordingHandlers(letterSamples) },
  { contract: vatContract, handlers: vatHandlers },
  { contract: figuresContract, handlers: figuresHandlers },
  { contract: behindContract, handlers: behindHandlers },
  { contract: visitsContract, handlers: visitsHandlers },
  { contract: housekeepingContract, handlers: housekeepingHandlers },
  { contract: registerContract, handlers: registerHandlers },
  { contract: webhooksContract, handlers: webhooksHandlers },
]

export const officeContract = {
  ...staffOfficeContract,
  ...teamContract,
  ...peopleContract,
  ...bookingsOfficeContract,
  ...billContract,
  ...extrasContract,
  ...invoicesOfficeContract,
  ...paymentsOfficeContract,
  ...deskContract,
  ...stayContract,
  ...cancellingContract,
  ...todayContract,
  ...dayContract,
  ...handoverContract,
  ...chartContract,
  ...enquiriesOfficeContract,
  ...quotationsOfficeContract,
  ...inboxContract,
  ...roomsOfficeContract,
  ...unitsContract,
  ...calendarsContract,
  ...ratesContract,
  ...policiesContract,
  ...mediaOfficeContract,
  ...settingsContract,
  ...postsOfficeContract,
  ...slidesContract,
  ...productsOfficeContract,
  ...textsContract,
  ...lettersOfficeContract,
  ...sentLettersContract,
  ...letterWordingContract,
  ...vatContract,
  ...figuresContract,
  ...behindContract,
  ...visitsContract,
  ...housekeepingContract,
  ...registerContract,
  ...webhooksContract,
}
