import { useMemo } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import type { Language } from '#routes/public.ts'
import { compareTexts, type ComparedParagraph, type TextSegment } from '../difference.ts'
import styles from './versions.module.css'

interface ArticleText {
  title: string
  summary: string
  body: string
}

/** Shows the changes between two texts, also to screen readers. */
export function DifferenceView({
  language,
  before,
  after,
}: {
  language: Language
  before: ArticleText
  after: ArticleText
}) {
  const { t } = useTranslator()
  const fields = [
    ['title', t('posts.post_title')],
    ['summary', t('posts.summary')],
    ['body', t('posts.body')],
  ] as const
  return (
    <div className={styles.difference}>
      <h4>{t(language === 'en' ? 'posts.english' : 'posts.bangla')}</h4>
      {fields
        .filter(([field]) => before[field] !== after[field])
        .map(([field, label]) => (
          <div className="stack-2" key={field}>
            <h5 className="bold small">{label}</h5>
            <div className="stack-2" lang={language}>
              <Passages before={before[field]} after={after[field]} />
            </div>
          </div>
        ))}
    </div>
  )
}

function Passages({ before, after }: { before: string; after: string }) {
  const { t, count, language } = useTranslator()
  const passages = useMemo(() => compareTexts(before, after), [before, after])
  if (passages.every(({ isSame }) => isSame))
    return (
      <p className="small" lang={language}>
        {t('posts.same')}
      </p>
    )
  return groupBySame(passages).map((run, runIndex) =>
    run[0]!.isSame ? (
      <p key={runIndex} className={styles.same} lang={language}>
        {count('posts.unchanged', run.length)}
      </p>
    ) : (
      run.map(({ pieces }, passageIndex) => (
        <p key={`${runIndex} ${passageIndex}`}>
          {pieces.map((segment, pieceIndex) => (
            <SegmentText key={pieceIndex} piece={segment} />
          ))}
        </p>
      ))
    ),
  )
}

function SegmentText({ piece: { kind, text } }: { piece: TextSegment }) {
  const { t, language } = useTranslator()
  if (kind === 'same') return text
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <Mark>
      <span className="visually-hidden" lang={language}>
        {` ${t(kind === 'added' ? 'posts.added' : 'posts.removed')}: `}
      </span>
      {text}
      <span className="visually-hidden" lang={language}>
        {` (${t(kind === 'added' ? 'posts.added_end' : 'posts.removed_end')}) `}
      </span>
    </Mark>
  )
}

/** Groups consecutive passages by whether they changed. Unchanged groups are shown as a count. */
function groupBySame(passages: readonly ComparedParagraph[]): ComparedParagraph[][] {
  const runs: ComparedParagraph[][] = []
  for (const passage of passages) {
    const lastRun = runs.at(-1)
    if (lastRun && lastRun[0]!.isSame === passage.isSame) lastRun.push(passage)
    else runs.push([passage])
  }
  return runs
}
