import { useState } from 'react'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { readRecordId } from '#ui/office/record-address.ts'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { EmptyListMessage } from '#ui/office/list.tsx'
import { useToast } from '#ui/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { officeHref } from '#routes/office.ts'
import { isoDay, parseDay } from '#platform/day.ts'
import { formatInclusiveDates } from '#locales/dates.ts'
import type { Translator } from '#locales/translator.ts'
import { CloseForm, UnitForm } from './unit-forms.tsx'
import type { RoomUnits, Unit, UnitClosure, UnitsApi } from './units-contract.ts'
import styles from './units-page.module.css'

/** The units of a room and their closures. */
export const unitsPage: Page<UnitsApi, RoomUnits> = {
  load: ({ api, route }) => api.getRoomUnits({ room: readRecordId(route) }),
  head: ({ name }, { t }) => ({ title: t('units.title_of', { room: name }), hidden: true }),
  View: UnitsView,
}

function UnitsView({ data }: { data: RoomUnits }) {
  const { t, count } = useTranslator()
  return (
    <RecordPage
      back={{ to: officeHref('room', data.room), label: data.name }}
      about=""
      title={t('units.title_of', { room: data.name })}
      state={count('units.sold', data.sold)}
      aside={<History subject={`room ${data.room}`} version={data} />}
    >
      {data.data.length === 0 ? (
        <EmptyListMessage title={t('units.none')} text={t('units.none_text')} />
      ) : (
        <ul role="list" className={styles.units}>
          {data.data.map((unit) => (
            <UnitRow key={unit.id} unit={unit} room={data} />
          ))}
        </ul>
      )}
      <AddForm room={data.room} />
    </RecordPage>
  )
}

function UnitRow({ unit, room }: { unit: Unit; room: RoomUnits }) {
  const { t, count } = useTranslator()
  const [openForm, setOpenForm] = useState<'change' | 'close' | null>(null)
  const isClosed = unit.closures.some(({ state }) => state === 'now')
  const pastClosures = unit.closures.filter(({ state }) => state === 'over')
  const currentAndUpcomingClosures = unit.closures.filter(({ state }) => state !== 'over')
  const closeDialog = () => setOpenForm(null)
  const { name } = unit
  return (
    <li>
      <div className={styles.head}>
        <h2>{name}</h2>
        {!unit.active && <Chip tone="waits">{t('units.out_of_use')}</Chip>}
        {unit.active && isClosed && <Chip tone="due">{t('units.closed_now')}</Chip>}
        <div className={styles.acts}>
          <Button variant="quiet" aria-label={t('units.change_of', { name })} onClick={() => setOpenForm('change')}>
            {t('units.change')}
          </Button>
          {unit.active && (
            <Button variant="quiet" aria-label={t('units.close_of', { name })} onClick={() => setOpenForm('close')}>
              {t('units.close')}
            </Button>
          )}
        </div>
      </div>
      {currentAndUpcomingClosures.length > 0 && <Closures closures={currentAndUpcomingClosures} name={name} />}
      {pastClosures.length > 0 && (
        <details className={styles.over}>
          <summary>{count('units.past', pastClosures.length)}</summary>
          <Closures closures={pastClosures} name={name} />
        </details>
      )}
      <Dialog open={openForm === 'change'} title={t('units.change_of', { name })} onClose={closeDialog}>
        <UnitForm unit={unit} room={room.room} onDone={closeDialog} />
      </Dialog>
      <Dialog open={openForm === 'close'} title={t('units.close_of', { name })} onClose={closeDialog}>
        <CloseForm unit={unit} today={room.today} onDone={closeDialog} />
      </Dialog>
    </li>
  )
}

function Closures({ closures, name }: { closures: readonly UnitClosure[]; name: string }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<UnitsApi>()
  const office = useOffice()
  const showToast = useToast()
  const { run, failure } = useAction(t('edit.offline'), office.refresh)
  const reopen = (id: number) =>
    run(async () => {
      office.show(await api.reopenUnit({ id }))
      showToast(t('units.reopened'))
    })
  return (
    <>
      <ul role="list" className={styles.closures} aria-label={t('units.closures')}>
        {closures.map((closure) => {
          const { id, to, reason, state, is_imported: isImported } = closure
          const nightsText = formatClosedNights(translator, closure)
          return (
            <li className="line-4 between" key={id}>
              <p>
                <strong>{nightsText}</strong>
                {state === 'now' && <Chip tone="due">{t('units.closed_today')}</Chip>}
                {isImported && <Chip tone="waits">{t('units.sold_elsewhere')}</Chip>}
                <span className="anywhere">{reason}</span>
                <span className="small">{t('units.reopens_on', { day: to })}</span>
              </p>
              {state !== 'over' && !isImported && (
                <Button
                  variant="quiet"
                  aria-label={t('units.reopen_of', { name, dates: nightsText })}
                  onClick={() => void reopen(id)}
                >
                  {t('units.reopen')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {failure && <Failure>{failure}</Failure>}
    </>
  )
}

/** Formats the closed nights. The day on which the unit opens again is not included. */
function formatClosedNights(translator: Translator, { from, to }: UnitClosure): string {
  return formatInclusiveDates(translator, from, isoDay(parseDay(to)! - 1))
}

function AddForm({ room }: { room: number }) {
  const { t } = useTranslator()
  const api = useApi<UnitsApi>()
  const office = useOffice()
  const showToast = useToast()
  const { form, isBusy, error, failure } = useForm(
    async ({ text, form: element, reportLostResponse }) => {
      office.show(await reportLostResponse(api.addUnit({ room, name: text('name') })))
      element.reset()
      showToast(t('units.added'))
    },
    { isRepeatable: true },
  )
  return (
    <RecordSection title={t('units.add')}>
      <form {...form} className={styles.add}>
        <TextField label={t('units.number')} name="name" maxLength={40} autoComplete="off" error={error('name')} />
        {failure && <Failure>{failure}</Failure>}
        <Button type="submit" variant="secondary" isBusy={isBusy}>
          {t('units.add')}
        </Button>
      </form>
    </RecordSection>
  )
}
