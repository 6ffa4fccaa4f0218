import { useTranslator } from '#platform/pages/page.tsx'
import type { Translator } from '#locales/translator.ts'
import { warningLimits, listDetailsWarnings, findTextWarnings, type PostWarning } from '../warnings.ts'
import styles from './post.module.css'
import type { PostEdit } from './use-post.ts'

/** Lists the warnings of a post while it is edited. */
export function WarningList({ post: { en, bn, details } }: { post: PostEdit }) {
  const translator = useTranslator()
  const { t } = translator
  const { slug, picture, shown: shownPicture } = details.row
  const isTranslated = bn.row.title !== '' && bn.row.body !== ''
  const warnings = [
    ...findTextWarnings(en.row).map((warning) => t('posts.in_english', { what: describeWarning(warning, translator) })),
    ...(isTranslated ? findTextWarnings(bn.row) : []).map((warning) =>
      t('posts.in_bangla', { what: describeWarning(warning, translator) }),
    ),
    ...listDetailsWarnings({ slug, picture, alt: shownPicture?.alt, isTranslated }).map((warning) =>
      describeWarning(warning, translator),
    ),
  ]
  if (warnings.length === 0) return <p className="small">{t('posts.lacks_nothing')}</p>
  return (
    <ul className={styles.lacks}>
      {warnings.map((warning) => (
        <li key={warning}>{warning}</li>
      ))}
    </ul>
  )
}

function describeWarning(warning: PostWarning, { t }: Translator): string {
  switch (warning) {
    case 'title':
      return t('posts.lacks_title', { max: warningLimits.title })
    case 'short_title':
      return t('posts.lacks_short_title')
    case 'summary':
      return t('posts.lacks_summary')
    case 'long_summary':
      return t('posts.lacks_long_summary', { max: warningLimits.summary })
    case 'words':
      return t('posts.lacks_words', { min: warningLimits.words })
    case 'alt':
      return t('posts.lacks_alt')
    case 'picture':
      return t('posts.lacks_picture')
    case 'picture_alt':
      return t('posts.lacks_picture_alt')
    case 'slug':
      return t('posts.lacks_slug', { max: warningLimits.slug })
    case 'translation':
      return t('posts.lacks_translation')
  }
}
