import { composeGreeting } from '#mail/greeting.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import type { Company } from '#content/company.ts'
import { loadCompany } from '#content/company.ts'
import type { Database } from '#platform/database/database.ts'
import { isoDay } from '#platform/day.ts'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { officeHref } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'
import type { Translator } from '#locales/translator.ts'
import type { Decision } from './limits.ts'
import { formatOrderNumber, getOrder, type Order, type Shipment } from './store.ts'

/** The data of a shipment in an email about it. */
export type SentShipment = Pick<Shipment, 'kind' | 'contents' | 'courier' | 'tracking_number'>

/** The email to the buyer about a shipment, or else about the state of the order, with an optional message. */
export function composeOrderEmail(
  order: Order,
  shipment: SentShipment | null,
  { token, replyTo, message }: { token: string; replyTo: string | undefined; message: string },
  publicUrl: string,
): Email {
  const language = order.revision.language as Language
  const translator = translatorFor(language)
  const { t, day } = translator
  const orderNumber = formatOrderNumber(order.quotation)
  const { reference } = order.revision.content
  return {
    kind: 'order_updated',
    subject: shipment
      ? t(`mail.order_${shipment.kind}_subject`, { number: orderNumber })
      : t(`mail.order_${order.state}_subject`, { number: orderNumber }),
    paragraphs: [
      composeGreeting(language, order.revision.name),
      shipment
        ? t(`mail.order_${shipment.kind}`, { number: orderNumber })
        : t(`mail.order_${order.state}`, { number: orderNumber }),
      ...(message ? [message] : []),
    ],
    facts: [
      [t('orders.number'), orderNumber],
      ...(order.po_number ? [[t('orders.po_number'), order.po_number] as const] : []),
      ...(reference ? [[t('quotation.reference'), reference] as const] : []),
      ...(shipment ? listShipmentFacts(shipment, translator) : []),
      ...(!shipment && order.ship_by !== null ? [[t('orders.ship_by'), day(isoDay(order.ship_by))] as const] : []),
    ],
    links: [
      { label: t('mail.order_link'), url: publicUrl + inLanguage(href('order', null, { order: token }), language) },
    ],
    about: `order ${order.quotation_id}`,
    secret: true,
    ...(replyTo !== undefined && { replyTo }),
  }
}

const listShipmentFacts = (
  { contents, courier, tracking_number }: SentShipment,
  { t }: Translator,
): (readonly [string, string])[] =>
  (
    [
      [t('orders.contents'), contents],
      [t('orders.courier'), courier],
      [t('orders.tracking_number'), tracking_number],
    ] as const
  ).filter(([, value]) => value !== '')

/** The email that tells the company about the buyer's decision on a sample. */
export function composeSampleDecisionEmail(
  order: Order,
  { contents, decision, comment }: { contents: string; decision: Decision; comment: string },
  company: Pick<Company, 'language'>,
  publicUrl: string,
): Email {
  const { t } = translatorFor(company.language)
  const values = { number: formatOrderNumber(order.quotation), company: order.revision.company }
  return {
    kind: 'company_order',
    subject: t(`mail.company_sample_${decision}_subject`, values),
    paragraphs: [t(`mail.company_sample_${decision}`, { ...values, sample: contents }), comment].filter(Boolean),
    links: [{ label: t('mail.company_view_quotation'), url: publicUrl + officeHref('order', order.quotation_id) }],
    about: `order ${order.quotation_id}`,
  }
}

/** The emails about orders. Their previews show the last order. */
export const orderEmails = {
  order_updated: {
    texts: [
      'mail.order_confirmed_subject',
      'mail.order_confirmed',
      'mail.order_in_production_subject',
      'mail.order_in_production',
      'mail.order_ready_subject',
      'mail.order_ready',
      'mail.order_shipped_subject',
      'mail.order_shipped',
      'mail.order_delivered_subject',
      'mail.order_delivered',
      'mail.order_cancelled_subject',
      'mail.order_cancelled',
      'mail.order_sample_subject',
      'mail.order_sample',
      'mail.order_bulk_subject',
      'mail.order_bulk',
      'mail.order_link',
    ],
    async sample(db, { context }, { language }) {
      const lastOrder = await loadLastOrder(db, language)
      const options = { token: '', replyTo: undefined, message: '' }
      return (
        lastOrder && {
          about: formatOrderNumber(lastOrder.quotation),
          make: () => composeOrderEmail(lastOrder, null, options, context.publicUrl),
        }
      )
    },
  },
  company_order: {
    texts: [
      'mail.company_sample_approved_subject',
      'mail.company_sample_approved',
      'mail.company_sample_rejected_subject',
      'mail.company_sample_rejected',
      'mail.company_view_quotation',
    ],
    async sample(db, ctx, { language }) {
      const lastOrder = await loadLastOrder(db, language)
      const company = { ...(await loadCompany(db, ctx)), language }
      const decision = {
        contents: lastOrder?.revision.content.lines[0]?.item ?? '',
        decision: 'approved',
        comment: '',
      } as const
      return (
        lastOrder && {
          about: formatOrderNumber(lastOrder.quotation),
          make: () => composeSampleDecisionEmail(lastOrder, decision, company, ctx.context.publicUrl),
        }
      )
    },
  },
} satisfies Partial<EmailDefinitions>

async function loadLastOrder(db: Database, language: Language): Promise<Order | null> {
  const row = await db
    .selectFrom('sales_order')
    .select('quotation_id')
    .orderBy('quotation_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const order = await getOrder(db, row.quotation_id)
  return { ...order, revision: { ...order.revision, language } }
}
