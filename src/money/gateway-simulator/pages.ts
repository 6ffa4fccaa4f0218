import type { Clock } from '#platform/clock.ts'
import { languages, type Language } from '#routes/public.ts'
import { isOneOf } from './faults.ts'
import { fileAt } from './files.ts'
import { readForm } from './form.ts'
import type { Html } from './html.ts'
import { noticeOf, type Signer } from './notice.ts'
import type { openNotices } from './notices.ts'
import { aboutPage, nothingPage, payPage, returnPage } from './page.ts'
import { pressedIn } from './planning.ts'
import type { Session, Store, Try } from './store.ts'
import { act } from './trying.ts'

interface Options {
  store: Store
  signer: Signer
  notices: ReturnType<typeof openNotices>
  clock: Clock
  /** The path under which the simulator is served. */
  root: string
  tell(line: string): void
}

/** Serves the pages for payers. Only the payer knows the URL of a session. */
export function servePages({ store, signer, notices, clock, root, tell }: Options) {
  const { state } = store

  return async (request: Request, path: string): Promise<Response> => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const file = isRead ? await fileAt(path) : null
    if (file) return file
    const key = /^\/pay\/([0-9A-F]{32})$/.exec(path)?.[1]
    const session = state.sessions.find((each) => each.key === key)
    const language = languageOf(request, session)
    if (path === '/') return page(aboutPage(language, root), 200)
    if (!session) return page(nothingPage(language, root), 404)
    if (isRead) return page(payPage(session, language, clock(), root), 200)
    return pay(session, await readForm(request), language)
  }

  async function pay(session: Session, form: URLSearchParams, language: Language): Promise<Response> {
    const pressed = pressedIn(form, session.tranId)
    if (!pressed) return page(nothingPage(language, root), 400)
    const tries = act(session, pressed.act, pressed.means, clock())
    const tried = tries[0] ?? session.tries.at(-1)!
    const told = noticeOf(session, tried, signer, pressed.notice !== 'nameless')
    const back = { url: returnTo(session, tried), fields: told, alone: tries.length > 0 }
    const shown = { session, tried, language, root }
    // On a second press the outcome stands, and the payer returns by the button.
    if (tries.length === 0) return page(returnPage(shown, back), 409, back.url)
    if (pressed.fault) state.faults.push(pressed.fault)
    session.refundsEnd = pressed.refundsEnd
    tell(`${session.tranId}: ${pressed.act}`)
    await store.keep() // before any notice is sent
    for (const each of tries) await notices.send(session, each, pressed.notice)
    const stays = pressed.isGone || pressed.act === 'leave'
    return page(returnPage(shown, stays ? null : back), 200, back.url)
  }
}

function returnTo({ asked }: Session, { status }: Try): string {
  if (status === 'VALID') return asked.success_url!
  return status === 'CANCELLED' || status === 'UNATTEMPTED' ? asked.cancel_url! : asked.fail_url!
}

function languageOf(request: Request, session: Session | undefined): Language {
  const asked = new URL(request.url).searchParams.get('lang')
  if (isOneOf(languages, asked)) return asked
  return session?.language ?? (request.headers.get('accept-language')?.startsWith('bn') ? 'bn' : 'en')
}

/** Forms may be sent to the page itself and to the return URL. */
function page(content: Html, status: number, back?: string): Response {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `form-action 'self'${back ? ` ${new URL(back).origin}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return new Response(content.markup, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  })
}
