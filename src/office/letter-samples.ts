import { accountLetterSamples } from './account-samples.ts'
import { stayLetterSamples } from '../bookings/letters/stay-samples.ts'
import { unitLetterSample } from '../desk/closing-nights.ts'
import { emergencySample } from '../desk/today/emergency-letter.ts'
import { enquiryLetterSamples } from '../enquiries/letter-samples.ts'
import { morningSample } from '../figures/morning-letter.ts'
import { invoiceLetterSamples } from '../invoices/letters/samples.ts'
import type { LetterSamples } from '../messages/samples.ts'
import { paymentLetterSamples } from '../payments/letters/samples.ts'
import { rebookingLetterSamples } from '../rebooking/letter-samples.ts'
import { testLetterSample } from '../messages/test-letter.ts'
import { quotationLetterSamples } from '../quotations/letter-samples.ts'
import { staffLetterSamples } from '../staff/letter-samples.ts'
import { webhookLetterSample } from '../webhooks/letters.ts'

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
