import { useWords } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import { useAdding } from '../basket/use-adding.tsx'
import type { Product } from '../contract.ts'

/** The button at the end of a product page that adds the product to the enquiry. After that it links to the enquiry. */
export function AddThis({ product }: { product: Product }) {
  const { t } = useWords()
  const { name } = product
  const { place, isIn, add } = useAdding(product)
  return (
    <div ref={place} className="needs-scripts">
      {isIn ? (
        <ButtonLink to={href('enquiry')}>{t('enquiry.has_named', { name })}</ButtonLink>
      ) : (
        <Button onClick={add}>{t('enquiry.add_named', { name })}</Button>
      )}
    </div>
  )
}
