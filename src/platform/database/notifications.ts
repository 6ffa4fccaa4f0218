import { AsyncLocalStorage } from 'node:async_hooks'
import type { Topic } from '#schema/topics.ts'

/*
 * Wakes the watches of a topic after a change: at once in this process, and over PostgreSQL in the others. A
 * notification can be lost, so watches also poll.
 */

/** The poll interval of a watch while the process receives notifications. */
export const FALLBACK_POLL_MS = 15_000
/** The minimum time between two notifications of a process. Topics that change meanwhile share the next one. */
const SEND_GAP_MS = 100

/** Sends notifications to other processes and receives theirs. */
export interface Channel {
  readonly isListening: boolean
  /** Passes on the text of each notification, and reports each change of `isListening`. Returns a stop function. */
  listen(onText: (text: string) => void, onChange: () => void): () => Promise<void>
  send(text: string): Promise<unknown>
}

export interface Notifier {
  /**
   * Announces committed changes. Resolves when the watches of this process have checked. A watch that last checked less
   * than its `gapMs` ago checks later.
   */
  announce(topics: Iterable<Topic>): Promise<void>
  /** Sends the pending notification, and stops listening. */
  close(): Promise<void>
  register(watch: RegisteredWatch): () => void
  getPollMs(pollMs: number): number
}
interface RegisteredWatch {
  topics: readonly Topic[]
  wake(): Promise<void>
}

/**
 * Without a channel, only changes of this process are announced. With `isPolling` false (tests only), changes of other
 * processes are seen only through notifications.
 */
export function createNotifier(channel: Channel | null = null, isPolling = true): Notifier {
  const watches = new Set<RegisteredWatch>()
  const unsentTopics = new Set<string>()
  let currentSend: Promise<void> | null = null
  let gapTimer: NodeJS.Timeout | undefined
  let stopListening: (() => Promise<void>) | null = null
  let pendingStop: Promise<unknown> = Promise.resolve()

  async function wakeAll(topics?: ReadonlySet<string>): Promise<void> {
    const affectedWatches = [...watches].filter((watch) => !topics || watch.topics.some((topic) => topics.has(topic)))
    await Promise.all(affectedWatches.map((watch) => watch.wake()))
  }

  /** Sends one notification at a time. A failed one is not repeated, because the others poll. */
  function send(): void {
    if (!channel || unsentTopics.size === 0 || currentSend || gapTimer) return
    const text = [...unsentTopics].join(' ')
    unsentTopics.clear()
    currentSend = channel
      .send(text)
      .catch(() => {})
      .then(() => {
        currentSend = null
        gapTimer = setTimeout(() => {
          gapTimer = undefined
          send()
        }, SEND_GAP_MS).unref()
      })
  }

  return {
    announce(changed) {
      const topics = new Set(changed)
      if (channel) for (const topic of topics) unsentTopics.add(topic)
      send()
      return wakeAll(topics)
    },
    async close() {
      await currentSend
      clearTimeout(gapTimer)
      gapTimer = undefined
      send()
      await currentSend
      clearTimeout(gapTimer)
      await Promise.all([stopListening?.(), pendingStop])
    },
    register(watch) {
      watches.add(watch)
      // Each new connection wakes all watches once, because earlier notifications may be lost.
      if (channel && watches.size === 1)
        stopListening = channel.listen(
          (text) => void wakeAll(new Set(text.split(' '))),
          () => void wakeAll(),
        )
      return () => {
        watches.delete(watch)
        if (watches.size > 0 || !stopListening) return
        pendingStop = stopListening()
        stopListening = null
      }
    },
    getPollMs: (pollMs) => (isPolling ? (channel?.isListening ? FALLBACK_POLL_MS : pollMs) : Infinity),
  }
}

const notifiers = new WeakMap<object, Notifier>()

export const setNotifier = (db: object, notifier: Notifier): void => void notifiers.set(db, notifier)

/** Returns the notifier of a database. One that was not opened by openDatabase announces only publications. */
export function getNotifier(db: object): Notifier {
  const existingNotifier = notifiers.get(db)
  if (existingNotifier) return existingNotifier
  const notifier = createNotifier()
  notifiers.set(db, notifier)
  return notifier
}

interface WatchOptions {
  topics: readonly Topic[]
  /** The poll interval while the process receives no notifications. */
  pollMs: number
  /** The minimum time between a check and one that a notification causes. */
  gapMs?: number
  /** May return the milliseconds until the next check. They apply if they are fewer than those of the poll interval. */
  check(): Promise<number | void>
  onError(error: unknown): void
}

export interface Watch {
  /** Checks now. If a check is already running, another one follows, because the first may have missed a change. */
  check(): Promise<void>
  /** Checks soon, as if a notification had arrived. Errors go to onError. */
  wake(): Promise<void>
  /** Checks after each notification and poll, until the returned function is called. */
  start(): () => void
}

/** Creates a watch of some topics. Its checks never overlap. */
export function createWatch(db: object, { topics, pollMs, gapMs = 0, check: runCheck, onError }: WatchOptions): Watch {
  const notifier = getNotifier(db)
  const runInOwnContext = AsyncLocalStorage.snapshot()
  let lastCheck: Promise<unknown> = Promise.resolve()
  let nextCheck: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let dueAt = Infinity
  let startedAt = -Infinity
  let isStarted = false

  function check(): Promise<void> {
    nextCheck ??= lastCheck
      .catch(() => {})
      .then(() => {
        nextCheck = undefined
        return run()
      })
    lastCheck = nextCheck
    return nextCheck
  }

  async function run(): Promise<void> {
    clearTimer()
    startedAt = performance.now()
    // After an error, the check is retried after `pollMs`, even while notifications arrive.
    let nextMs = pollMs
    try {
      nextMs = (await runCheck()) ?? Infinity
    } finally {
      schedule(Math.min(nextMs, notifier.getPollMs(pollMs)))
    }
  }

  /** An earlier time that is already scheduled stays. */
  function schedule(ms: number): void {
    const checkAt = performance.now() + ms
    if (!isStarted || checkAt >= dueAt) return
    clearTimer()
    dueAt = checkAt
    timer = setTimeout(() => {
      clearTimer()
      void checkSafely()
    }, ms).unref()
  }

  function clearTimer(): void {
    clearTimeout(timer)
    dueAt = Infinity
  }

  const checkSafely = async () => {
    if (isStarted) await check().catch((error: unknown) => isStarted && onError(error))
  }

  /** Runs in the context of the watch. The caller may be a request that is traced. */
  const wake = () =>
    runInOwnContext(async () => {
      const waitMs = startedAt + gapMs - performance.now()
      if (waitMs <= 0) await checkSafely()
      else schedule(waitMs)
    })

  return {
    check,
    wake,
    start() {
      isStarted = true
      const unregister = notifier.register({ topics, wake })
      schedule(notifier.getPollMs(pollMs))
      return () => {
        isStarted = false
        clearTimer()
        unregister()
      }
    },
  }
}
