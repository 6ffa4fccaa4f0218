import type { NoticeWay } from './faults.ts'
import { noticeOf, type Signer } from './notice.ts'
import type { DueNotice, Session, Store, Try } from './store.ts'

interface Options {
  store: Store
  signer: Signer
  clock: () => number
  lateMs: number
  /** Brings a form to an address of the house. */
  deliver(url: string, form: string): Promise<void>
  tell(line: string): void
}

/** Tells the house what became of a try, in the way that was chosen: resolved once all is told that comes before the browser. */
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
    const by = way === 'forged' ? { ...signer, password: 'of somebody else' } : signer
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

  /** Whoever is not there when it comes is not told again. */
  async function bring(url: string, form: string): Promise<void> {
    try {
      await deliver(url, form)
      tell(`told ${new URL(url).pathname}`)
    } catch (error) {
      tell(`could not tell ${new URL(url).pathname}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
}

/** By the network, as any stranger would. */
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
