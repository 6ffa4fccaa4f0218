import { Link, useWords } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { href } from '#routes/public.ts'
import styles from './add-to-enquiry.module.css'
import type { Product } from '../contract.ts'
import { useAdding } from './use-adding.tsx'

/** Adds a product to the enquiry and then becomes a link to it. `small` is the variant for product lists. */
export function AddToEnquiry({ product, small = false }: { product: Product; small?: boolean }) {
  const { t } = useWords()
  const { name } = product
  const { place, isIn, add } = useAdding(product)
  const which = small && <span className="visually-hidden">: {name}</span>
  return (
    <div ref={place} className={`${small ? styles.small : styles.large} needs-scripts`}>
      {!isIn && (
        <Button look={small ? 'quiet' : 'primary'} onClick={add}>
          {t('enquiry.add')}
          {which}
        </Button>
      )}
      {isIn && small && (
        <Link to={href('enquiry')} onClick={unlessTwice} className={styles.chosen}>
          <Icon name="tick" size={20} />
          {t('enquiry.in')}
          {which}
        </Link>
      )}
      {isIn && !small && (
        <>
          <p className={styles.chosen}>
            <Icon name="tick" size={20} />
            {t('enquiry.in')}
          </p>
          <ButtonLink to={href('enquiry')} onClick={unlessTwice}>
            {t('enquiry.see')}
          </ButtonLink>
        </>
      )}
    </div>
  )
}

/** Ignores the second click of a double click, so that the visitor does not leave the page. */
function unlessTwice(event: { detail: number; preventDefault(): void }): void {
  if (event.detail > 1) event.preventDefault()
}
