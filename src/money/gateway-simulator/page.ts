import { parseDay } from '#platform/day.ts'
import { poishaToBdt } from '#platform/money.ts'
import { languages, type Language } from '#routes/public.ts'
import { noticeModes, refundOutcomes, answerFaults } from './faults.ts'
import { html, type Html } from './html.ts'
import type { Session, Attempt, AttemptStatus } from './store.ts'
import { isOpen } from './attempts.ts'
import { createGatewayTranslator, type GatewayMessageKey } from './messages.ts'

/** Returns the payment page with its buttons, or the outcome if the session is over. */
export function renderPayPage(session: Session, language: Language, now: number, root: string): Html {
  const { t } = createGatewayTranslator(language)
  const title = t('title', { hotel: getHotelName(session) })
  const content = isOpen(session, now)
    ? html`<h1>${title}</h1>
        ${renderOrder(session, language, null)} ${renderForm(session, language)}`
    : html`${renderOutcome(session.tries.at(-1)!, language)} ${renderOrder(session, language, getHotelName(session))}`
  return renderDocument({ language, root, title, content })
}

/**
 * Returns the outcome of an attempt, with the form that returns to the hotel. A script submits the form. Without
 * scripts, the user presses the button.
 */
export function renderReturnPage(
  { session, attempt, language, root }: { session: Session; attempt: Attempt; language: Language; root: string },
  back: { url: string; fields: Record<string, string>; autoSubmit: boolean } | null,
): Html {
  const { t } = createGatewayTranslator(language)
  const hotel = getHotelName(session)
  const content = html`${renderOutcome(attempt, language)}
  ${
    back &&
    html`<form method="post" action="${back.url}" ${back.autoSubmit ? html`id="back"` : null}>
      ${Object.entries(back.fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="main">${t('back', { hotel })}</button>
    </form>`
  }
  ${back ? null : html`<p class="quiet">${t('end.gone')}</p>`} ${renderOrder(session, language, hotel)}`
  return renderDocument({
    language,
    root,
    title: t(outcomeMessages[attempt.status]),
    content,
    isScripted: back?.autoSubmit === true,
  })
}

export function renderNotFoundPage(language: Language, root: string): Html {
  const { t } = createGatewayTranslator(language)
  const content = html`<h1>${t('none.title')}</h1>
    <p>${t('none.text')}</p>`
  return renderDocument({ language, root, title: t('none.title'), content })
}

export function renderAboutPage(language: Language, root: string): Html {
  const { t } = createGatewayTranslator(language)
  const content = html`<h1>${t('about.title')}</h1>
    <p>${t('about.text')}</p>`
  return renderDocument({ language, root, title: t('about.title'), content })
}

const getHotelName = ({ fields }: Session) => fields.hotel_name || fields.product_name!

const outcomeMessages: Record<AttemptStatus, GatewayMessageKey> = {
  VALID: 'end.paid',
  FAILED: 'end.failed',
  CANCELLED: 'end.cancelled',
  UNATTEMPTED: 'end.left',
  EXPIRED: 'end.expired',
}

function renderOutcome({ status }: Attempt, language: Language): Html {
  const { t } = createGatewayTranslator(language)
  return html`<h1 class="end ${status === 'VALID' ? 'good' : 'bad'}">${t(outcomeMessages[status])}</h1>
    <p class="quiet">${t('end.demo')}</p>`
}

function renderOrder({ fields, amountPoisha }: Session, language: Language, recipient: string | null): Html {
  const { t, money } = createGatewayTranslator(language)
  const rows: [GatewayMessageKey, string | null | undefined][] = [
    ['to', recipient],
    ['for', fields.product_name],
    ['arrival', formatArrival(fields.check_in_time, language)],
    ['stay', formatNights(fields.length_of_stay, language)],
    ['guest', fields.cus_name],
    ['reference', fields.value_a],
  ]
  return html`<section class="order" aria-label="${t('amount')}">
    <p class="amount">${money(poishaToBdt(amountPoisha))}</p>
    <dl>
      ${rows.flatMap(([messageKey, value]) =>
        value
          ? [
              html`<div>
                <dt>${t(messageKey)}</dt>
                <dd>${value}</dd>
              </div>`,
            ]
          : [],
      )}
    </dl>
  </section>`
}

/** Formats the arrival time for the reader. Text in any other format is returned unchanged. */
function formatArrival(text: string | undefined, language: Language): string | undefined {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/.exec(text ?? '') ?? []
  return day && time && parseDay(day) !== undefined
    ? createGatewayTranslator(language).t('arrival.at', { day, time })
    : text
}

function formatNights(text: string | undefined, language: Language): string | undefined {
  const [, nights] = /^(\d{1,3}) nights?$/.exec(text ?? '') ?? []
  return nights ? createGatewayTranslator(language).count('nights', Number(nights)) : text
}

function renderForm({ amountPoisha }: Session, language: Language): Html {
  const { t, money } = createGatewayTranslator(language)
  const renderButton = (action: GatewayMessageKey) => html`<button name="act" value="${action}">${t(action)}</button>`
  const renderChoice = (
    name: string,
    label: GatewayMessageKey,
    values: readonly string[],
    messageKey: (value: string) => GatewayMessageKey,
  ) =>
    html`<label for="${name}">${t(label)}</label>
      <select id="${name}" name="${name}">
        ${values.map((value) => html`<option value="${value}">${t(messageKey(value))}</option>`)}
      </select>`
  return html`<form method="post">
    <fieldset class="means">
      <legend>${t('means')}</legend>
      ${(['card', 'bkash', 'nagad'] as const).map(
        (means, index) =>
          html`<label
            ><input type="radio" name="means" value="${means}" ${index === 0 ? html`checked` : null} /><span
              >${t(`means.${means}`)}</span
            ></label
          >`,
      )}
    </fieldset>
    <button class="main" name="act" value="pay">${t('pay', { amount: money(poishaToBdt(amountPoisha)) })}</button>
    <div class="two">${renderButton('fail')} ${renderButton('cancel')}</div>
    <details>
      <summary>${t('wrong')}</summary>
      <p class="quiet">${t('wrong.about')}</p>
      ${renderChoice('notice', 'notice.label', noticeModes, (value) => `notice.${value}` as GatewayMessageKey)}
      ${renderChoice('answers', 'answers.label', ['well', ...selectableFaults], (value) => `answers.${value}` as GatewayMessageKey)}
      ${renderChoice('refunds', 'refunds.label', refundOutcomes, (value) => `refunds.${value}` as GatewayMessageKey)}
      <label class="check"><input type="checkbox" name="gone" value="yes" /> ${t('gone')}</label>
      <h2>${t('others')}</h2>
      <div class="many">
        ${(['pay-risky', 'pay-less', 'pay-more', 'pay-dollars', 'pay-twice', 'leave', 'expire'] as const).map(
          (action) => renderButton(action),
        )}
      </div>
    </details>
  </form>`
}

/** The fault `lost` is for tests only. A person cannot wait for a reply that never comes. */
const selectableFaults = answerFaults.filter((fault) => fault !== 'lost')

interface Document {
  language: Language
  root: string
  title: string
  content: Html
  isScripted?: boolean
}

function renderDocument({ language, root, title, content, isScripted = false }: Document): Html {
  const { t } = createGatewayTranslator(language)
  const otherLanguage = languages.find((candidate) => candidate !== language)!
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · ${t('name')}</title>
        <link rel="icon" href="${root}/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="${root}/fonts.css" />
        <link rel="stylesheet" href="${root}/page.css" />
        ${isScripted ? html`<script src="${root}/return.js" defer></script>` : null}
      </head>
      <body>
        <header>
          <p class="name">
            <img src="${root}/icon.svg" alt="" width="28" height="28" /> ${t('name')} <span>${t('name.what')}</span>
          </p>
          <a href="?lang=${otherLanguage}" lang="${otherLanguage}">${t('language')}</a>
        </header>
        <main>
          <p class="demo">${t('demo')}</p>
          <div class="card">${content}</div>
        </main>
      </body>
    </html>`
}
