import { isoInstant } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import type { PolicyView, TermsView } from './contract.ts'
import { isNeverLowerFee, type Fee, type Rules } from './policy.ts'
import { needsTable } from './format-terms.ts'
import { getFeeAt, getFreeUntil, type Terms } from './terms.ts'

/** The stages of a stay: not booked yet; booked but unconfirmed, and therefore free to cancel; confirmed. */
export type Stage = 'asked' | 'waits' | 'agreed'

/** Describes the terms of a stay at a given time. Times are in the company's time zone, amounts in BDT. */
export function describeTerms(
  terms: Terms,
  translator: ServerTranslator,
  { now, stage }: { now: number; stage: Stage },
): TermsView {
  const { t, money, moment } = translator
  const upcomingSteps = findUpcomingSteps(terms, now)
  const formatAmount = (poisha: number) => (poisha === 0 ? null : money(poishaToBdt(poisha)))
  const stepTexts = upcomingSteps.map(({ at, poisha }) => ({
    since: at === null ? null : moment(new Date(at)),
    cost: formatAmount(poisha),
  }))
  const periodTexts = formatPeriods(stepTexts, translator)
  return {
    terms: toSentences(stepTexts, formatAmount(terms.noShowPoisha), stage, translator),
    note: describeUnconfirmed(stepTexts, stage, translator),
    steps: upcomingSteps.map(({ at, poisha }, index) => ({
      from: at === null ? null : isoInstant(at),
      when: periodTexts[index] ?? t('policy.when_now'),
      fee: poishaToBdt(poisha),
    })),
    no_show: poishaToBdt(terms.noShowPoisha),
    deposit: poishaToBdt(terms.depositPoisha),
  }
}

/**
 * Describes the end of free cancellation. Returns null if cancelling costs a fee now, or if the end is unknown or past.
 */
export function describeFreeCancellation(
  terms: Terms,
  { t, clock }: Pick<ServerTranslator, 't' | 'clock'>,
  now: number,
): string | null {
  const freeUntil = getFreeUntil(terms, now)
  if (freeUntil === null) return null
  const [day, time] = clock(freeUntil)
  return t('policy.free_cancellation', { day, time })
}

const describeUnconfirmed = (steps: readonly StepText[], stage: Stage, { t }: ServerTranslator): string | null =>
  stage === 'waits' && steps.some(({ cost }) => cost !== null) ? t('policy.free_unconfirmed') : null

/** Finds the current step, and the later steps that change the fee before the arrival. */
function findUpcomingSteps(terms: Terms, now: number): { at: number | null; poisha: number }[] {
  const steps: { at: number | null; poisha: number }[] = [{ at: null, poisha: getFeeAt(terms, now) }]
  for (const step of terms.steps) {
    const isUpcoming = step.at > now && (terms.arrivalAt === null || step.at < terms.arrivalAt)
    if (isUpcoming && step.poisha !== steps.at(-1)!.poisha) steps.push(step)
  }
  return steps
}

/** Describes a policy independently of a stay: in hours before check-in, nights and percentages. */
export function describePolicy(
  { name, rules, hasNightPolicies }: { name: string; rules: Rules; hasNightPolicies: boolean },
  translator: ServerTranslator,
  stage: Stage,
): PolicyView {
  const { tiers, noShow, deposit } = rules
  const { t } = translator
  const isFreeAtFirst = tiers[0]?.hours !== null
  const stepTexts = [
    ...(isFreeAtFirst ? [{ since: null, cost: null }] : []),
    ...tiers.map((tier, index) => ({
      since: tier.hours === null ? null : formatHours(tier.hours, translator),
      cost: formatMinFee(tier, tiers[index - 1], translator),
    })),
  ]
  const periodTexts = formatPeriods(stepTexts, translator)
  const rows = stepTexts.map(({ cost }, index) => ({
    when: periodTexts[index] ?? t('policy.when_booked'),
    cost: cost ?? t('policy.no_fee'),
  }))
  const noShowText = formatMinFee(noShow, tiers.at(-1), translator)
  return {
    name,
    terms: toSentences(stepTexts, noShowText, stage, translator),
    note: describeUnconfirmed(stepTexts, stage, translator),
    rows: needsTable(stepTexts)
      ? [...rows, ...(noShowText ? [{ when: t('policy.when_no_show'), cost: noShowText }] : [])]
      : [],
    tiers: tiers.map(({ hours, kind, amount }) => ({ hours, kind, amount })),
    no_show: { ...noShow },
    deposit: { ...deposit },
    others: hasNightPolicies,
  }
}

/**
 * Formats the fee of a step, which never costs less than the step before. Names both fees if the larger one depends on
 * the stay. Returns null if cancelling is free.
 */
function formatMinFee(fee: Fee, previousFee: Fee | undefined, translator: ServerTranslator): string | null {
  if (!previousFee || isNeverLowerFee(fee, previousFee)) return fee.kind === 'none' ? null : formatFee(fee, translator)
  if (isNeverLowerFee(previousFee, fee)) return formatFee(previousFee, translator)
  return translator.t('policy.or_more', { fee: formatFee(fee, translator), other: formatFee(previousFee, translator) })
}

/** For example: the first night; 50% of the stay. */
export function formatFee({ kind, amount }: Fee, { t, count }: Pick<ServerTranslator, 't' | 'count'>): string {
  if (kind === 'none') return t('policy.no_fee')
  if (kind === 'nights') return count('policy.fee_nights', amount)
  return amount === 100 ? t('policy.fee_all') : t('policy.fee_percent', { percent: amount })
}

/** Formats whole days from three days on as days, and everything else as hours. */
const formatHours = (hours: number, { count }: Pick<ServerTranslator, 'count'>): string =>
  hours % 24 === 0 && hours > 48 ? count('policy.days_before', hours / 24) : count('policy.hours_before', hours)

/** A fee and the time from which it applies, as text. Null times mean from the beginning; null costs mean free. */
interface StepText {
  since: string | null
  cost: string | null
}

function toSentences(steps: readonly StepText[], noShow: string | null, stage: Stage, { t }: ServerTranslator): string {
  const [firstStep, ...laterSteps] = steps as [StepText, ...StepText[]]
  if (firstStep.cost === null && laterSteps.length === 0 && noShow === null) return t('policy.free')
  const [secondStep, ...furtherSteps] = laterSteps
  if (
    stage === 'waits' &&
    firstStep.cost === null &&
    secondStep &&
    furtherSteps.length === 0 &&
    noShow === secondStep.cost
  )
    return t('policy.free_then', { moment: secondStep.since!, fee: noShow! })
  const sentences = stage === 'waits' ? [t('policy.free_unconfirmed')] : []
  if (firstStep.cost !== null)
    sentences.push(
      t(({ asked: 'policy.once_booked', waits: 'policy.then', agreed: 'policy.now' } as const)[stage], {
        fee: firstStep.cost,
      }),
    )
  else if (laterSteps.length === 0) sentences.push(t('policy.free_to_arrival'))
  for (const [index, { since, cost }] of laterSteps.entries()) {
    if (index > 0 || firstStep.cost !== null) sentences.push(t('policy.since', { moment: since!, fee: cost! }))
    else sentences.push(t('policy.free_until', { moment: since! }), t('policy.then', { fee: cost! }))
  }
  if (noShow !== null)
    sentences.push(noShow === steps.at(-1)!.cost ? t('policy.no_show_same') : t('policy.no_show', { fee: noShow }))
  return sentences.join(' ')
}

/**
 * Formats when each step applies: the first step "until" the start of the second, every later step "from" its own
 * start. Returns undefined for a step that always applies.
 */
const formatPeriods = (steps: readonly StepText[], { t }: ServerTranslator): (string | undefined)[] =>
  steps.map(({ since }, index) => {
    if (since !== null) return t('policy.when_since', { moment: since })
    const nextSince = steps[index + 1]?.since
    return nextSince ? t('policy.when_until', { moment: nextSince }) : undefined
  })
