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
  const formatShortDay = (givenDay: number) => day(isoDay(givenDay), 'short')
  const formatDayWithWeekday = (givenDay: number) => day(isoDay(givenDay), 'weekday')
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
  function describeConflict(conflict: DayConflict, askedDay: number): string {
    switch (conflict.kind) {
      case 'min':
      case 'max':
        return count(`calendar.${conflict.kind}`, conflict.nights, { start: formatShortDay(conflict.from) })
      case 'no_stay':
        return count('calendar.no_stay', conflict.nights)
      case 'taken':
        if (conflict.night !== askedDay) return t('calendar.taken_between', { night: formatShortDay(conflict.night) })
        return terms.get(askedDay)?.closedReason ?? t('calendar.taken')
      default:
        return t(`calendar.${conflict.kind}`)
    }
  }
  return {
    stay: describeStay,
    /** Returns null if the day can be chosen. */
    conflictText(givenDay: number): string | null {
      if (givenDay === from || givenDay === to) return null
      const conflict = findDayConflict(givenDay, range, rules)
      return conflict && `${formatDayWithWeekday(givenDay)}: ${describeConflict(conflict, givenDay)}`
    },
    /** Describes a whole day for screen readers. */
    label(givenDay: number): string {
      const dayTerms = terms.get(givenDay)
      const conflict = findDayConflict(givenDay, range, rules)
      return join(
        ', ',
        formatDayWithWeekday(givenDay),
        dayTerms?.free && formatPrice(dayTerms.price ?? null),
        ...state(),
      )

      function state(): (string | false)[] {
        if (givenDay === from) return [t('search.check_in')]
        if (givenDay === to) return [t('search.check_out')]
        if (from && to && givenDay > from && givenDay < to) return [t('calendar.within')]
        if (conflict) return [describeConflict(conflict, givenDay)]
        return from && !to && givenDay > from ? describeLength(from, givenDay) : []
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
