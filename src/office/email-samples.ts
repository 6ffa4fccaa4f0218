import { accountEmailSamples } from './account-samples.ts'
import { stayEmailSamples } from '#stays/bookings/emails/stay-samples.ts'
import { unitEmailSample } from '#front-desk/desk/closing-nights.ts'
import { emergencySample } from '#front-desk/desk/today/emergency-email.ts'
import { enquiryEmailSamples } from '#trade/enquiries/email-samples.ts'
import { morningSample } from '#insight/figures/morning-email.ts'
import { invoiceEmailSamples } from '#money/invoices/emails/samples.ts'
import type { EmailSamples } from '#mail/samples.ts'
import { paymentEmailSamples } from '#money/payments/emails/samples.ts'
import { rebookingEmailSamples } from '#front-desk/rebooking/email-samples.ts'
import { testEmailSample } from '#mail/test-email.ts'
import { quotationEmailSamples } from '#trade/quotations/email-samples.ts'
import { staffEmailSamples } from '#people/staff/email-samples.ts'
import { webhookEmailSample } from '#insight/webhooks/emails.ts'

/** A sample of every email made of product texts. The office shows it before and after the texts are edited. */
export const emailSamples: EmailSamples = {
  ...stayEmailSamples,
  ...rebookingEmailSamples,
  ...paymentEmailSamples,
  ...invoiceEmailSamples,
  ...enquiryEmailSamples,
  ...quotationEmailSamples,
  ...accountEmailSamples,
  ...staffEmailSamples,
  company_unit: unitEmailSample,
  house_morning: morningSample,
  house_emergency: emergencySample,
  house_test: testEmailSample,
  house_webhook: webhookEmailSample,
}
