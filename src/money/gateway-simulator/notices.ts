import type { NoticeMode } from './faults.ts'
import { buildNotice, type Signer } from './notice.ts'
import type { DueNotice, Session, Store, Attempt } from './store.ts'

interface Options {
  store: Store
  signer: Signer
  clock: () => number
  lateMs: number
  /** Posts a form to a URL of the app. */
  deliver(url: string, form: string): Promise<void>
  log(line: string): void
}

/**
 * Sends notices about attempts in the chosen mode. The promise of `send` resolves when all notices that must arrive
 * before the browser are sent.
 */
export function openNotices({ store, signer, clock, lateMs, deliver, log }: Options) {
  const timers = new Set<NodeJS.Timeout>()
  for (const notice of store.state.due) schedule(notice)

  return {
    async send(session: Session, attempt: Attempt, mode: NoticeMode): Promise<void> {
      const url = session.fields.ipn_url
      if (!url || mode === 'never') return
      const form = encodeNotice(session, attempt, mode)
      if (mode === 'late') {
        const notice = { at: clock() + lateMs, url, form }
        store.state.due.push(notice)
        return schedule(notice)
      }
      const deliveries = Promise.all(Array.from({ length: mode === 'twice' ? 2 : 1 }, () => tryDeliver(url, form)))
      if (mode === 'first') await deliveries
    },

    close(): void {
      for (const timer of timers) clearTimeout(timer)
    },
  }

  function encodeNotice(session: Session, attempt: Attempt, mode: NoticeMode): string {
    const noticeSigner = mode === 'forged' ? { ...signer, password: 'wrong password' } : signer
    return new URLSearchParams(buildNotice(session, attempt, noticeSigner, mode !== 'nameless')).toString()
  }

  function schedule(notice: DueNotice): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const index = store.state.due.indexOf(notice)
      if (index >= 0) store.state.due.splice(index, 1)
      void Promise.all([store.save(), tryDeliver(notice.url, notice.form)])
    }, notice.at - clock())
    timers.add(timer)
  }

  /** Delivers a notice once. A failed delivery is not repeated. */
  async function tryDeliver(url: string, form: string): Promise<void> {
    try {
      await deliver(url, form)
      log(`notified ${new URL(url).pathname}`)
    } catch (error) {
      log(`could not notify ${new URL(url).pathname}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** Posts over the network, like any outside caller. */
export async function postForm(url: string, form: string): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  })
  await response.body?.cancel()
  if (response.status >= 400) throw new Error(`status ${response.status}`)
}
