import type { Passage } from '#content/contract.ts'
import { useGlobal } from '#content/global.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import type { ShownPicture } from '#platform/pictures.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import styles from './home-story.module.css'
import { Figure } from './figure.tsx'
import type { KeyFigure } from './key-figures.ts'
import row from './row.module.css'

/** A passage with its picture, if it has one. */
export interface Chapter extends Passage {
  picture: ShownPicture | undefined
}

/** How the company works, as the steps of a sample. Each step shows its first paragraph; the rest opens on demand. */
export function HomeStory({ chapters }: { chapters: Chapter[] }) {
  const { t } = useTranslator()
  if (chapters.length === 0) return null
  const pictures = chapters.flatMap(({ picture }) => picture ?? [])
  // If all pictures are renderings, one line below the steps says so. Otherwise each rendering has its own caption.
  const areAllIllustrative = pictures.length > 0 && pictures.every(({ illustrative }) => illustrative)
  return (
    <section className="section container">
      <SectionHead title={t('home.story_title')} text={t('home.story_text')} />
      <ol role="list" className={`${row.row} ${styles.steps}`}>
        {chapters.map(({ key, title, text, picture }) => (
          <li key={key} className={styles.step}>
            {picture && (
              <Picture
                picture={picture}
                sizes="(min-width: 62rem) 24rem, (min-width: 40rem) 47vw, 74vw"
                hasCaption={!areAllIllustrative}
                lazy
              />
            )}
            <div className={styles.text}>
              <h3 className="size-3">{title}</h3>
              <ExpandableText title={title} text={text} />
            </div>
          </li>
        ))}
      </ol>
      {areAllIllustrative && <p className={`small no-print ${styles.renderings}`}>{t('home.story_pictures')}</p>}
    </section>
  )
}

/** The reasons to choose the company beside a picture of its work, signed by a person, above the figures that prove them. */
export function AdvantagesSection({
  chapter,
  signature,
  keyFigures,
}: {
  chapter: Chapter | undefined
  /** The name and position of the responsible person. */
  signature: string | null
  keyFigures: KeyFigure[]
}) {
  const translator = useTranslator()
  const { foundingYear } = useGlobal()
  if (!chapter) return null
  const { title, text, picture } = chapter
  return (
    <section className="section on-linen">
      <div className={`container ${styles.why}`}>
        {picture && (
          <div className={styles.whyPicture}>
            <Picture picture={picture} sizes="(min-width: 62rem) 40vw, 92vw" hasCaption lazy />
          </div>
        )}
        <div className={styles.whyText}>
          <p className={styles.since}>
            {translator.t('home.since', { year: translator.digits(String(foundingYear)) })}
          </p>
          <h2>{title}</h2>
          <ExpandableText title={title} text={text} hasLabel />
          {signature && <p className="bold note">{signature}</p>}
        </div>
        {keyFigures.length > 0 && (
          <dl className={styles.keyFigures}>
            {keyFigures.map(({ figure, meaning, isLine }) => (
              <div key={figure + meaning} data-line={isLine}>
                <dt>
                  <Figure text={figure} />
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  )
}

/** Shows the first paragraph. The others open on demand, with a plus sign that is beside the heading or has a label. */
function ExpandableText({ title, text, hasLabel }: { title: string; text: string; hasLabel?: boolean }) {
  const { t } = useTranslator()
  const [firstParagraph, ...otherParagraphs] = text.split(/\n\s*\n/)
  return (
    <>
      <p>{firstParagraph}</p>
      {otherParagraphs.length > 0 && (
        <details className={styles.more}>
          <summary>
            <span className={hasLabel ? undefined : 'visually-hidden'}>{t('home.more')}</span>{' '}
            <span className="visually-hidden">{title}</span>
          </summary>
          {otherParagraphs.map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
        </details>
      )}
    </>
  )
}
