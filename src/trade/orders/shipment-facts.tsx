import { useTranslator } from '#platform/pages/page.tsx'
import { FactList } from '#ui/fact-list.tsx'
import type { PublicShipment } from './contract.ts'

/** A sample or a shipment: its contents, when it is due or was sent, the courier, and the decision about it. */
export function ShipmentFacts({
  shipment: { contents, due_on, sent_on, courier, tracking_number, decision, decided_on, comment },
  heading: Heading,
}: {
  shipment: PublicShipment
  heading: 'h3'
}) {
  const { t, day } = useTranslator()
  const facts = [
    sent_on ? { label: t('orders.sent_on'), text: day(sent_on) } : null,
    !sent_on && due_on ? { label: t('orders.due_on'), text: day(due_on) } : null,
    courier ? { label: t('orders.courier'), text: courier } : null,
    tracking_number ? { label: t('orders.tracking_number'), text: tracking_number } : null,
    decision ? { label: t(`orders.decided_${decision}`), text: day(decided_on!) } : null,
    comment ? { label: t('orders.comment'), text: comment } : null,
  ].filter((fact) => fact !== null)
  return (
    <>
      <Heading className="size-2">{contents}</Heading>
      {facts.length > 0 ? <FactList facts={facts} /> : <p>{t('orders.not_sent_yet')}</p>}
    </>
  )
}
