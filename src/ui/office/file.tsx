import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useWords } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { Icon } from '../icons.tsx'
import { useDesk } from './desk.ts'
import styles from './file.module.css'

interface Back {
  to: string
  label: string
}

/** One thing that came in, with everything about it: what it is, from whom, and where one came from. */
export function File({
  back,
  about,
  title,
  state,
  aside,
  children,
}: {
  back: Back
  about: ReactNode
  title: string
  state: ReactNode
  /** What was done with it before. */
  aside?: ReactNode
  children: ReactNode
}) {
  return (
    <article className={styles.file}>
      <div className={styles.main}>
        <BackLink {...back} />
        <header className={styles.head}>
          <p className={styles.about}>{about}</p>
          <h1>{title}</h1>
          <p className={styles.state}>{state}</p>
        </header>
        {children}
      </div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </article>
  )
}

/** To the list where one came from. */
export const BackLink = ({ to, label }: Back) => (
  <Link className={styles.back} to={to}>
    <Icon name="previous" size={20} />
    {label}
  </Link>
)

export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** What somebody wrote, as they wrote it. */
export const Written = ({ label, children }: { label: string; children: string }) => (
  <section className={styles.written} aria-label={label}>
    <p>{children}</p>
  </section>
)

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={styles.part}>
    <h2>{title}</h2>
    {children}
  </section>
)

/** What can be done, at the thumb on a phone. */
export const ActBar = ({ hidden = false, children }: { hidden?: boolean; children: ReactNode }) => (
  <div className={styles.acts} hidden={hidden}>
    {children}
  </div>
)

type Tone = 'due' | 'to-come' | 'waits' | 'here' | 'over'

/** How it stands, in a word. */
export const Chip = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={styles.chip} data-tone={tone}>
    {children}
  </span>
)

/** What was done just now, with the way to what waits next. It has the focus, for the button that was pressed is gone. */
export function Done({
  path,
  kind,
  undo,
  children,
}: {
  path: string
  kind?: 'refused'
  /** How it is taken back, as long as it can be. */
  undo?: () => Promise<void>
  children: string
}) {
  const { t } = useWords()
  const next = useDesk().nextAfter(path)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current!.focus(), [children])
  return (
    <div ref={place} tabIndex={-1} role={kind ? 'alert' : 'status'} className={styles.done} data-kind={kind}>
      <p>
        {!kind && <Icon name="tick" size={20} />}
        {children}
      </p>
      {undo && (
        <Button look="quiet" onClick={() => void undo()}>
          {t('office.undo')}
        </Button>
      )}
      {next && (
        <Link className={styles.next} to={next.path}>
          {t('office.next', { name: next.name })}
        </Link>
      )}
    </div>
  )
}
