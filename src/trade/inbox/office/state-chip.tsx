import { useTranslator } from '#platform/pages/page.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import type { ConversationRecord } from './contract.ts'

const tones = { new: 'new', open: 'to-come', waiting: 'here', done: 'over', spam: 'over' } as const

/** The state of a conversation, or "due" if its reminder day has come. */
export function StateChip({ state, is_due }: Pick<ConversationRecord, 'state' | 'is_due'>) {
  const { t } = useTranslator()
  return is_due ? (
    <Chip tone="due">{t('inbox.due')}</Chip>
  ) : (
    <Chip tone={tones[state]}>{t(`inbox.state_${state}`)}</Chip>
  )
}
