import type { Passage } from '../../content/contract.ts'
import { useWords } from '../../platform/pages/page.tsx'
import styles from './home-story.module.css'
import { SectionHead } from '../../ui/section-head.tsx'
import { useGlobal } from '../../content/global.ts'

/** How we work: the long copy, in short columns. */
export function HomeStory({ passages }: { passages: Passage[] }) {
  const { t } = useWords()
  if (passages.length === 0) return null
  return (
    <section className="section container">
      <SectionHead title={t('home.story_title')} text={t('home.story_text')} />
      <div className={styles.columns}>
        {passages.map(({ key, title, text }) => (
          <section key={key} className={styles.passage}>
            <h3>{title}</h3>
            <Paragraphs text={text} />
          </section>
        ))}
      </div>
    </section>
  )
}

export function WhyUs({ passage }: { passage: Passage | undefined }) {
  const words = useWords()
  const { foundingYear } = useGlobal()
  if (!passage) return null
  return (
    <section className="section on-linen">
      <div className={`container ${styles.why}`}>
        <p className={styles.since}>{words.t('home.since', { year: words.digits(String(foundingYear)) })}</p>
        <div>
          <h2>{passage.title}</h2>
          <div className={styles.whyText}>
            <Paragraphs text={passage.text} />
          </div>
        </div>
      </div>
    </section>
  )
}

const Paragraphs = ({ text }: { text: string }) =>
  text.split(/\n\s*\n/).map((paragraph, index) => <p key={index}>{paragraph}</p>)
