import { useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import type { Card } from '../teasers.ts'
import type { Offer } from '../enriched-teasers.ts'

/** The action of an offer, or the link to the text. */
export function NextStep({ post }: { post: Card | Offer }) {
  const { t } = useTranslator()
  if ('action' in post && post.action)
    return (
      <ButtonLink variant="quiet" to={post.action.to}>
        {post.action.label}
      </ButtonLink>
    )
  return (
    <ButtonLink variant="quiet" to={post.to}>
      {t('page.read_more')}
      <span className="visually-hidden">: {post.title}</span>
    </ButtonLink>
  )
}
