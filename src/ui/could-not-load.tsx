import { useRoute, useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from './button.tsx'
import { Notice } from './notice.tsx'

/**
 * The notice for content that could not be loaded. Its button links to the same page, so a retry works with and without
 * scripts.
 */
export function CouldNotLoad({ heading = 'h2' }: { heading?: 'h2' | 'h3' }) {
  const { t } = useTranslator()
  const { path, query } = useRoute()
  return (
    <Notice
      title={t('failure.missing_title')}
      heading={heading}
      action={
        <ButtonLink variant="secondary" aria-current={false} to={query.size ? `${path}?${query}` : path}>
          {t('dashboard.retry')}
        </ButtonLink>
      }
    >
      <p>{t('failure.missing_text')}</p>
    </Notice>
  )
}
