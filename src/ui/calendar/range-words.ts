import { isoDay } from '#platform/day.ts'
import type { Translator } from '#locales/translator.ts'
import { against, againstRange, priceOf, type Obstacle, type Range, type Rules } from './range-rules.ts'

/** The texts of a calendar about days and stays. `least`: its prices are minimums. */
export function rangeWords(translator: Translator, range: Range, rules: Rules, least: boolean) {
  const { t, count, day, money } = translator
  const { from, to } = range
  const { terms } = rules
  const short = (each: number) => day(isoDay(each), 'short')
  const long = (each: number) => day(isoDay(each), 'weekday')
  const priced = (price: number | null) =>
    price !== null && (least ? t('calendar.from_price', { price: money(price) }) : money(price))
  const length = (start: number, end: number) => [
    count('rooms.nights', end - start).replace(' ', '\u00a0'),
    priced(priceOf(start, end, terms)),
  ]

  /** 8 Jan – 11 Jan · 3 nights · BDT 22,500 */
  function stay(start: number, end: number): string {
    return join('\u00a0· ', `${short(start)} – ${short(end)}`, ...length(start, end))
  }
  function reason(obstacle: Obstacle, of: number): string {
    switch (obstacle.kind) {
      case 'min':
      case 'max':
        return count(`calendar.${obstacle.kind}`, obstacle.nights, { start: short(obstacle.from) })
      case 'no_stay':
        return count('calendar.no_stay', obstacle.nights)
      case 'taken':
        if (obstacle.night !== of) return t('calendar.taken_between', { night: short(obstacle.night) })
        return terms.get(of)?.why ?? t('calendar.taken')
      default:
        return t(`calendar.${obstacle.kind}`)
    }
  }
  return {
    stay,
    /** Returns null if the day can be chosen. */
    whyNot(each: number): string | null {
      if (each === from || each === to) return null
      const obstacle = against(each, range, rules)
      return obstacle && `${long(each)}: ${reason(obstacle, each)}`
    },
    /** Describes a whole day for screen readers. */
    label(each: number): string {
      const known = terms.get(each)
      const obstacle = against(each, range, rules)
      return join(', ', long(each), known?.free && priced(known.price ?? null), ...state())

      function state(): (string | false)[] {
        if (each === from) return [t('search.check_in')]
        if (each === to) return [t('search.check_out')]
        if (from && to && each > from && each < to) return [t('calendar.within')]
        if (obstacle) return [reason(obstacle, each)]
        return from && !to && each > from ? length(from, each) : []
      }
    },
    /** Describes the chosen days, and asks for the next choice. */
    chosen(): string {
      if (from === null) return t('calendar.arrive')
      const obstacle = againstRange(range, rules)
      const text = to === null ? short(from) : stay(from, to)
      if (obstacle) return `${text}: ${reason(obstacle, from)}`
      return to === null ? t('calendar.leave', { start: text }) : text
    },
  }
}

const join = (separator: string, ...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(separator)
