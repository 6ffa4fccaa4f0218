import type { ReactNode } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { href } from '#routes/public.ts'
import styles from './next-steps.module.css'

/**
 * The two next steps for a buyer, at the end of a page. `about` is the subject of a message. `children` is the button that
 * adds the shown item to the enquiry, if that is possible.
 */
export function NextSteps({ about, children }: { about?: string | undefined; children?: ReactNode }) {
  const { t } = useTranslator()
  return (
    <section className={`container no-print ${styles.next}`}>
      <hr />
      <SectionHead
        title={t('enquiry.next_title')}
        text={t('enquiry.next_text')}
        action={
          <div className={styles.ways}>
            {children ?? <ButtonLink to={href('products')}>{t('enquiry.empty_action')}</ButtonLink>}
            <ButtonLink variant="secondary" to={href('contact', null, { subject: about })}>
              {t('home.talk_action')}
            </ButtonLink>
          </div>
        }
      />
    </section>
  )
}
