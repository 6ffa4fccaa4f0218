import { useState } from 'react'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { TextField } from '#ui/form/field.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { ListHead, MoreButton, usePaged } from '#ui/office/list.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { Note } from '../today/notes.tsx'
import { CountForm } from './count-form.tsx'
import type { Drawer, HandoverApi, Handovers } from './contract.ts'
import styles from './handover.module.css'

/** The shift handover: counted cash, payments received, and open tasks. */
export const handoverPage: Page<HandoverApi, Drawer> = {
  isLive: true,
  load: ({ api }) => api.getHandover({}),
  head: (_, { t }) => ({ title: t('till.title'), hidden: true }),
  View: HandoverView,
}

function HandoverView({ data: drawer }: { data: Drawer }) {
  const translator = useTranslator()
  const { t } = translator
  const office = useOffice()
  const { since } = drawer
  const lastHandoverText = since
    ? t('till.since', { when: formatWhen(translator, since.at), by: since.by })
    : t('till.never_counted')
  return (
    <>
      <ListHead title={t('till.title')} subtitle={lastHandoverText} />
      <div className={styles.page}>
        <div className={styles.main}>
          <Cash drawer={drawer} />
          <RecordSection title={t('till.count')}>
            <CountForm drawer={drawer} />
          </RecordSection>
        </div>
        <div className={styles.aside}>
          <RecordSection title={t('till.takings')}>
            {drawer.takings.length === 0 ? (
              <p className="small">{t('till.no_takings')}</p>
            ) : (
              <Sums
                rows={drawer.takings.map(({ method, amount, times }) => [
                  `${t(`bill.method_${method}`)} (${translator.number(times)})`,
                  amount,
                ])}
              />
            )}
          </RecordSection>
          {office.can('run the desk') && (
            <RecordSection title={t('desk.part_notes')}>
              {drawer.notes.length === 0 && <p className="small">{t('desk.no_notes')}</p>}
              <ul role="list">
                {drawer.notes.map((note) => (
                  <Note key={note.id} note={note} isInset={false} />
                ))}
              </ul>
            </RecordSection>
          )}
          {drawer.earlier.data.length > 0 && <EarlierHandovers first={drawer.earlier} />}
        </div>
      </div>
    </>
  )
}

/** Explains the expected cash, including cash put in or taken out without a stay. */
function Cash({ drawer }: { drawer: Drawer }) {
  const translator = useTranslator()
  const { t, money } = translator
  const [isMoving, setMoving] = useState(false)
  const rows: [string, number][] = [
    [t('till.counted_last'), drawer.counted],
    [t('till.received'), drawer.received],
    [t('till.refunded'), -drawer.refunded],
    [t('till.added'), drawer.cash_added],
    [t('till.removed'), -drawer.cash_removed],
  ]
  return (
    <RecordSection title={t('till.cash')}>
      <Sums
        rows={rows.filter(([, amount], index) => index < 2 || amount !== 0)}
        sum={[t('till.expected'), drawer.expected]}
      />
      {drawer.moves.length > 0 && (
        <ul role="list" className={styles.moves}>
          {drawer.moves.map(({ id, at, by, amount, why }) => (
            <li key={id}>
              <span>{why}</span>
              <span>{formatAmount(amount, money)}</span>
              <span className="small">
                {formatWhen(translator, at)} · {by}
              </span>
            </li>
          ))}
        </ul>
      )}
      {isMoving ? (
        <MoveForm onClose={() => setMoving(false)} />
      ) : (
        <div className={styles.acts}>
          <Button variant="secondary" onClick={() => setMoving(true)}>
            {t('till.move')}
          </Button>
        </div>
      )}
    </RecordSection>
  )
}

/** Puts the minus sign before the currency. */
const formatAmount = (amount: number, money: (bdt: number) => string) =>
  (amount < 0 ? '−' : '') + money(Math.abs(amount))

function Sums({ rows, sum }: { rows: readonly (readonly [string, number])[]; sum?: readonly [string, number] }) {
  const { money } = useTranslator()
  return (
    <dl className={styles.sums}>
      {[...rows, ...(sum ? [sum] : [])].map((row) => (
        <div key={row[0]} className={row === sum ? styles.sum : undefined}>
          <dt>{row[0]}</dt>
          <dd className="number">{formatAmount(row[1], money)}</dd>
        </div>
      ))}
    </dl>
  )
}

function MoveForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslator()
  const api = useApi<HandoverApi>()
  const office = useOffice()
  const [movementDirection, setWay] = useState<'in' | 'out'>('out')
  const [amount, setAmount] = useState<InputValue>(null)
  const { form, isBusy, failure, error } = useForm(
    async ({ text, sendOnce }) => {
      office.show(
        await sendOnce(api.recordTillMovement, {
          way: movementDirection,
          amount: toNumberOrText(amount) as number,
          why: text('why'),
        }),
      )
      onClose()
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className="stack-3">
      <Choice
        legend={t('till.move')}
        name="way"
        value={movementDirection}
        onChoose={setWay}
        options={(['out', 'in'] as const).map((direction) => [direction, t(`till.move_${direction}`)])}
      />
      <NumberField
        label={t('bill.amount_bdt')}
        name="amount"
        value={amount}
        onValueChange={setAmount}
        error={error('amount')}
      />
      <TextField
        label={t('bill.reason')}
        name="why"
        hint={t('till.reason_hint')}
        maxLength={200}
        required
        error={error('why')}
      />
      <FormButtons failure={failure} isBusy={isBusy} label={t('till.move_submit')} onClose={onClose} />
    </form>
  )
}

function EarlierHandovers({ first: firstHandovers }: { first: Handovers }) {
  const translator = useTranslator()
  const { t, money } = translator
  const api = useApi<HandoverApi>()
  const { rows, paging } = usePaged(firstHandovers, (after) => api.getHandovers({ after }))
  return (
    <RecordSection title={t('till.earlier')}>
      <ul role="list" className={styles.moves}>
        {rows.map(({ id, at, by, to, counted, difference, note }) => (
          <li key={id}>
            <span>{to ? t('till.by_to', { by, to }) : by}</span>
            <span>{money(counted)}</span>
            <span className="small">{formatWhen(translator, at)}</span>
            {difference !== 0 && (
              <span className={styles.off}>
                {t(difference > 0 ? 'till.more' : 'till.less', { amount: money(Math.abs(difference)) })}
              </span>
            )}
            {note && <p>{note}</p>}
          </li>
        ))}
      </ul>
      <MoreButton {...paging} />
    </RecordSection>
  )
}
