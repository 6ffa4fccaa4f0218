import type { Company } from '../content/company.ts'
import { greeting } from '../messages/greeting.ts'
import type { Letter } from '../messages/letter.ts'
import type { Asker } from '../platform/contract.ts'
import { isoDay } from '../platform/day.ts'
import { bdtOf } from '../platform/money.ts'
import { href, inLanguage, type Language } from '../urls.ts'
import { wordsIn } from '../words/both.ts'
import type { BookedRow } from './store.ts'
import { roomNameOf, whatIsNext } from './told.ts'

/** To whom a letter about a stay goes. */
interface Reader {
  language: Language
  /** Whether the address is known to be theirs who booked. If not, it says nothing that they typed. */
  isKnown: boolean
  /** By which a guest comes back to the stay. */
  link: string | undefined
}

/** To whoever booked, at once. */
export function confirmationLetter(
  booking: BookedRow,
  company: Company,
  { language, isKnown, link }: Reader,
  now: number,
): Letter {
  const { t, count } = wordsIn(language)
  const room = roomNameOf(booking, language)
  const stay = {
    from: isoDay(booking.check_in),
    to: isoDay(booking.check_out),
    nights: count('rooms.nights', booking.check_out - booking.check_in),
  }
  return {
    subject: t('mail.booking_subject', { code: booking.code }),
    paragraphs: [
      greeting(language, isKnown ? booking.name : null),
      t('mail.booking_text', { room, ...stay }),
      whatIsNext(booking, { language, now }),
    ],
    about: `booking ${booking.code}`,
    facts: factsOf(booking, company, language),
    ...(link && linkTo(link, language)),
  }
}

/** To whoever cancelled: what is no longer booked, what that costs, and what becomes of the money. */
export function cancelledLetter(booking: BookedRow, { language, isKnown, link }: Reader): Letter {
  const { t, money, day } = wordsIn(language)
  const fee = booking.cancel_fee_poisha!
  return {
    subject: t('mail.cancelled_subject', { code: booking.code }),
    paragraphs: [
      greeting(language, isKnown ? booking.name : null),
      t('mail.cancelled_text', {
        room: roomNameOf(booking, language),
        from: isoDay(booking.check_in),
        to: isoDay(booking.check_out),
      }),
      fee === 0 ? t('cancel.done_free') : t('cancel.done_costs', { fee: money(bdtOf(fee)) }),
      ...(booking.payment_status === 'refund_pending'
        ? [t('cancel.refund', { refund: money(bdtOf(booking.total_poisha - fee)) })]
        : []),
    ],
    about: `booking ${booking.code}`,
    facts: [
      [t('booking.success_reference'), booking.code],
      [t('search.check_in'), day(isoDay(booking.check_in), 'long')],
      [t('search.check_out'), day(isoDay(booking.check_out), 'long')],
    ],
    ...(link && linkTo(link, language)),
  }
}

/** To whoever asked for a stay: the company's answer, with the sentence that was added to it. */
export function answeredLetter(
  booking: BookedRow,
  company: Company,
  { language, isKnown, link }: Reader,
  { now, context }: Pick<Asker, 'now' | 'context'>,
): Letter {
  const { t } = wordsIn(language)
  const { code, answer, check_in, check_out } = booking
  const isConfirmed = booking.status === 'confirmed'
  const room = { room: roomNameOf(booking, language), from: isoDay(check_in), to: isoDay(check_out) }
  const said = isConfirmed ? whatIsNext(booking, { language, now }) : t('mail.declined_text', room)
  const letter = {
    subject: t(isConfirmed ? 'mail.confirmed_subject' : 'mail.declined_subject', { code }),
    paragraphs: [
      greeting(language, isKnown ? booking.name : null),
      said,
      ...(answer ? [answer] : []),
      ...(isConfirmed ? [] : [t('mail.declined_over')]),
    ],
    about: `booking ${code}`,
  }
  if (isConfirmed) return { ...letter, facts: factsOf(booking, company, language), ...(link && linkTo(link, language)) }
  const rooms = context.publicUrl + inLanguage(href('rooms'), language)
  return {
    ...letter,
    facts: [[t('booking.success_reference'), code]],
    links: [{ label: t('mail.rooms_link'), url: rooms }],
  }
}

/** What was booked. */
function factsOf(booking: BookedRow, company: Company, language: Language): NonNullable<Letter['facts']> {
  const { t, money, day } = wordsIn(language)
  return [
    [t('booking.success_reference'), booking.code],
    [t('booking.success_room'), roomNameOf(booking, language)],
    [t('search.check_in'), `${day(isoDay(booking.check_in), 'long')}, ${company.checkInFrom}`],
    [t('search.check_out'), `${day(isoDay(booking.check_out), 'long')}, ${company.checkOutUntil}`],
    [t('booking.success_amount'), t('mail.amount_with_vat', { total: money(bdtOf(booking.total_poisha)) })],
  ]
}

/** Whoever has it sees the stay and may cancel it. */
const linkTo = (url: string, language: Language) =>
  ({ links: [{ label: wordsIn(language).t('mail.booking_link'), url }], secret: true }) as const
