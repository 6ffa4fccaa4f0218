import { setImmediate as turn } from 'node:timers/promises'

/**
 * Runs a limited number of calls at once; the others wait. Each round admits one call per waiting caller, so that many
 * calls of one caller do not delay another's.
 */
export interface FairQueue {
  /**
   * Waits for a slot. Returns a function that releases it; further calls have no effect. The topics of one caller are
   * served in turns as well.
   */
  take(who: string, on?: string): Promise<() => void>
}

interface Places {
  /** The total number of slots. */
  places: number
  /** The maximum number of slots per caller. Default: all. */
  placesOfOne?: number
  /** The maximum number of waiting calls per caller. Further calls are rejected. */
  mostWaitingOfOne: number
  /** The maximum number of waiting calls per caller and topic. */
  mostWaitingOnOne?: number
  /**
   * The maximum number of waiting calls in total. Beyond it, a new call replaces the last one of the caller with the
   * most.
   */
  mostWaiting?: number
  turnAway: () => Error
  /**
   * Runs before each round and must take at least one turn of the event loop. Otherwise work that never waits would
   * block everything else.
   */
  between?: () => Promise<unknown>
}

export function createFairQueue(rules: Places): FairQueue {
  const {
    places,
    placesOfOne = places,
    mostWaitingOfOne: maxWaitingOfOne,
    mostWaitingOnOne: maxWaitingOnOne = maxWaitingOfOne,
    mostWaiting: maxWaiting = Infinity,
    turnAway,
    between = turn,
  } = rules
  const visitors = new Map<string, Visitor>()
  let taken = 0
  let waiting = 0
  let letsIn = false

  async function letIn(): Promise<void> {
    if (letsIn) return
    letsIn = true
    do await between()
    while (nextRound())
    letsIn = false
  }

  /**
   * Admits one round. Returns false if no call was admitted. Admitted callers and topics move to the end of the order,
   * so that others come next.
   */
  function nextRound(): boolean {
    const round = [...visitors]
      .filter(([, visitor]) => visitor.waiting > 0 && visitor.taken < placesOfOne)
      .slice(0, places - taken)
    for (const [who, visitor] of round) {
      visitors.delete(who)
      visitors.set(who, visitor)
      visitor.taken++
      taken++
      nextErrand(visitor).go()
    }
    return round.length > 0
  }

  function nextErrand(visitor: Visitor): Waiting {
    const [on, errand] = visitor.errands.entries().next().value!
    const next = errand.shift()!
    visitor.errands.delete(on)
    if (errand.length > 0) visitor.errands.set(on, errand)
    visitor.waiting--
    waiting--
    return next
  }

  function wayOut(who: string, visitor: Visitor): () => void {
    let isOut = false
    return () => {
      if (isOut) return
      isOut = true
      visitor.taken--
      taken--
      purgeIdle(who, visitor)
      if (waiting > 0) void letIn()
    }
  }

  function purgeIdle(who: string, visitor: Visitor): void {
    if (visitor.taken === 0 && visitor.waiting === 0) visitors.delete(who)
  }

  /**
   * Makes room for one more call by rejecting one of the caller with the most. Returns false if that is the new call's
   * own caller.
   */
  function makeRoom(visitor: Visitor, errandLength: number): boolean {
    if (waiting < maxWaiting) return true
    const [who, most] = [...visitors].reduce((one, other) => (other[1].waiting > one[1].waiting ? other : one))
    const [on, errand] = [...most.errands].reduce((one, other) => (other[1].length >= one[1].length ? other : one))
    if (most === visitor ? errand.length <= errandLength + 1 : most.waiting <= visitor.waiting + 1) return false
    const { giveUp } = errand.pop()!
    if (errand.length === 0) most.errands.delete(on)
    most.waiting--
    waiting--
    purgeIdle(who, most)
    giveUp(turnAway())
    return true
  }

  return {
    async take(who, on = '') {
      let visitor = visitors.get(who)
      if (!visitor) visitors.set(who, (visitor = { taken: 0, waiting: 0, errands: new Map() }))
      const errand = visitor.errands.get(on) ?? []
      const isTooMany = visitor.waiting >= maxWaitingOfOne || errand.length >= maxWaitingOnOne
      if (isTooMany || !makeRoom(visitor, errand.length)) {
        purgeIdle(who, visitor)
        throw turnAway()
      }
      const entrance = new Promise<void>((go, giveUp) => errand.push({ go, giveUp }))
      visitor.errands.set(on, errand)
      visitor.waiting++
      waiting++
      void letIn()
      await entrance
      return wayOut(who, visitor)
    },
  }
}

interface Visitor {
  taken: number
  waiting: number
  /** The waiting calls by topic. No list is empty. */
  errands: Map<string, Waiting[]>
}

interface Waiting {
  go: () => void
  giveUp: (reason: Error) => void
}
