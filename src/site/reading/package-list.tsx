import { plainText } from '../../content/excerpt.ts'
import type { Post } from '../../content/contract.ts'
import { useWords } from '../../platform/pages/page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { href } from '../../urls.ts'
import { teaser, type Teaser } from './teasers.ts'
import styles from './package-list.module.css'
import { SectionHead } from '../../ui/section-head.tsx'

export interface Package extends Teaser {
  /** What belongs to it: the first list of its article. */
  includes: string[]
}

export const packageOf = (post: Post): Package => ({
  ...teaser(post),
  includes: [...post.description.split('</ul>', 1)[0]!.matchAll(/<li>(.*?)(<\/li>|$)/gs)].map(([, item]) =>
    plainText(item!),
  ),
})

export const packageSizes = '(min-width: 60rem) 43rem, 92vw'

/** Ways to stay, one after the other, and how to have one of them. */
export function PackageList({ packages }: { packages: Package[] }) {
  const { t } = useWords()
  return (
    <div className={styles.packages}>
      {packages.map(({ slug, title, text, picture, includes }, index) => (
        <article key={slug} className={styles.package}>
          <div className={styles.picture}>
            {picture && (
              <Picture picture={picture} sizes={packageSizes} priority={index === 0} later={index > 1} captioned />
            )}
          </div>
          <div>
            <h2>{title}</h2>
            <p className={styles.text}>{text}</p>
            <ul role="list" className={styles.includes}>
              {includes.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
            <ButtonLink look="quiet" to={href('detail', { slug })}>
              {t('packages.more')}
              <span className="visually-hidden">: {title}</span>
            </ButtonLink>
          </div>
        </article>
      ))}
      <section>
        <hr className={`selvage ${styles.edge}`} />
        <SectionHead
          title={t('packages.how_title')}
          text={t('packages.how_text')}
          action={
            <p className={styles.ways}>
              <ButtonLink look="secondary" to={href('rooms')}>
                {t('home.rooms_all')}
              </ButtonLink>
              <ButtonLink look="secondary" to={href('contact')}>
                {t('home.talk_action')}
              </ButtonLink>
            </p>
          }
        />
      </section>
    </div>
  )
}
