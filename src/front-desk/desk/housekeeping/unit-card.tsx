import { useState } from 'react'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip } from '#ui/office/record-page.tsx'
import { useAction } from '#ui/use-action.ts'
import type { Translator } from '#locales/translator.ts'
import type { HousekeepingApi, HousekeepingUnit } from './contract.ts'
import styles from './housekeeping-page.module.css'
import { TaskForm, UnitTasks } from './unit-tasks.tsx'
import { NoteForm } from './note-form.tsx'

const marks = ['clean', 'inspected', 'dirty'] as const

type PreviousMark = Pick<HousekeepingUnit, 'condition' | 'note'>

/** A unit with its arrival and departure, and a button for each condition. */
export function UnitCard({ unit }: { unit: HousekeepingUnit }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<HousekeepingApi>()
  const office = useOffice()
  const [isOpen, setOpen] = useState(false)
  const [previousMark, setPreviousMark] = useState<PreviousMark | null>(null)
  const { run, isBusy, failure } = useAction(t('housekeeping.failed'), office.refresh)
  const { id, version, name, condition, note, arrives } = unit
  const isNeededToday = condition === 'dirty' && arrives !== null && arrives.arrived_at === null

  async function mark(nextMark: PreviousMark, before: PreviousMark | null) {
    if (isBusy) return
    await run(async () => {
      office.show(await api.markUnit({ unit: id, version, ...nextMark }))
      setPreviousMark(before)
    })
  }
  return (
    <li className={styles.unit} data-condition={condition} data-needed={isNeededToday} data-occupied={unit.occupied}>
      <div className={styles.head}>
        <h3>{name}</h3>
        <p className={styles.today}>
          {[unit.kind, ...describeUnit(unit, translator)].map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
        {condition === 'out_of_service' && <Chip tone="waits">{t('housekeeping.out_of_service')}</Chip>}
      </div>
      <div className={styles.acts}>
        <div className={styles.marks} role="group" aria-label={t('housekeeping.condition_of', { unit: name })}>
          {marks.map((m) => (
            <button
              key={m}
              type="button"
              data-mark={m}
              aria-pressed={m === condition}
              onClick={() =>
                // The note explained why the unit was out of service, so it is cleared.
                m !== condition &&
                void mark({ condition: m, note: condition === 'out_of_service' ? '' : note }, { condition, note })
              }
            >
              {t(`housekeeping.${m}`)}
            </button>
          ))}
        </div>
        {previousMark && (
          <Button
            variant="quiet"
            aria-label={t('housekeeping.undo_of', { unit: name })}
            onClick={() => void mark(previousMark, null)}
          >
            {t('housekeeping.undo')}
          </Button>
        )}
        <Button
          variant="quiet"
          title={t('housekeeping.more_of', { unit: name })}
          aria-label={t('housekeeping.more_of', { unit: name })}
          onClick={() => setOpen(true)}
        >
          {t('housekeeping.more')}
        </Button>
        <p role="status" className="visually-hidden">
          {previousMark && t('housekeeping.marked', { unit: name, condition: t(`housekeeping.${condition}`) })}
        </p>
      </div>
      {note && <p className={styles.note}>{note}</p>}
      <UnitTasks unit={unit} />
      {failure && <Failure>{failure}</Failure>}
      <Dialog open={isOpen} title={t('housekeeping.room', { unit: name })} onClose={() => setOpen(false)}>
        {isOpen && (
          <div className="stack-5">
            <NoteForm
              unit={unit}
              onDone={() => {
                setPreviousMark(null)
                setOpen(false)
              }}
            />
            <TaskForm unit={unit} onDone={() => setOpen(false)} />
          </div>
        )}
      </Dialog>
    </li>
  )
}

/** Describes who is in the unit, and who arrives and leaves today. */
function describeUnit(
  { occupied, leaves, arrives, stays_on, next_arrival, closed }: HousekeepingUnit,
  translator: Translator,
): string[] {
  const { t, count, clock, day } = translator
  const formatClockTime = (at: string) => clock(Date.parse(at))[1]
  return [
    t(occupied ? 'housekeeping.occupied' : 'housekeeping.free'),
    leaves &&
      (leaves.left_at ? t('housekeeping.left', { time: formatClockTime(leaves.left_at) }) : t('housekeeping.leaves')),
    arrives &&
      (arrives.arrived_at
        ? count('housekeeping.arrived', arrives.persons, { time: formatClockTime(arrives.arrived_at) })
        : count('housekeeping.arrives', arrives.persons)),
    arrives && !arrives.arrived_at && arrives.arrival && t('desk.arrives_at', { when: arrives.arrival }),
    arrives?.bed && t('desk.bed_wish', { bed: arrives.bed }),
    stays_on && t('housekeeping.stays_on'),
    !occupied && !arrives && next_arrival && t('housekeeping.next_arrival', { date: day(next_arrival, 'short') }),
    closed && t('housekeeping.closed', { day: closed.until, reason: closed.reason }),
  ]
    .filter((text) => typeof text === 'string')
    .filter(Boolean)
}
