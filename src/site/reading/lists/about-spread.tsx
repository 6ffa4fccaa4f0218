import { useGlobal } from '#content/global.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import styles from './about-spread.module.css'
import type { Article } from '../teasers.ts'

/** Wider than shown: the wide pictures are cropped to 3:2. */
export const aboutSizes = '(min-width: 62rem) 66rem, 125vw'

/** Counted in the office's data. A figure of 0 is not shown. */
export interface Figures {
  products: number
  countries: number
  rooms: number
}

/** The company on one spread: title and figures beside the picture, and the text below. */
export const AboutSpread = ({ posts, figures }: { posts: readonly Article[]; figures: Figures | null }) => (
  <div className={`container ${styles.spreads}`}>
    {posts.map((post, index) => (
      <article key={post.slug} className={`reading ${styles.spread}`}>
        <div className={styles.words}>
          <h2>{post.title}</h2>
          <p className="lead">{post.text}</p>
          {index === 0 && figures && <FigureList figures={figures} />}
        </div>
        {post.picture && (
          <div className={styles.picture}>
            <Picture picture={post.picture} sizes={aboutSizes} priority={index === 0} lazy={index > 0} hasCaption />
          </div>
        )}
        <div className={styles.text}>
          <div className="prose" dangerouslySetInnerHTML={{ __html: post.html }} />
        </div>
      </article>
    ))}
  </div>
)

function FigureList({ figures }: { figures: Figures }) {
  const { t, digits, number } = useTranslator()
  const { foundingYear } = useGlobal()
  const rows = [
    [digits(String(foundingYear)), t('about.founded')],
    ...(['products', 'countries', 'rooms'] as const)
      .filter((name) => figures[name] > 0)
      .map((name) => [number(figures[name]), t(`about.${name}`)] as const),
  ] as const
  return (
    <dl className={styles.figures}>
      {rows.map(([figure, label]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
