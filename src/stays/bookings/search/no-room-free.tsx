import { Link, useTranslator } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import { formatDateList } from '#locales/dates.ts'
import type { Alternatives, RoomCombinationOffer as TogetherFound } from '../../availability/contract.ts'
import { maxRoomsPerStay } from '../../availability/party.ts'
import { formatGuests } from '../../availability/format-guests.ts'
import { parseSearchQuery, type Search } from './last-search.ts'
import styles from './rooms-page.module.css'
import { PartyRooms } from './party-rooms.tsx'
import { buildPartyPath } from './rooms-of-party.ts'

/** Shown when no room is free for the whole party: alternatives, room combinations, or the contact page. */
export function NoRoomFree({ search, alternatives }: { search: Search; alternatives: Alternatives }) {
  const translator = useTranslator()
  const { t, count } = translator
  const { data: suggestions, together: combination, one_room } = alternatives
  const hasNoSuggestion = suggestions.length === 0 && !combination
  return (
    <section className={styles.none}>
      <p className="lead">{t(getLeadKey(), { guests: count('rooms.guests', search.adult + search.child) })}</p>
      {(hasNoSuggestion || (!one_room && !combination)) && <ContactLink search={search} />}
      {combination && <RoomCombination search={search} together={combination} />}
      {suggestions.length > 0 && (
        <ul role="list">
          {suggestions.map(({ kind, found, ...suggestion }) => {
            const suggestedSearch = parseSearchQuery(suggestion)
            return (
              <li key={kind}>
                <Link to={href('rooms', null, suggestion)}>
                  <strong>{t(`rooms.none_${kind}`)}</strong>
                  <span>
                    {formatDateList(translator, suggestedSearch.checkIn, suggestedSearch.checkOut)} ·{' '}
                    {formatGuests(suggestedSearch, translator)}
                  </span>
                  <span>{count('rooms.found', found)}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )

  function getLeadKey() {
    if (!one_room) return combination ? 'rooms.none_but_together' : 'rooms.none_for_all'
    if (hasNoSuggestion) return 'rooms.none_near'
    if (!combination) return 'rooms.none_text'
    return suggestions.length > 0 ? 'rooms.none_single' : 'rooms.none_single_near'
  }
}

/** A link to the contact form, with dates and guests as the subject. */
function ContactLink({ search }: { search: Search }) {
  const translator = useTranslator()
  const dateText = formatDateList(translator, search.checkIn, search.checkOut)
  return (
    <ButtonLink to={href('contact', null, { subject: `${dateText}, ${formatGuests(search, translator)}` })}>
      {translator.t('home.talk_action')}
    </ButtonLink>
  )
}

/**
 * A room combination with one booking button. A party that needs more rooms than one booking allows must contact the
 * company.
 */
function RoomCombination({ search, together: combination }: { search: Search; together: TogetherFound }) {
  const translator = useTranslator()
  const { t, count, money } = translator
  const { rooms, total } = combination
  const isBookable = rooms.length <= maxRoomsPerStay
  return (
    <div className={styles.together}>
      <h2>
        {t('rooms.none_together')}: {money(total)}
      </h2>
      <PartyRooms rooms={rooms} search={search} />
      <p>{isBookable ? t('rooms.none_together_text') : t('rooms.together_write', { most: maxRoomsPerStay })}</p>
      {isBookable ? (
        <ButtonLink to={buildPartyPath(rooms, search)}>{count('rooms.together_book', rooms.length)}</ButtonLink>
      ) : (
        <ContactLink search={search} />
      )}
    </div>
  )
}
