import { accountEmailSamples } from './account-samples.ts'
import { stayEmailSamples } from '#stays/bookings/letters/stay-samples.ts'
import { unitEmailSample } from '#front-desk/desk/closing-nights.ts'
import { emergencySample } from '#front-desk/desk/today/emergency-letter.ts'
import { enquiryEmailSamples } from '#trade/enquiries/letter-samples.ts'
import { morningSample } from '#insight/figures/morning-letter.ts'
import { invoiceEmailSamples } from '#money/invoices/letters/samples.ts'
import type { EmailSamples } from '#mail/samples.ts'
import { paymentEmailSamples } from '#money/payments/letters/samples.ts'
import { rebookingEmailSamples } from '#front-desk/rebooking/letter-samples.ts'
import { testEmailSample } from '#mail/test-letter.ts'
import { quotationEmailSamples } from '#trade/quotations/letter-samples.ts'
import { staffEmailSamples } from '#people/staff/letter-samples.ts'
import { webhookEmailSample } from '#insight/webhooks/letters.ts'

/** Every letter that is made of words of the product: what is shown of each, before and after somebody words it otherwise. */
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
