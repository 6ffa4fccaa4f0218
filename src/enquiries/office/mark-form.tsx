import { useState, type ReactNode } from 'react'
import { usePlace, useWords } from '../../platform/pages/page.tsx'
import { Button } from '../../ui/button.tsx'
import { Failure } from '../../ui/form/plain-form.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useDesk } from '../../ui/office/desk.ts'
import { ActBar, Chip, Done } from '../../ui/office/file.tsx'
import { mailTo } from '../../ui/office/sender.tsx'
import { when } from '../../ui/office/when.ts'
import type { EnquiryFile } from './contract.ts'
import styles from './mark-form.module.css'

type Handled = EnquiryFile['handled']

/** The answer is written in one's own mail program; here it is said that it was. */
export function MarkForm<File extends { handled: Handled; email: string; reply_subject: string }>({
  file,
  mark,
  children,
}: {
  file: File
  mark: (answered: boolean) => Promise<File>
  /** What is read before. */
  children: ReactNode
}) {
  const { t } = useWords()
  const { path } = usePlace()
  const desk = useDesk()
  const [said, setSaid] = useState<'inbox.marked' | 'inbox.reopened' | null>(null)
  const { form, busy, failure } = useForm(
    async ({ orUnsure }) => {
      const answered = !file.handled
      desk.show(await orUnsure(mark(answered)))
      setSaid(answered ? 'inbox.marked' : 'inbox.reopened')
      desk.refresh()
    },
    { again: true },
  )
  return (
    <>
      {said && <Done path={path}>{t(said)}</Done>}
      {children}
      <form {...form} className={styles.form}>
        {failure && <Failure>{failure}</Failure>}
        <ActBar>
          <Button type="submit" look={file.handled ? 'secondary' : 'primary'} busy={busy}>
            {t(file.handled ? 'inbox.reopen' : 'inbox.mark')}
          </Button>
          {file.email && (
            <a className={styles.reply} href={mailTo(file.email, file.reply_subject)}>
              {t('inbox.reply')}
            </a>
          )}
        </ActBar>
      </form>
    </>
  )
}

export function HandledState({ handled }: { handled: Handled }) {
  const words = useWords()
  const { t } = words
  if (!handled) return <Chip tone="waits">{t('inbox.open')}</Chip>
  const at = when(words, handled.at)
  return (
    <>
      <Chip tone="to-come">{t('inbox.answered')}</Chip>
      {handled.who ? t('inbox.answered_by', { who: handled.who, when: at }) : t('inbox.answered_at', { when: at })}
    </>
  )
}
