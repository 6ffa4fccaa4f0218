import type { ReactNode } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { Link, useApi, useTranslator } from '#platform/pages/page.tsx'
import { CheckField } from '#ui/form/check-field.tsx'
import { ActionForm } from '#ui/office/action-form.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { queryString } from '#routes/public.ts'
import { formatStay } from '#locales/dates.ts'
import type { GuestOfStays, GuestsApi, GuestStays } from './contract.ts'

interface GuestStaysProps<Page> {
  guest: { id: number; kind: 'member' | 'guest'; name: string; email: string }
  guestStays: GuestStays
  onChanged: (changed: GuestStays) => Page
}

type Stay = GuestStays['stays'][number]

/** The stays of a guest, and the actions that merge two guests or split one. */
export function GuestStaysParts<Page>({ guest, guestStays, onChanged }: GuestStaysProps<Page>) {
  const { t } = useTranslator()
  const { can } = useOffice()
  const { stays, more_stays, booked: staysForOthers, matches, changes } = guestStays
  const canChange = can('manage people')
  return (
    <>
      <RecordSection title={t('people.stays')}>
        {stays.length === 0 ? <p>{t('people.no_stays')}</p> : <StayList stays={stays} />}
        {more_stays && (
          <Link to={officePages.bookings + queryString({ search: guest.email || guest.name })}>
            {t('people.all_stays')}
          </Link>
        )}
        {canChange && stays.length > 0 && <SplitForm {...{ guest, stays, onChanged }} />}
      </RecordSection>
      {staysForOthers.length > 0 && (
        <RecordSection title={t('people.booked_for_others')}>
          <StayList stays={staysForOthers} showsNames />
        </RecordSection>
      )}
      {matches.length > 0 && (
        <RecordSection title={t('people.matches')}>
          <p>{t('people.matches_text')}</p>
          <GuestList>
            {matches.map((match) => (
              <li className="anywhere" key={match.id}>
                <Link to={officeHref('person', match.id)}>{match.name || match.email}</Link>{' '}
                {[match.email, match.phone].filter(Boolean).join(', ')}
                {canChange && <MergeButton {...{ guest, match, onChanged }} />}
              </li>
            ))}
          </GuestList>
        </RecordSection>
      )}
      {changes.length > 0 && <Changes {...{ guest, changes, onChanged }} />}
    </>
  )
}

const GuestList = ({ children }: { children: ReactNode }) => (
  <ul role="list" className="stack-2">
    {children}
  </ul>
)

function StayList({ stays, showsNames = false }: { stays: readonly Stay[]; showsNames?: boolean }) {
  const translator = useTranslator()
  return (
    <GuestList>
      {stays.map(({ code, name, room_name, checkin, checkout }) => (
        <li className="anywhere" key={code}>
          <Link to={officeHref('booking', code)}>{formatStay(translator, checkin, checkout)}</Link>{' '}
          {[room_name, showsNames && name].filter(Boolean).join(', ')}
        </li>
      ))}
    </GuestList>
  )
}

function SplitForm<Page>({
  guest: { id },
  stays,
  onChanged,
}: Pick<GuestStaysProps<Page>, 'guest' | 'onChanged'> & { stays: readonly Stay[] }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<GuestsApi>()
  return (
    <details>
      <summary>{t('people.split')}</summary>
      <ActionForm
        label={t('people.split_submit')}
        done={t('people.split_done')}
        onSubmit={async ({ data }) => onChanged(await api.splitGuest({ id, codes: data.getAll('codes').map(String) }))}
      >
        {(error) => (
          <fieldset className="stack-2" aria-describedby="split-error">
            <legend>{t('people.split_choose')}</legend>
            {stays.map(({ code, name, checkin, checkout }) => (
              <CheckField
                key={code}
                name="codes"
                value={code}
                label={`${name}, ${formatStay(translator, checkin, checkout)}`}
              />
            ))}
            <p id="split-error" role="alert">
              {error('codes')}
            </p>
          </fieldset>
        )}
      </ActionForm>
    </details>
  )
}

/** Members keep their stays, so a guest can be merged into a member, but not the reverse. */
function MergeButton<Page>({
  guest,
  match,
  onChanged,
}: Pick<GuestStaysProps<Page>, 'guest' | 'onChanged'> & { match: GuestOfStays }) {
  const { t, language } = useTranslator()
  const api = useApi<GuestsApi>()
  const name = match.name || match.email
  if (match.kind === 'guest')
    return (
      <ActionForm
        label={t('people.merge', { name })}
        done={t('people.merged', { name })}
        onSubmit={async () => onChanged(await api.mergeGuests({ id: match.id, into: guest.id }))}
      />
    )
  if (guest.kind === 'member') return null
  return (
    <ActionForm
      label={t('people.merge_into_member', { name })}
      done={t('people.merged', { name })}
      onSubmit={async () => {
        const memberStays = await api.mergeGuests({ id: guest.id, into: match.id })
        navigate(officeHref('person', match.id), language)
        return onChanged(memberStays)
      }}
    />
  )
}

function Changes<Page>({
  guest,
  changes,
  onChanged,
}: Pick<GuestStaysProps<Page>, 'guest' | 'onChanged'> & Pick<GuestStays, 'changes'>) {
  const translator = useTranslator()
  const { t, count } = translator
  const api = useApi<GuestsApi>()
  const canUndo = useOffice().can('manage people')
  return (
    <RecordSection title={t('people.guest_changes')}>
      <GuestList>
        {changes.map(({ id, at, by, from, to, stays }) => {
          const isSource = from.id === guest.id
          const otherGuest = isSource ? to : from
          return (
            <li className="anywhere" key={id}>
              {count(isSource ? 'people.moved_to' : 'people.moved_from', stays)}{' '}
              <Link to={officeHref('person', otherGuest.id)}>{otherGuest.name || otherGuest.email}</Link>
              <br />
              <small>{[by, formatWhen(translator, at)].join(', ')}</small>
              {canUndo && (
                <ActionForm
                  label={t('people.undo_change')}
                  done={t('people.change_undone')}
                  onSubmit={async () => onChanged(await api.undoGuestChange({ id, guest: guest.id }))}
                />
              )}
            </li>
          )
        })}
      </GuestList>
    </RecordSection>
  )
}
