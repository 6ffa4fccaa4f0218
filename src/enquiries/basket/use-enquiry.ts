import { ApiError, type FieldErrors } from '../../platform/errors.ts'
import { useApi, useWords } from '../../platform/pages/page.tsx'
import { emptyOrOdd, useForm } from '../../ui/form/use-form.ts'
import type { Line } from './basket.ts'
import type { EnquiriesApi } from '../contract.ts'
import type { SentEnquiry } from './sent.ts'

/** Sends the form, unless a line stands in it that cannot be sent: one that is gone. */
export function useEnquiry(
  lines: readonly Line[],
  isGone: (line: Line) => boolean,
  onSent: (sent: SentEnquiry) => void,
) {
  const words = useWords()
  const api = useApi<EnquiriesApi>()

  function gone(): FieldErrors {
    const places = lines.flatMap((line, index) => (isGone(line) ? [index] : []))
    return Object.fromEntries(places.map((index) => [`lines.${index}.product`, [words.t('error.product_gone')]]))
  }

  /** What is wrong with no field that can be seen is said of the whole. */
  function onRefused(refusal: ApiError, { elements }: HTMLFormElement): ApiError {
    const isShown = (name: string) => name.endsWith('.product') || elements.namedItem(name)
    if (Object.keys(refusal.errors).some(isShown)) return refusal
    return new ApiError(refusal.status, { message: refusal.message })
  }

  return useForm(
    async ({ text, once }) => {
      const [company, name, email, phone, message] = kept.map((each) => text(each).trim()) as Texts
      const asked = lines.map(({ slug, quantity, notes }) => ({ product: slug, quantity, notes }))
      const request = { company, name, email, phone, lines: asked, message, website: text('website') }
      const { reference } = await once(api.sendEnquiry, request)
      onSent({ reference, email, products: lines })
    },
    { faultsIn: (form) => ({ ...emptyOrOdd(form, words), ...gone() }), onRefused, kept, keptOn },
  )
}

/** Who asks, and what for; who asks again need not say once more who it is. */
const keptOn = ['company', 'name', 'email', 'phone'] as const
const kept = [...keptOn, 'message'] as const
type Texts = [company: string, name: string, email: string, phone: string, message: string]
