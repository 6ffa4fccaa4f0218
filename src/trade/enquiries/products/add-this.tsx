import { useWords } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import { useAdding } from '../basket/use-adding.tsx'
import type { Product } from '../contract.ts'

/** At the end of a product's page: asks for it by its name. Once it is in the enquiry, the same place leads there. */
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
