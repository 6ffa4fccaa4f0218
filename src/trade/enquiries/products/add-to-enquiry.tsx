import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { href } from '#routes/public.ts'
import type { Product } from '../contract.ts'
import styles from './add-to-enquiry.module.css'
import { useAddToEnquiry } from './use-add-to-enquiry.tsx'

/** Adds a product to the enquiry and then becomes a link to it. `isSmall` selects the variant for product lists. */
export function AddToEnquiry({ product, isSmall = false }: { product: Product; isSmall?: boolean }) {
  const { t } = useTranslator()
  const { name } = product
  const { container, isAdded, add } = useAddToEnquiry(product)
  const hiddenName = isSmall && <span className="visually-hidden">: {name}</span>
  return (
    <>
      {!isSmall && (
        <noscript>
          <Button type="submit">{t('enquiry.add')}</Button>
        </noscript>
      )}
      <div ref={container} className={`${isSmall ? styles.small : 'stack-3 left'} needs-scripts`}>
        {!isAdded && (
          <Button variant={isSmall ? 'quiet' : 'primary'} onClick={add}>
            {isSmall && <Icon name="more" size={20} />}
            {t('enquiry.add')}
            {hiddenName}
          </Button>
        )}
        {isAdded && isSmall && (
          <Link to={href('enquiry')} onClick={ignoreDoubleClick} className={styles.chosen}>
            <Icon name="tick" size={20} />
            {t('enquiry.in')}
            {hiddenName}
          </Link>
        )}
        {isAdded && !isSmall && (
          <>
            <p className={styles.chosen}>
              <Icon name="tick" size={20} />
              {t('enquiry.in')}
            </p>
            <ButtonLink to={href('enquiry')} onClick={ignoreDoubleClick}>
              {t('enquiry.see')}
            </ButtonLink>
          </>
        )}
      </div>
    </>
  )
}

/** Ignores the second click of a double click, so that the visitor does not leave the page. */
function ignoreDoubleClick(event: { detail: number; preventDefault(): void }): void {
  if (event.detail > 1) event.preventDefault()
}
