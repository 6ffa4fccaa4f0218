import { useMemo } from 'react'
import { useWords } from '#platform/pages/page.tsx'
import type { Language } from '#routes/public.ts'
import { difference, type Passage, type Piece } from '../difference.ts'
import styles from './versions.module.css'

interface Text {
  title: string
  summary: string
  body: string
}

/** Shows the changes between two texts, also to screen readers. */
export function DifferenceView({ language, then, now }: { language: Language; then: Text; now: Text }) {
  const { t } = useWords()
  const fields = [
    ['title', t('posts.post_title')],
    ['summary', t('posts.summary')],
    ['body', t('posts.body')],
  ] as const
  return (
    <div className={styles.difference}>
      <h4>{t(language === 'en' ? 'posts.english' : 'posts.bangla')}</h4>
      {fields
        .filter(([field]) => then[field] !== now[field])
        .map(([field, label]) => (
          <div key={field}>
            <h5>{label}</h5>
            <div lang={language}>
              <Passages then={then[field]} now={now[field]} />
            </div>
          </div>
        ))}
    </div>
  )
}

function Passages({ then, now }: { then: string; now: string }) {
  const { t, count, language } = useWords()
  const passages = useMemo(() => difference(then, now), [then, now])
  if (passages.every(({ same }) => same))
    return (
      <p className={styles.small} lang={language}>
        {t('posts.same')}
      </p>
    )
  return inRuns(passages).map((run, at) =>
    run[0]!.same ? (
      <p key={at} className={styles.same} lang={language}>
        {count('posts.unchanged', run.length)}
      </p>
    ) : (
      run.map(({ pieces }, each) => (
        <p key={`${at} ${each}`}>
          {pieces.map((piece, place) => (
            <Told key={place} piece={piece} />
          ))}
        </p>
      ))
    ),
  )
}

function Told({ piece: { kind, text } }: { piece: Piece }) {
  const { t, language } = useWords()
  if (kind === 'same') return text
  const Mark = kind === 'added' ? 'ins' : 'del'
  return (
    <Mark>
      <span className={styles.heard} lang={language}>
        {` ${t(kind === 'added' ? 'posts.added' : 'posts.removed')}: `}
      </span>
      {text}
      <span className={styles.heard} lang={language}>
        {` (${t(kind === 'added' ? 'posts.added_end' : 'posts.removed_end')}) `}
      </span>
    </Mark>
  )
}

/** Groups unchanged passages, which are shown only as a count. */
function inRuns(passages: readonly Passage[]): Passage[][] {
  const runs: Passage[][] = []
  for (const passage of passages) {
    const last = runs.at(-1)
    if (last && last[0]!.same === passage.same) last.push(passage)
    else runs.push([passage])
  }
  return runs
}
