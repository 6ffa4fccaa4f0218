import { useTranslator } from '#platform/pages/page.tsx'
import type { Opening } from '../enriched-teasers.ts'

/** The date of a post and the time to read it. */
export function ReadingFacts({ published, minutes }: Pick<Opening, 'published' | 'minutes'>) {
  const { t, count, day } = useTranslator()
  return (
    <dl className="line-4 small">
      <dt className="visually-hidden">{t('page.published')}</dt>
      <dd>
        <time dateTime={published}>{day(published)}</time>
      </dd>
      <dt className="visually-hidden">{t('page.reading_time')}</dt>
      <dd>{count('page.minutes', minutes)}</dd>
    </dl>
  )
}
