/** Lets so many work at once. Who must wait is served in turns, so that nobody's hundred stand before another's one. */
export interface Line {
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
}

export function createLine(rules: Places): Line {
  const { places, placesOfOne = places, mostWaitingOfOne, mostWaitingOnOne = mostWaitingOfOne, mostWaiting = Infinity, turnAway } = rules
  const visitors = new Map<string, Visitor>()
  let taken = 0
  let waiting = 0

  function visitorNamed(who: string): Visitor {
    let visitor = visitors.get(who)
    if (!visitor) visitors.set(who, (visitor = { taken: 0, waiting: 0, errands: new Map() }))
    return visitor
  }

  /** Those who have waited longest since their last turn stand first in the map, and so do their errands. */
  function letIn(): void {
    for (const [who, visitor] of visitors) {
      if (taken >= places) return
      if (visitor.taken >= placesOfOne || visitor.waiting === 0) continue
      visitors.delete(who)
      visitors.set(who, visitor)
      enter(visitor)
      const [on, errand] = visitor.errands.entries().next().value!
      const { go } = errand.shift()!
      visitor.errands.delete(on)
      if (errand.length > 0) visitor.errands.set(on, errand)
      visitor.waiting--
      waiting--
      go()
    }
  }

  function enter(visitor: Visitor): void {
    visitor.taken++
    taken++
  }

  function wayOut(who: string, visitor: Visitor): () => void {
    let isOut = false
    return () => {
      if (isOut) return
      isOut = true
      visitor.taken--
      taken--
      forgetIdle(who, visitor)
      letIn()
    }
  }

  function forgetIdle(who: string, visitor: Visitor): void {
    if (visitor.taken === 0 && visitor.waiting === 0) visitors.delete(who)
  }

  /** Room for one more, at the cost of whoever has most of those who wait; false if that is who comes. */
  function makeRoom(visitor: Visitor, errandLength: number): boolean {
    if (waiting < mostWaiting) return true
    const [who, most] = [...visitors].reduce((one, other) => (other[1].waiting > one[1].waiting ? other : one))
    const [on, errand] = [...most.errands].reduce((one, other) => (other[1].length >= one[1].length ? other : one))
    if (most === visitor ? errand.length <= errandLength + 1 : most.waiting <= visitor.waiting + 1) return false
    const { giveUp } = errand.pop()!
    if (errand.length === 0) most.errands.delete(on)
    most.waiting--
    waiting--
    forgetIdle(who, most)
    giveUp(turnAway())
    return true
  }

  return {
    async take(who, on = '') {
      const visitor = visitorNamed(who)
      if (taken < places && visitor.taken < placesOfOne) enter(visitor)
      else {
        const errand = visitor.errands.get(on) ?? []
        const isTooMany = visitor.waiting >= mostWaitingOfOne || errand.length >= mostWaitingOnOne
        if (isTooMany || !makeRoom(visitor, errand.length)) {
          forgetIdle(who, visitor)
          throw turnAway()
        }
        await new Promise<void>((go, giveUp) => {
          errand.push({ go, giveUp })
          visitor.errands.set(on, errand)
          visitor.waiting++
          waiting++
        })
      }
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
