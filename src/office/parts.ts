import type { PersonalData } from '#people/accounts/close-account.ts'
import type { ApiPart } from '#platform/http/api.ts'
import { ratesContract } from '#stays/availability/office/rates-contract.ts'
import { ratesHandlers } from '#stays/availability/office/rates-http.ts'
import { unitsContract } from '#stays/availability/office/units-contract.ts'
import { unitsHandlers } from '#stays/availability/office/units-http.ts'
import { vatContract } from '#stays/availability/office/vat-contract.ts'
import { vatHandlers } from '#stays/availability/office/vat-http.ts'
import { billContract } from '#stays/bills/bill/contract.ts'
import { billHandlers } from '#stays/bills/bill/http.ts'
import { extrasContract } from '#stays/bills/extras/contract.ts'
import { extrasHandlers } from '#stays/bills/extras/http.ts'
import { bookingsOfficeContract, cancellingContract } from '#stays/bookings/office/contract.ts'
import { bookingsOfficeHandlers } from '#stays/bookings/office/http.ts'
import { guestsContract } from '#stays/guests/contract.ts'
import { guestsHandlers } from '#stays/guests/http.ts'
import { calendarsContract } from '#front-desk/calendars/office/contract.ts'
import { calendarsHandlers } from '#front-desk/calendars/office/http.ts'
import { invoicesOfficeContract } from '#money/invoices/office/contract.ts'
import { invoicesOfficeHandlers } from '#money/invoices/office/http.ts'
import { paymentsOfficeContract } from '#money/payments/office/contract.ts'
import { createPaymentsOfficeHandlers } from '#money/payments/office/http.ts'
import type { Gateways } from '#money/payments/store.ts'
import { settingsContract } from '#content/office/settings-contract.ts'
import { settingsHandlers } from '#content/office/settings-http.ts'
import { slidesContract } from '#content/office/slides-contract.ts'
import { slidesHandlers } from '#content/office/slides-http.ts'
import { textsContract } from '#content/office/texts-contract.ts'
import { textsHandlers } from '#content/office/texts-http.ts'
import { chartContract } from '#front-desk/desk/chart/contract.ts'
import { chartHandlers } from '#front-desk/desk/chart/http.ts'
import { handoverContract } from '#front-desk/desk/handover/contract.ts'
import { handoverHandlers } from '#front-desk/desk/handover/http.ts'
import { dayContract } from '#front-desk/desk/day/contract.ts'
import { dayHandlers } from '#front-desk/desk/day/http.ts'
import { todayContract } from '#front-desk/desk/today/contract.ts'
import { todayHandlers } from '#front-desk/desk/today/http.ts'
import { stayContract } from '#front-desk/desk/stay/contract.ts'
import { cancellingHandlers, stayHandlers } from '#front-desk/desk/stay/http.ts'
import { deskContract } from '#front-desk/desk/contract.ts'
import { deskHandlers } from '#front-desk/desk/http.ts'
import { housekeepingContract } from '#front-desk/desk/housekeeping/contract.ts'
import { housekeepingHandlers } from '#front-desk/desk/housekeeping/http.ts'
import { registerContract } from '#front-desk/register/office/contract.ts'
import { registerHandlers } from '#front-desk/register/office/http.ts'
import { enquiriesOfficeContract } from '#trade/enquiries/office/contract.ts'
import { enquiriesOfficeHandlers } from '#trade/enquiries/office/http.ts'
import { figuresContract } from '#insight/figures/office/contract.ts'
import { figuresHandlers } from '#insight/figures/office/http.ts'
import { figureStaysContract } from '#insight/figures/office/stays-contract.ts'
import { figureStaysHandlers } from '#insight/figures/office/stays-http.ts'
import { visitsContract } from '#insight/figures/office/visits-contract.ts'
import { visitsHandlers } from '#insight/figures/office/visits-http.ts'
import { policiesContract } from '#stays/policies/office/contract.ts'
import { policiesHandlers } from '#stays/policies/office/http.ts'
import { customersContract } from '#people/customers/contract.ts'
import { customersHandlers } from '#people/customers/http.ts'
import { customerStaysContract } from '#stays/customers/contract.ts'
import { customerStaysHandlers } from '#stays/customers/http.ts'
import { customerSalesContract } from '#trade/customers/contract.ts'
import { customerSalesHandlers } from '#trade/customers/http.ts'
import { customerAccountContract } from '#money/customers/contract.ts'
import { customerAccountHandlers } from '#money/customers/http.ts'
import { ordersOfficeContract } from '#trade/orders/office/contract.ts'
import { ordersOfficeHandlers } from '#trade/orders/office/http.ts'
import { quotationsOfficeContract } from '#trade/quotations/office/contract.ts'
import { quotationsOfficeHandlers } from '#trade/quotations/office/http.ts'
import { inboxContract } from '#trade/inbox/office/contract.ts'
import { inboxHandlers } from '#trade/inbox/office/http.ts'
import { certificatesContract } from '#trade/enquiries/office/certificates-contract.ts'
import { certificatesHandlers } from '#trade/enquiries/office/certificates-http.ts'
import { productsOfficeContract } from '#trade/enquiries/office/products-contract.ts'
import { productsOfficeHandlers } from '#trade/enquiries/office/products-http.ts'
import { mediaOfficeContract } from '#content/media/office/contract.ts'
import { mediaOfficeHandlers } from '#content/media/office/http.ts'
import { emailsOfficeContract } from '#mail/office/contract.ts'
import { emailsOfficeHandlers } from '#mail/office/http.ts'
import { sentEmailsContract } from '#mail/office/sent-contract.ts'
import { createSentEmailsHandlers } from '#mail/office/sent-http.ts'
import { emailWordingContract } from '#mail/office/wording-contract.ts'
import { createEmailWordingHandlers } from '#mail/office/wording-http.ts'
import { postsOfficeContract } from '#content/posts/office/contract.ts'
import { postsOfficeHandlers } from '#content/posts/office/http.ts'
import { roomsOfficeContract } from '#stays/rooms/office/contract.ts'
import { roomsOfficeHandlers } from '#stays/rooms/office/http.ts'
import { staffOfficeContract } from '#people/staff/office/contract.ts'
import { staffOfficeHandlers } from '#people/staff/office/http.ts'
import { peopleContract } from '#people/staff/office/people-contract.ts'
import { createPeopleHandlers } from '#people/staff/office/people-http.ts'
import { teamContract } from '#people/staff/office/team-contract.ts'
import { teamHandlers } from '#people/staff/office/team-http.ts'
import { statusContract } from '#insight/status/contract.ts'
import { statusHandlers } from '#insight/status/http.ts'
import { webhooksContract } from '#insight/webhooks/office/contract.ts'
import { webhooksHandlers } from '#insight/webhooks/office/http.ts'
import { emailDefinitions } from './email-definitions.ts'
import { searchContract } from './search/contract.ts'
import { searchHandlers } from './search/http.ts'

/** The endpoints of the office. `personalData`: the personal data that each slice stores. */
export const listOfficeParts = (personalData: Record<string, PersonalData>, gateways: Gateways): ApiPart[] => [
  { contract: staffOfficeContract, handlers: staffOfficeHandlers },
  { contract: teamContract, handlers: teamHandlers },
  { contract: peopleContract, handlers: createPeopleHandlers(personalData) },
  { contract: searchContract, handlers: searchHandlers },
  { contract: bookingsOfficeContract, handlers: bookingsOfficeHandlers },
  { contract: guestsContract, handlers: guestsHandlers },
  { contract: billContract, handlers: billHandlers },
  { contract: extrasContract, handlers: extrasHandlers },
  { contract: invoicesOfficeContract, handlers: invoicesOfficeHandlers },
  { contract: paymentsOfficeContract, handlers: createPaymentsOfficeHandlers(gateways) },
  { contract: deskContract, handlers: deskHandlers },
  { contract: stayContract, handlers: stayHandlers },
  { contract: cancellingContract, handlers: cancellingHandlers },
  { contract: todayContract, handlers: todayHandlers },
  { contract: dayContract, handlers: dayHandlers },
  { contract: handoverContract, handlers: handoverHandlers },
  { contract: chartContract, handlers: chartHandlers },
  { contract: enquiriesOfficeContract, handlers: enquiriesOfficeHandlers },
  { contract: customersContract, handlers: customersHandlers },
  { contract: customerStaysContract, handlers: customerStaysHandlers },
  { contract: customerSalesContract, handlers: customerSalesHandlers },
  { contract: customerAccountContract, handlers: customerAccountHandlers },
  { contract: quotationsOfficeContract, handlers: quotationsOfficeHandlers },
  { contract: ordersOfficeContract, handlers: ordersOfficeHandlers },
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
  { contract: certificatesContract, handlers: certificatesHandlers },
  { contract: textsContract, handlers: textsHandlers },
  { contract: emailsOfficeContract, handlers: emailsOfficeHandlers },
  { contract: sentEmailsContract, handlers: createSentEmailsHandlers(emailDefinitions) },
  { contract: emailWordingContract, handlers: createEmailWordingHandlers(emailDefinitions) },
  { contract: vatContract, handlers: vatHandlers },
  { contract: figuresContract, handlers: figuresHandlers },
  { contract: figureStaysContract, handlers: figureStaysHandlers },
  { contract: visitsContract, handlers: visitsHandlers },
  { contract: housekeepingContract, handlers: housekeepingHandlers },
  { contract: registerContract, handlers: registerHandlers },
  { contract: webhooksContract, handlers: webhooksHandlers },
  { contract: statusContract, handlers: statusHandlers },
]

export const officeContract = {
  ...staffOfficeContract,
  ...teamContract,
  ...peopleContract,
  ...guestsContract,
  ...searchContract,
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
  ...customersContract,
  ...customerStaysContract,
  ...customerSalesContract,
  ...customerAccountContract,
  ...quotationsOfficeContract,
  ...ordersOfficeContract,
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
  ...certificatesContract,
  ...textsContract,
  ...emailsOfficeContract,
  ...sentEmailsContract,
  ...emailWordingContract,
  ...vatContract,
  ...figuresContract,
  ...figureStaysContract,
  ...visitsContract,
  ...housekeepingContract,
  ...registerContract,
  ...webhooksContract,
  ...statusContract,
}
