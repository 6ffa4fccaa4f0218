import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '../button.tsx'
import { Icon } from '../icons.tsx'
import { useOffice } from './office-context.ts'
import styles from './record-page.module.css'

interface BackLinkProps {
  to: string
  label: string
}

/** A record, such as a booking or an enquiry: its title, sender, state and content, and a link back to the list. */
export function RecordPage({
  back,
  about,
  title,
  heading: Heading = 'h1',
  state,
  aside,
  isWide = false,
  children,
}: {
  back: BackLinkProps
  about: ReactNode
  title: string
  /** `h2` for a record that is shown beside the page of a list. */
  heading?: 'h1' | 'h2' | undefined
  state: ReactNode
  /** The side column, usually the history of the record. */
  aside?: ReactNode
  /** Whether the content uses the whole width. */
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <article className={styles.file} data-wide={isWide || undefined}>
      <div className={styles.main}>
        <BackLink {...back} />
        <header className={styles.head}>
          <p className="small thumb-links">{about}</p>
          <Heading className={styles.title}>{title}</Heading>
          <p className={styles.state}>{state}</p>
        </header>
        {children}
      </div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </article>
  )
}

export const BackLink = ({ to, label }: BackLinkProps) => (
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

/** A text as its author wrote it. */
export const WrittenText = ({ label, children }: { label: string; children: string }) => (
  <section className={styles.written} aria-label={label}>
    <p>{children}</p>
  </section>
)

export const RecordSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="stack-2 ruled">
    <h2>{title}</h2>
    {children}
  </section>
)

/** The bar with the actions. On a narrow screen it is at the bottom. */
export const ActionBar = ({ hidden = false, children }: { hidden?: boolean; children: ReactNode }) => (
  <div className={styles.acts} hidden={hidden}>
    {children}
  </div>
)

type Tone = 'plain' | 'due' | 'to-come' | 'waits' | 'here' | 'over' | 'new'

/** The state in one word. The normal state is plain, so that the others stand out. */
export const Chip = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={styles.chip} data-tone={tone}>
    {children}
  </span>
)

/**
 * The outcome of the last action, with a link to the next waiting item. It takes the focus when it appears, because the
 * pressed button is gone. Give each outcome its own key.
 */
export function OperationResult({
  path,
  kind,
  undo,
  children,
}: {
  path: string
  kind?: 'refused' | 'waiting' | undefined
  /** Undoes the action. Undefined if that is no longer possible. */
  undo?: (() => Promise<void>) | undefined
  children: string
}) {
  const { t } = useTranslator()
  const nextItem = useOffice().findNextItem(path)
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => container.current!.focus(), [])
  return (
    <div
      ref={container}
      tabIndex={-1}
      role={kind === 'refused' ? 'alert' : 'status'}
      className={styles.done}
      data-kind={kind}
    >
      <p className="bold beside-2">
        {!kind && <Icon name="tick" size={20} />}
        {children}
      </p>
      {undo && (
        <Button variant="quiet" onClick={() => void undo()}>
          {t('office.undo')}
        </Button>
      )}
      {nextItem && (
        <Link className="tall" to={nextItem.path}>
          {t('office.next', { name: nextItem.name })}
        </Link>
      )}
    </div>
  )
}
