import { accountLetterSamples } from './account-samples.ts'
import { stayLetterSamples } from '#stays/bookings/letters/stay-samples.ts'
import { unitLetterSample } from '#front-desk/desk/closing-nights.ts'
import { emergencySample } from '#front-desk/desk/today/emergency-letter.ts'
import { enquiryLetterSamples } from '#trade/enquiries/letter-samples.ts'
import { morningSample } from '#insight/figures/morning-letter.ts'
import { invoiceLetterSamples } from '#money/invoices/letters/samples.ts'
import type { LetterSamples } from '#mail/samples.ts'
import { paymentLetterSamples } from '#money/payments/letters/samples.ts'
import { rebookingLetterSamples } from '#front-desk/rebooking/letter-samples.ts'
import { testLetterSample } from '#mail/test-letter.ts'
import { quotationLetterSamples } from '#trade/quotations/letter-samples.ts'
import { staffLetterSamples } from '#people/staff/letter-samples.ts'
import { webhookLetterSample } from '#insight/webhooks/letters.ts'

/** Every letter that is made of words of the product: what is shown of each, before and after somebody words it otherwise. */
export const letterSamples: LetterSamples = {
  ...stayLetterSamples,
  ...rebookingLetterSamples,
  ...paymentLetterSamples,
  ...invoiceLetterSamples,
  ...enquiryLetterSamples,
  ...quotationLetterSamples,
  ...accountLetterSamples,
  ...staffLetterSamples,
  company_unit: unitLetterSample,
  house_morning: morningSample,
  house_emergency: emergencySample,
  house_test: testLetterSample,
  house_webhook: webhookLetterSample,
}
