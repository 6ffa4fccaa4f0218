import { setImmediate as turn } from 'node:timers/promises'

/** Lets so many work at once, in rounds: in each, everyone who waits gets one place, so that nobody's hundred stand before another's one. */
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
  /** What comes before each round, at least a turn of the event loop: else work that waits for nothing is not interrupted. */
  between?: () => Promise<unknown>
}

export function createLine({ places, placesOfOne = places, mostWaitingOfOne, turnAway, between = turn }: Places): Line {
  const visitors = new Map<string, Visitor>()
  let taken = 0
  let letsIn = false

  async function letIn(): Promise<void> {
    if (letsIn) return
    letsIn = true
    do await between()
    while (nextRound())
    letsIn = false
  }

  /** Whether anybody was let in. Who was goes to the end, so that where places are few the others are next. */
  function nextRound(): boolean {
    const round = [...visitors].filter(([, { taken: own, waiting }]) => waiting.length > 0 && own < placesOfOne).slice(0, places - taken)
    for (const [who, visitor] of round) {
      visitors.delete(who)
      visitors.set(who, visitor)
      visitor.taken++
      taken++
      visitor.waiting.shift()!()
    }
    return round.length > 0
  }

  function wayOut(who: string, visitor: Visitor): () => void {
    let isOut = false
    return () => {
      if (isOut) return
      isOut = true
      visitor.taken--
      taken--
      if (visitor.taken === 0 && visitor.waiting.length === 0) visitors.delete(who)
      if (visitor.waiting.length > 0 || taken === places - 1) void letIn()
    }
  }

  return {
    async take(who) {
      let visitor = visitors.get(who)
      if (!visitor) visitors.set(who, (visitor = { taken: 0, waiting: [] }))
      if (visitor.waiting.length >= mostWaitingOfOne) throw turnAway()
      const entrance = new Promise<void>((go) => visitor.waiting.push(go))
      void letIn()
      await entrance
      return wayOut(who, visitor)
    },
  }
}

interface Visitor {
  taken: number
  waiting: (() => void)[]
}
