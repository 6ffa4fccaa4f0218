import { isoDay } from '#platform/day.ts'
import type { Translator } from '#locales/translator.ts'
import {
  findDayConflict,
  findRangeConflict,
  sumPrices,
  type DayConflict,
  type Range,
  type RangeRules,
} from './range-rules.ts'

/** Creates the texts of a calendar about days and stays. `isMinimum`: its prices are minimums. */
export function createRangeTexts(translator: Translator, range: Range, rules: RangeRules, isMinimum: boolean) {
  const { t, count, day, money } = translator
  const { from, to } = range
  const { terms } = rules
  const formatShortDay = (dayNumber: number) => day(isoDay(dayNumber), 'short')
  const formatDayWithWeekday = (dayNumber: number) => day(isoDay(dayNumber), 'weekday')
  const formatPrice = (price: number | null) =>
    price !== null && (isMinimum ? t('calendar.from_price', { price: money(price) }) : money(price))
  const describeLength = (start: number, end: number) => [
    count('rooms.nights', end - start).replace(' ', '\u00a0'),
    formatPrice(sumPrices(start, end, terms)),
  ]

  /** Describes a stay: 8 Jan – 11 Jan · 3 nights · BDT 22,500. */
  function describeStay(start: number, end: number): string {
    return join('\u00a0· ', `${formatShortDay(start)} – ${formatShortDay(end)}`, ...describeLength(start, end))
  }
  function describeConflict(conflict: DayConflict, requestedDay: number): string {
    switch (conflict.kind) {
      case 'min':
      case 'max':
        return count(`calendar.${conflict.kind}`, conflict.nights, { start: formatShortDay(conflict.from) })
      case 'no_stay':
        return count('calendar.no_stay', conflict.nights)
      case 'taken':
        if (conflict.night !== requestedDay)
          return t('calendar.taken_between', { night: formatShortDay(conflict.night) })
        return terms.get(requestedDay)?.closedReason ?? t('calendar.taken')
      default:
        return t(`calendar.${conflict.kind}`)
    }
  }
  return {
    stay: describeStay,
    /** Returns null if the day can be chosen. */
    conflictText(dayNumber: number): string | null {
      if (dayNumber === from || dayNumber === to) return null
      const conflict = findDayConflict(dayNumber, range, rules)
      return conflict && `${formatDayWithWeekday(dayNumber)}: ${describeConflict(conflict, dayNumber)}`
    },
    /** Describes a whole day for screen readers. */
    label(dayNumber: number): string {
      const dayTerms = terms.get(dayNumber)
      const conflict = findDayConflict(dayNumber, range, rules)
      return join(
        ', ',
        formatDayWithWeekday(dayNumber),
        dayTerms?.free && formatPrice(dayTerms.price ?? null),
        ...listStates(),
      )

      function listStates(): (string | false)[] {
        if (dayNumber === from) return [t('search.check_in')]
        if (dayNumber === to) return [t('search.check_out')]
        if (from && to && dayNumber > from && dayNumber < to) return [t('calendar.within')]
        if (conflict) return [describeConflict(conflict, dayNumber)]
        return from && !to && dayNumber > from ? describeLength(from, dayNumber) : []
      }
    },
    /** Describes the chosen days, and asks for the next choice. */
    chosen(): string {
      if (from === null) return t('calendar.arrive')
      const conflict = findRangeConflict(range, rules)
      const text = to === null ? formatShortDay(from) : describeStay(from, to)
      if (conflict) return `${text}: ${describeConflict(conflict, from)}`
      return to === null ? t('calendar.leave', { start: text }) : text
    },
  }
}

const join = (separator: string, ...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(separator)
