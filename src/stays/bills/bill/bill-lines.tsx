import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordSection } from '#ui/office/record-page.tsx'
import { formatStayDates } from '#locales/dates.ts'
import { BillLine } from './bill-line.tsx'
import { ChargeForm } from './charge-form.tsx'
import type { BillApi, BillDetails } from './contract.ts'
import type { BillForms } from './use-bill-forms.ts'
import styles from './bill.module.css'

/** The nights and the charges of a stay. */
export function BillLines({ bill, forms }: { bill: BillDetails; forms: BillForms }) {
  return (
    <>
      <Nights bill={bill} />
      <Charges bill={bill} forms={forms} />
    </>
  )
}

function Nights({ bill }: { bill: BillDetails }) {
  const translator = useTranslator()
  const { t, money, count } = translator
  return (
    <RecordSection title={t('bill.nights')}>
      <ul role="list" className={styles.lines}>
        {bill.rooms.map(({ booking, name, nights, checkin, checkout, total }) => (
          <BillLine
            key={booking}
            title={name}
            details={
              nights.length === 0
                ? t('bill.cancelled_room')
                : `${formatStayDates(translator, checkin, checkout)}, ${count('rooms.nights', nights.length)}`
            }
            amount={money(total)}
            reversal={null}
            onVoid={null}
          />
        ))}
      </ul>
    </RecordSection>
  )
}

function Charges({ bill, forms }: { bill: BillDetails; forms: BillForms }) {
  const { t, money, number, day } = useTranslator()
  const api = useApi<BillApi>()
  const office = useOffice()
  const { code, charges } = bill
  const canCharge = office.can('take money') && bill.takes_money && bill.rooms.length > 0
  async function voidCharge(id: number, reason: string) {
    await api.voidCharge({ code, id, reason })
    forms.finish(t('bill.voided'))
  }
  return (
    <RecordSection title={t('bill.charges')}>
      {charges.length === 0 && <p className={styles.none}>{t('bill.no_charges')}</p>}
      <ul role="list" className={styles.lines}>
        {charges.map((charge) => (
          <BillLine
            key={charge.id}
            title={charge.quantity === 1 ? charge.name : `${number(charge.quantity)} × ${charge.name}`}
            details={[day(charge.day, 'short'), charge.room, charge.by].filter(Boolean).join(' · ')}
            amount={charge.total === 0 ? t('bill.included') : money(charge.total)}
            reversal={charge.reversal}
            onVoid={office.can('give money back') ? (reason) => voidCharge(charge.id, reason) : null}
          />
        ))}
      </ul>
      {charges.length > 0 && !office.can('give money back') && <p className="small">{t('bill.void_by_others')}</p>}
      {canCharge && forms.openForm === 'charge' && (
        <ChargeForm
          bill={bill}
          onClose={forms.close}
          onDone={(name) => forms.finish(t('bill.charge_added', { name }))}
        />
      )}
      {canCharge && forms.openForm !== 'charge' && (
        <div className={styles.acts}>
          <Button variant="secondary" onClick={() => forms.open('charge')}>
            {t('bill.add_charge')}
          </Button>
        </div>
      )}
    </RecordSection>
  )
}
