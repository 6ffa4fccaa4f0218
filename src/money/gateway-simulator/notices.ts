import type { NoticeWay } from './faults.ts'
import { noticeOf, type Signer } from './notice.ts'
import type { DueNotice, Session, Store, Try } from './store.ts'

interface Options {
  store: Store
  signer: Signer
  clock: () => number
  lateMs: number
  /** Posts a form to a URL of the app. */
  deliver(url: string, form: string): Promise<void>
  tell(line: string): void
}

/**
 * Sends notices about attempts in the chosen mode. `send` resolves when the notices that must precede the browser are
 * sent.
 */
export function openNotices({ store, signer, clock, lateMs, deliver, tell }: Options) {
  const timers = new Set<NodeJS.Timeout>()
  for (const notice of store.state.due) later(notice)

  return {
    async send(session: Session, tried: Try, way: NoticeWay): Promise<void> {
      const url = session.asked.ipn_url
      if (!url || way === 'never') return
      const form = formOf(session, tried, way)
      if (way === 'late') {
        const notice = { at: clock() + lateMs, url, form }
        store.state.due.push(notice)
        return later(notice)
      }
      const sent = Promise.all(Array.from({ length: way === 'twice' ? 2 : 1 }, () => bring(url, form)))
      if (way === 'first') await sent
    },

    close(): void {
      for (const timer of timers) clearTimeout(timer)
    },
  }

  function formOf(session: Session, tried: Try, way: NoticeWay): string {
    const by = way === 'forged' ? { ...signer, password: 'wrong password' } : signer
    return new URLSearchParams(noticeOf(session, tried, by, way !== 'nameless')).toString()
  }

  function later(notice: DueNotice): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const at = store.state.due.indexOf(notice)
      if (at >= 0) store.state.due.splice(at, 1)
      void Promise.all([store.keep(), bring(notice.url, notice.form)])
    }, notice.at - clock())
    timers.add(timer)
  }

  /** Delivers a notice once. A failed delivery is not repeated. */
  async function bring(url: string, form: string): Promise<void> {
    try {
      await deliver(url, form)
      tell(`notified ${new URL(url).pathname}`)
    } catch (error) {
      tell(`could not notify ${new URL(url).pathname}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** Posts over the network, like any outside caller. */
export async function post(url: string, form: string): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
    redirect: 'manual',
    signal: AbortSignal.timeout(10_000),
  })
  await answer.body?.cancel()
  if (answer.status >= 400) throw new Error(`status ${answer.status}`)
}
