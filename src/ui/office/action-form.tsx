import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Failure } from '../form/plain-form.tsx'
import { useForm, type Sending } from '../form/use-form.ts'
import { useToast } from '../toast.tsx'
import { useOffice } from './office-context.ts'
import styles from './action-form.module.css'

/** One action on the shown data, with its inputs. The page then shows the returned data. */
export function ActionForm<Data>({
  label,
  done,
  onSubmit,
  tone,
  children,
}: {
  label: string
  /** The message shown after the action succeeds. */
  done: string
  onSubmit: (sending: Sending) => Promise<Data>
  /** Marks an action that cannot be undone. */
  tone?: 'grave'
  children?: (error: (name: string) => string | undefined) => ReactNode
}) {
  const office = useOffice()
  const toast = useToast()
  const { form, isBusy, failure, error } = useForm(
    async (sending) => {
      office.show(await onSubmit(sending))
      toast(done)
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className={styles.act}>
      {children?.(error)}
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" variant="secondary" isBusy={isBusy} className={tone && styles[tone]}>
        {label}
      </Button>
    </form>
  )
}
