/** Lets so many work at once. Who must wait is served in turns, so that nobody's hundred stand before another's one. */
export interface Line {
  /** Waits for a place, and says how it is given up; again and again if need be, only the first time counts. */
  take(who: string): Promise<() => void>
}

interface Places {
  /** For all together. */
  places: number
  /** For anyone alone; for nobody more than all have, if left out. */
  placesOfOne?: number
  /** Of anyone: who comes after so many is turned away. */
  mostWaitingOfOne: number
  turnAway: () => Error
}

export function createLine({ places, placesOfOne = places, mostWaitingOfOne, turnAway }: Places): Line {
  const visitors = new Map<string, Visitor>()
  let taken = 0

  function visitorNamed(who: string): Visitor {
    let visitor = visitors.get(who)
    if (!visitor) visitors.set(who, (visitor = { taken: 0, waiting: [] }))
    return visitor
  }

  /** Those who have waited longest since their last turn stand first in the map. */
  function letIn(): void {
    for (const [who, visitor] of visitors) {
      if (taken >= places) return
      if (visitor.taken >= placesOfOne || visitor.waiting.length === 0) continue
      visitors.delete(who)
      visitors.set(who, visitor)
      enter(visitor)
      visitor.waiting.shift()!()
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
      if (visitor.taken === 0 && visitor.waiting.length === 0) visitors.delete(who)
      letIn()
    }
  }

  return {
    async take(who) {
      const visitor = visitorNamed(who)
      if (taken < places && visitor.taken < placesOfOne) enter(visitor)
      else if (visitor.waiting.length >= mostWaitingOfOne) throw turnAway()
      else await new Promise<void>((go) => visitor.waiting.push(go))
      return wayOut(who, visitor)
    },
  }
}

interface Visitor {
  taken: number
  waiting: (() => void)[]
}
