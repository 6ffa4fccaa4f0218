import { useTranslator } from '#platform/pages/page.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import type { Translator } from '#locales/translator.ts'
import { getStatusKey } from '../summary.ts'
import type { BookingLine } from './contract.ts'

type StatusFields = Pick<BookingLine, 'desk_status' | 'status'>

const tones = {
  waits: 'waits',
  to_come: 'plain',
  arrives: 'due',
  here: 'here',
  leaves: 'due',
  past: 'plain',
  nothing: 'over',
} as const

/** Returns the short status of a stay: what the front desk sees today, or else the booking status. */
export function formatDeskStatus({ desk_status, status }: StatusFields, { t }: Translator): string {
  if (status === 'pending_approval') return t('stays.view_to_answer')
  return desk_status === 'arrives' || desk_status === 'here' || desk_status === 'leaves'
    ? t(`stays.status_${desk_status}`)
    : t(getStatusKey(status))
}

/** Returns whether a stay has the status that its dates imply. The lists show only the others. */
export const isUsualStatus = ({ desk_status, status }: StatusFields) =>
  (desk_status === 'to_come' && status === 'confirmed') || (desk_status === 'past' && status === 'checked_out')

/** Returns whether the payment needs no attention: guests pay during the stay, and a past stay is paid. */
export const isUsualPayment = ({ desk_status, payment }: Pick<BookingLine, 'desk_status' | 'payment'>) =>
  (desk_status === 'to_come' && payment === 'unpaid') || (desk_status === 'past' && payment === 'paid')

export const DeskStatusChip = (stay: StatusFields) => (
  <Chip tone={tones[stay.desk_status]}>{formatDeskStatus(stay, useTranslator())}</Chip>
)
