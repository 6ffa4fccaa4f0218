import { setImmediate as turn } from 'node:timers/promises'

/** Lets so many work at once, and the others wait, in rounds: in each, everyone who waits gets one place, so that nobody's hundred stand before another's one. */
export interface FairQueue {
  /**
   * Waits for a place, and says how it is given up; again and again if need be, only the first time counts. Whoever comes
   * for several is served for each of these in turns as well.
   */
  take(who: string, on?: string): Promise<() => void>
}

interface Places {
  /** For all together. */
  places: number
  /** For anyone alone; for nobody more than all have, if left out. */
  placesOfOne?: number
  /** Of anyone: who comes after so many is turned away. */
  mostWaitingOfOne: number
  /** Of anyone, for the same. */
  mostWaitingOnOne?: number
  /** Of all. Then whoever comes takes the place of the last of those who are most. */
  mostWaiting?: number
  turnAway: () => Error
  /** What comes before each round, at least a turn of the event loop: else work that waits for nothing is not interrupted. */
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

  /** Whether anybody was let in. Who was goes to the end, and so does what they came for: where places are few, others are next. */
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

  /** Room for one more, at the cost of whoever has most of those who wait; false if that is who comes. */
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
  /** By what they are for; none is empty. */
  errands: Map<string, Waiting[]>
}

interface Waiting {
  go: () => void
  giveUp: (reason: Error) => void
}
