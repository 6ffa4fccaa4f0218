import { useId, type ReactNode } from 'react'
import type { Form } from '#ui/form/use-form.ts'
import styles from './member-page.module.css'

export function MemberSection({
  title,
  text,
  form,
  children,
}: {
  title: string
  text?: string
  /** Renders the section as this form. */
  form?: Form['form']
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 className="size-3" id={id}>
          {title}
        </h2>
        {text && <p className="note">{text}</p>}
      </div>
      {form ? (
        <form {...form} className={styles.does}>
          {children}
        </form>
      ) : (
        <div className={styles.does}>{children}</div>
      )}
    </section>
  )
}
