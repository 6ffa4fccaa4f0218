import { useTranslator } from '#platform/pages/page.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { PostCard, PostCards } from '../reading/post-card.tsx'
import type { Trim } from './trims.ts'

/** All services as cards. */
export function HomeServices({ trims }: { trims: Trim[] }) {
  const { t } = useTranslator()
  if (trims.length === 0) return null
  return (
    <section className="section container">
      <SectionHead eyebrow={t('home.services_eyebrow')} title={t('home.services_title')} />
      <PostCards>
        {trims.map(({ path, ...post }, index) => (
          <PostCard key={post.slug} post={post} to={path} later={index > 1} />
        ))}
      </PostCards>
    </section>
  )
}
