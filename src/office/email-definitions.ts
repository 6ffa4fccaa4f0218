import { accountEmails } from '#people/accounts/emails.ts'
import { factorEmails } from '#people/staff/factor-emails.ts'
import { invitationEmails } from '#people/staff/invitation-email.ts'
import { stayEmails } from '#stays/bookings/emails/definitions.ts'
import { automaticEmails } from '#stays/bookings/emails/reminder-and-thanks.ts'
import { companyStayEmails } from '#stays/bookings/emails/company-emails.ts'
import { closingEmails } from '#front-desk/desk/closing-nights.ts'
import { emergencySheetEmails } from '#front-desk/desk/today/emergency-email.ts'
import { rebookingEmails } from '#front-desk/rebooking/emails.ts'
import { enquiryEmails } from '#trade/enquiries/enquiry-emails.ts'
import { contactEmails } from '#trade/enquiries/contact-message.ts'
import { answerEmails } from '#trade/inbox/answering.ts'
import { orderEmails } from '#trade/orders/emails.ts'
import { quotationEmails } from '#trade/quotations/emails.ts'
import { paymentEmails } from '#money/payments/emails.ts'
import { invoiceEmails } from '#money/invoices/emails.ts'
import { morningEmails } from '#insight/figures/morning-email.ts'
import { webhookEmails } from '#insight/webhooks/emails.ts'
import { testEmails } from '#mail/test-email.ts'
import type { EmailDefinitions } from '#mail/definition.ts'

/** The definition of every kind of email. */
export const emailDefinitions: EmailDefinitions = {
  ...accountEmails,
  ...factorEmails,
  ...invitationEmails,
  ...stayEmails,
  ...automaticEmails,
  ...companyStayEmails,
  ...closingEmails,
  ...emergencySheetEmails,
  ...rebookingEmails,
  ...enquiryEmails,
  ...contactEmails,
  ...answerEmails,
  ...quotationEmails,
  ...orderEmails,
  ...paymentEmails,
  ...invoiceEmails,
  ...morningEmails,
  ...webhookEmails,
  ...testEmails,
}
