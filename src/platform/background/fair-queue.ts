import { setImmediate as turn } from 'node:timers/promises'

/**
 * Runs a limited number of calls at once; the others wait. Each round admits one call per waiting caller, so that many
 * calls of one caller do not delay another's.
 */
export interface FairQueue {
  /**
   * Waits for a slot. Returns a function that releases it; further calls have no effect. The topics of one caller are
   * served round-robin as well.
   */
  take(caller: string, topic?: string): Promise<() => void>
}

interface FairQueueOptions {
  /** The total number of slots. */
  slots: number
  /** The maximum number of slots per caller. Default: all. */
  slotsPerCaller?: number
  /** The maximum number of waiting calls per caller. Further calls are rejected. */
  maxWaitingPerCaller: number
  /** The maximum number of waiting calls per caller and topic. */
  maxWaitingPerTopic?: number
  /**
   * The maximum number of waiting calls in total. Beyond it, a new call displaces the last waiting call of the caller
   * that has the most waiting calls.
   */
  maxWaiting?: number
  createError: () => Error
  /**
   * Runs before each round and must take at least one turn of the event loop. Otherwise work that never waits would
   * block everything else.
   */
  between?: () => Promise<unknown>
}

export function createFairQueue(options: FairQueueOptions): FairQueue {
  const {
    slots,
    slotsPerCaller = slots,
    maxWaitingPerCaller: callerLimit,
    maxWaitingPerTopic: topicLimit = callerLimit,
    maxWaiting = Infinity,
    createError,
    between = turn,
  } = options
  const callers = new Map<string, CallerState>()
  let activeCount = 0
  let waitingCount = 0
  let isAdmitting = false

  async function admitRounds(): Promise<void> {
    if (isAdmitting) return
    isAdmitting = true
    do await between()
    while (admitRound())
    isAdmitting = false
  }

  /**
   * Admits one round. Returns false if no call was admitted. Admitted callers and topics move to the end of the order,
   * so that others come next.
   */
  function admitRound(): boolean {
    const round = [...callers]
      .filter(([, state]) => state.waiting > 0 && state.active < slotsPerCaller)
      .slice(0, slots - activeCount)
    for (const [caller, state] of round) {
      callers.delete(caller)
      callers.set(caller, state)
      state.active++
      activeCount++
      takeNextCall(state).admit()
    }
    return round.length > 0
  }

  function takeNextCall(state: CallerState): WaitingCall {
    const [topic, topicCalls] = state.waitingByTopic.entries().next().value!
    const nextCall = topicCalls.shift()!
    state.waitingByTopic.delete(topic)
    if (topicCalls.length > 0) state.waitingByTopic.set(topic, topicCalls)
    state.waiting--
    waitingCount--
    return nextCall
  }

  function createRelease(caller: string, state: CallerState): () => void {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      state.active--
      activeCount--
      removeIfIdle(caller, state)
      if (waitingCount > 0) void admitRounds()
    }
  }

  function removeIfIdle(caller: string, state: CallerState): void {
    if (state.active === 0 && state.waiting === 0) callers.delete(caller)
  }

  /**
   * Makes a place in the queue by rejecting a waiting call of the caller that has the most. Returns false if the new
   * call's own caller has the most.
   */
  function evictWaitingCall(state: CallerState, topicLength: number): boolean {
    if (waitingCount < maxWaiting) return true
    const [caller, busiestCaller] = [...callers].reduce((a, b) => (b[1].waiting > a[1].waiting ? b : a))
    const [topic, topicCalls] = [...busiestCaller.waitingByTopic].reduce((a, b) => (b[1].length >= a[1].length ? b : a))
    if (busiestCaller === state ? topicCalls.length <= topicLength + 1 : busiestCaller.waiting <= state.waiting + 1)
      return false
    const { reject } = topicCalls.pop()!
    if (topicCalls.length === 0) busiestCaller.waitingByTopic.delete(topic)
    busiestCaller.waiting--
    waitingCount--
    removeIfIdle(caller, busiestCaller)
    reject(createError())
    return true
  }

  return {
    async take(caller, topic = '') {
      let state = callers.get(caller)
      if (!state) callers.set(caller, (state = { active: 0, waiting: 0, waitingByTopic: new Map() }))
      const topicCalls = state.waitingByTopic.get(topic) ?? []
      const isLimitReached = state.waiting >= callerLimit || topicCalls.length >= topicLimit
      if (isLimitReached || !evictWaitingCall(state, topicCalls.length)) {
        removeIfIdle(caller, state)
        throw createError()
      }
      const admission = new Promise<void>((admit, reject) => topicCalls.push({ admit, reject }))
      state.waitingByTopic.set(topic, topicCalls)
      state.waiting++
      waitingCount++
      void admitRounds()
      await admission
      return createRelease(caller, state)
    },
  }
}

interface CallerState {
  active: number
  waiting: number
  /** The waiting calls by topic. No list is empty. */
  waitingByTopic: Map<string, WaitingCall[]>
}

interface WaitingCall {
  admit: () => void
  reject: (reason: Error) => void
}
