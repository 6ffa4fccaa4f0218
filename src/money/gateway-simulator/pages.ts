import type { Clock } from '#platform/clock.ts'
import { languages, type Language } from '#routes/public.ts'
import { isOneOf } from './faults.ts'
import { serveFile } from './files.ts'
import { readForm } from './form.ts'
import type { Html } from './html.ts'
import { buildNotice, type Signer } from './notice.ts'
import type { openNotices } from './notices.ts'
import { renderAboutPage, renderNotFoundPage, renderPayPage, renderReturnPage } from './page.ts'
import { parseChoices } from './choices.ts'
import type { Session, Store, Attempt } from './store.ts'
import { performAction } from './attempts.ts'

interface Options {
  store: Store
  signer: Signer
  notices: ReturnType<typeof openNotices>
  clock: Clock
  /** The path under which the simulator is served. */
  root: string
  log(line: string): void
}

/** Serves the pages for payers. The URL of a session is secret. */
export function servePages({ store, signer, notices, clock, root, log }: Options) {
  const { state } = store

  return async (request: Request, path: string): Promise<Response> => {
    const isReadRequest = request.method === 'GET' || request.method === 'HEAD'
    const file = isReadRequest ? await serveFile(path) : null
    if (file) return file
    const key = /^\/pay\/([0-9A-F]{32})$/.exec(path)?.[1]
    const session = state.sessions.find((candidate) => candidate.key === key)
    const language = chooseLanguage(request, session)
    if (path === '/') return respond(renderAboutPage(language, root), 200)
    if (!session) return respond(renderNotFoundPage(language, root), 404)
    if (isReadRequest) return respond(renderPayPage(session, language, clock(), root), 200)
    return pay(session, await readForm(request), language)
  }

  async function pay(session: Session, form: URLSearchParams, language: Language): Promise<Response> {
    const choices = parseChoices(form, session.tranId)
    if (!choices) return respond(renderNotFoundPage(language, root), 400)
    const newAttempts = performAction(session, choices.action, choices.means, clock())
    const attempt = newAttempts[0] ?? session.tries.at(-1)!
    const noticeFields = buildNotice(session, attempt, signer, choices.notice !== 'nameless')
    const returnForm = {
      url: buildReturnUrl(session, attempt),
      fields: noticeFields,
      autoSubmit: newAttempts.length > 0,
    }
    const view = { session, attempt, language, root }
    // A second press does not change the outcome. The payer returns with the button on the page.
    if (newAttempts.length === 0) return respond(renderReturnPage(view, returnForm), 409, returnForm.url)
    if (choices.fault) state.faults.push(choices.fault)
    session.refundsEnd = choices.refundsEnd
    log(`${session.tranId}: ${choices.action}`)
    await store.save() // the state must be saved before any notice is sent
    for (const newAttempt of newAttempts) await notices.send(session, newAttempt, choices.notice)
    const hasPayerLeft = choices.isGone || choices.action === 'leave'
    return respond(renderReturnPage(view, hasPayerLeft ? null : returnForm), 200, returnForm.url)
  }
}

function buildReturnUrl({ fields }: Session, { status }: Attempt): string {
  if (status === 'VALID') return fields.success_url!
  return status === 'CANCELLED' || status === 'UNATTEMPTED' ? fields.cancel_url! : fields.fail_url!
}

function chooseLanguage(request: Request, session: Session | undefined): Language {
  const requestedLanguage = new URL(request.url).searchParams.get('lang')
  if (isOneOf(languages, requestedLanguage)) return requestedLanguage
  return session?.language ?? (request.headers.get('accept-language')?.startsWith('bn') ? 'bn' : 'en')
}

/** Responds with a page whose forms may be sent only to its own origin and to the origin of `back`. */
function respond(content: Html, status: number, back?: string): Response {
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
