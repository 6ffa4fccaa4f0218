import { useState } from 'react'
import { CheckIn } from '#front-desk/desk/today/check-in.tsx'
import { CheckOut } from '#front-desk/desk/today/check-out.tsx'
import { GroupCheckForm } from '#front-desk/desk/stay/group-check-form.tsx'
import { isRegisterIncomplete } from '#front-desk/desk/stay/is-register-incomplete.ts'
import { toStayToCheckIn } from '#front-desk/desk/stay/stay-to-check-in.ts'
import { useOperationToast } from '#front-desk/desk/stay/use-operation-toast.tsx'
import type { StayHeader } from '#front-desk/desk/stay/contract.ts'
import type { StayTab } from '#front-desk/desk/stay/tabs.ts'
import { findNewPayment } from '#stays/bills/bill/new-payment.ts'
import { PaymentForm } from '#stays/bills/bill/payment-form.tsx'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { useOffice, type OfficeContext } from '#ui/office/office-context.ts'
import { buildIncompleteEntryHref, officeHref } from '#routes/office.ts'
import type { OfficeApi } from '../api.ts'
import styles from '../tab-frame.module.css'

type Action = 'answer' | 'check_in' | 'register' | 'check_out' | 'payment'

/** The actions that are possible now, the most urgent one first. */
function listActions(header: StayHeader, can: OfficeContext['can']): Action[] {
  const [canCheckIn, canCheckOut] = [
    header.rooms.some(({ can_check_in }) => can_check_in),
    header.rooms.some(({ can_check_out }) => can_check_out),
  ]
  const possibleActions: Record<Action, boolean> = {
    answer: header.can_be_answered && can('answer requests'),
    check_in: canCheckIn && can('run the desk'),
    register: header.rooms.some(isRegisterIncomplete) && can('run the desk'),
    check_out: canCheckOut && can('run the desk'),
    payment: header.takes_money && header.owed !== null && header.owed > 0 && can('take money'),
  }
  const isLeavingDay = header.checkout <= header.today
  const order: Action[] = isLeavingDay
    ? ['answer', 'check_in', 'check_out', 'register', 'payment']
    : ['answer', 'check_in', 'register', 'payment', 'check_out']
  return order.filter((action) => possibleActions[action])
}

/** The buttons for the next actions, and the form of the chosen one. */
export function NextActions({ header, tab }: { header: StayHeader; tab: StayTab }) {
  const { t, money } = useTranslator()
  const { can } = useOffice()
  const [openForm, setOpenForm] = useState<Action | null>(null)
  const actions = listActions(header, can)
  const close = () => setOpenForm(null)
  // If the action is no longer possible, its form closes.
  if (openForm && actions.includes(openForm))
    return (
      <div className={styles.form}>
        <ActionForm action={openForm} header={header} onClose={close} />
      </div>
    )
  const isGroup = header.rooms.length > 1
  const labels: Record<Action, string> = {
    answer: t('stay.answer'),
    check_in: t(isGroup ? 'desk.together_in' : 'desk.check_in'),
    register: t('desk.complete_register'),
    check_out: t(isGroup ? 'desk.together_out' : 'desk.check_out'),
    payment: t('desk.collect', { amount: money(header.owed ?? 0) }),
  }
  // These two actions only lead to another tab.
  const hrefByAction = { answer: officeHref('booking', header.code), register: buildIncompleteEntryHref(header.code) }
  const linkedTabs: Partial<Record<Action, StayTab>> = { answer: 'booking', register: 'stayGuests' }
  const shownActions = actions.filter((action) => linkedTabs[action] !== tab)
  if (shownActions.length === 0) return null
  return (
    <div className="row-2">
      {shownActions.map((action, index) => {
        const variant = index === 0 ? 'primary' : 'secondary'
        return action === 'answer' || action === 'register' ? (
          <ButtonLink key={action} to={hrefByAction[action]} variant={variant}>
            {labels[action]}
          </ButtonLink>
        ) : (
          <Button key={action} variant={variant} onClick={() => setOpenForm(action)}>
            {labels[action]}
          </Button>
        )
      })}
    </div>
  )
}

function ActionForm({ action, header, onClose }: { action: Action; header: StayHeader; onClose: () => void }) {
  const { t } = useTranslator()
  const api = useApi<OfficeApi>()
  const showToast = useOperationToast()
  const { code, rooms } = header
  const finish: typeof showToast = (result) => {
    onClose()
    showToast(result)
  }
  if (action === 'payment')
    return (
      <PaymentForm
        code={code}
        amount={header.owed ?? 0}
        customer={header.customer}
        onClose={onClose}
        onDone={(bill, amount, message) => {
          const { id } = findNewPayment(bill, amount)
          finish({
            message,
            async undo() {
              await api.voidPayment({ code, id, reason: t('desk.void_reason') })
              return { message: t('bill.voided') }
            },
          })
        }}
      />
    )
  const [firstRoom, ...otherRooms] = rooms
  if (otherRooms.length > 0)
    return <GroupCheckForm stay={header} way={action === 'check_in' ? 'in' : 'out'} onClose={onClose} />
  if (action === 'check_in')
    return (
      <CheckIn
        row={toStayToCheckIn(firstRoom!, header)}
        lastClosed={header.last_closed}
        onDone={finish}
        onClose={onClose}
      />
    )
  return <CheckOut code={code} rooms={[firstRoom!]} label={t('desk.check_out_now')} onDone={finish} onClose={onClose} />
}
