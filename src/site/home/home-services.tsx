import { useTranslator } from '#platform/pages/page.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import { PostCard } from '../reading/post-card.tsx'
import styles from './home-services.module.css'
import row from './row.module.css'
import type { ShownTrim } from './trims.ts'

/** All services as cards. */
export function HomeServices({ trims }: { trims: ShownTrim[] }) {
  const { t } = useTranslator()
  if (trims.length === 0) return null
  return (
    <section className="section container">
      <SectionHead eyebrow={t('home.services_eyebrow')} title={t('home.services_title')} />
      <div className={`${row.row} ${styles.services}`}>
        {trims.map(({ path, ...post }, index) => (
          <PostCard key={path} post={post} to={path} isLazy={index > 1} sizes="(min-width: 40rem) 8rem, 74vw" />
        ))}
      </div>
    </section>
  )
}
