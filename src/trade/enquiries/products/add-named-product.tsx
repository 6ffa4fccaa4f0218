import { useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import { useAddToEnquiry } from './use-add-to-enquiry.tsx'
import type { Product } from '../contract.ts'

/** The button at the end of a product page that adds the product to the enquiry. After that it links to the enquiry. */
export function AddNamedProduct({ product }: { product: Product }) {
  const { t } = useTranslator()
  const { name } = product
  const { container, isAdded, add } = useAddToEnquiry(product)
  return (
    <div ref={container} className="needs-scripts">
      {isAdded ? (
        <ButtonLink to={href('enquiry')}>{t('enquiry.has_named', { name })}</ButtonLink>
      ) : (
        <Button onClick={add}>{t('enquiry.add_named', { name })}</Button>
      )}
    </div>
  )
}
