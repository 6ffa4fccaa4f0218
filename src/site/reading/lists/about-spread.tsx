import type { ReactNode } from 'react'
import { useGlobal } from '#content/global.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { ShownPicture } from '#platform/pictures.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Picture } from '#ui/pictures/picture.tsx'
import opening from '../opening.module.css'
import styles from './about-spread.module.css'
import { FigureStrip } from './figure-strip.tsx'
import type { Article } from '../teasers.ts'

/** Wider than shown: the wide pictures are cropped. */
export const aboutSizes = '(min-width: 62rem) 66rem, 125vw'

/** A little wider than the screen of a phone, because the picture is cropped. */
const workplaceSizes = '(min-width: 62rem) 100vw, 150vw'

/** Counted in the office's data. A figure of 0 is not shown. */
export interface Figures {
  products: number
  countries: number
  rooms: number
}

/** The company: the statement of the first post is the head of the page, beside its picture. The texts follow. */
export function AboutSpread({
  name,
  intro,
  posts,
  figures,
  workplace,
}: {
  name: string
  intro: string | undefined
  posts: readonly Article[]
  figures: Figures | null
  workplace: ShownPicture | null
}) {
  const { t } = useTranslator()
  return (
    <>
      {posts.map((post, index) => (
        <article key={post.slug}>
          <Opening post={post} isFirst={index === 0}>
            {index === 0 && (
              <header>
                <Breadcrumb />
                <div className={styles.name}>
                  <h1>{name}</h1>
                  {intro && <p className="lead">{intro}</p>}
                </div>
              </header>
            )}
          </Opening>
          {index === 0 && figures && <FigureList figures={figures} />}
          {index === 0 && workplace && (
            <div className={styles.workplace}>
              <Picture picture={workplace} sizes={workplaceSizes} lazy hasCaption />
              <p className="container small quiet">{t('about.workplace')}</p>
            </div>
          )}
          <div className={`container reading ${styles.text}`}>
            <div className="prose" dangerouslySetInnerHTML={{ __html: post.html }} />
          </div>
        </article>
      ))}
    </>
  )
}

const Opening = ({ post, isFirst, children }: { post: Article; isFirst: boolean; children: ReactNode }) => (
  <div className={`on-linen ${opening.opening}`}>
    <div className={opening.words}>
      {children}
      <h2 className={styles.title}>{post.title}</h2>
      <p className="lead">{post.text}</p>
    </div>
    {post.picture && (
      <div className={opening.picture}>
        <Picture picture={post.picture} sizes={aboutSizes} priority={isFirst} lazy={!isFirst} hasCaption />
      </div>
    )}
  </div>
)

function FigureList({ figures }: { figures: Figures }) {
  const { t, digits, number } = useTranslator()
  const { foundingYear } = useGlobal()
  return (
    <FigureStrip
      figures={[
        { figure: digits(String(foundingYear)), meaning: t('about.founded') },
        ...(['products', 'countries', 'rooms'] as const)
          .filter((name) => figures[name] > 0)
          .map((name) => ({ figure: number(figures[name]), meaning: t(`about.${name}`) })),
      ]}
    />
  )
}
