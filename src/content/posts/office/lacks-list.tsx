import { useWords } from '#platform/pages/page.tsx'
import type { Translator } from '#locales/translator.ts'
import { bounds, lacksOfDetails, lacksOfText, type Lack } from '../lacks.ts'
import styles from './post.module.css'
import type { PostEdit } from './use-post.ts'

/** Lists the warnings of a post while it is edited. */
export function LacksList({ post: { en, bn, details } }: { post: PostEdit }) {
  const translator = useWords()
  const { t } = translator
  const { slug, picture, shown } = details.row
  const isTranslated = bn.row.title !== '' && bn.row.body !== ''
  const lacks = [
    ...lacksOfText(en.row).map((lack) => t('posts.in_english', { what: saidOf(lack, translator) })),
    ...(isTranslated ? lacksOfText(bn.row) : []).map((lack) =>
      t('posts.in_bangla', { what: saidOf(lack, translator) }),
    ),
    ...lacksOfDetails({ slug, picture, alt: shown?.alt, isTranslated }).map((lack) => saidOf(lack, translator)),
  ]
  if (lacks.length === 0) return <p className={styles.small}>{t('posts.lacks_nothing')}</p>
  return (
    <ul className={styles.lacks}>
      {lacks.map((lack) => (
        <li key={lack}>{lack}</li>
      ))}
    </ul>
  )
}

function saidOf(lack: Lack, { t }: Translator): string {
  switch (lack) {
    case 'title':
      return t('posts.lacks_title', { max: bounds.title })
    case 'short_title':
      return t('posts.lacks_short_title')
    case 'summary':
      return t('posts.lacks_summary')
    case 'long_summary':
      return t('posts.lacks_long_summary', { max: bounds.summary })
    case 'words':
      return t('posts.lacks_words', { min: bounds.words })
    case 'alt':
      return t('posts.lacks_alt')
    case 'picture':
      return t('posts.lacks_picture')
    case 'picture_alt':
      return t('posts.lacks_picture_alt')
    case 'slug':
      return t('posts.lacks_slug', { max: bounds.slug })
    case 'translation':
      return t('posts.lacks_translation')
  }
}
