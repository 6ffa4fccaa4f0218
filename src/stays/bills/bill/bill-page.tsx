import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { officeHref } from '#routes/office.ts'
import { formatDateList } from '#locales/dates.ts'
import { BillLine } from './bill-line.tsx'
import { ChargeForm } from './charge-form.tsx'
import type { BillApi, BillDetails } from './contract.ts'
import { Payments } from './payments.tsx'
import { useBillForms, type BillForms } from './use-bill-forms.ts'
import styles from './bill.module.css'

/** The bill page: the costs, the payments and the balance of a stay. */
export const billPage: Page<BillApi, BillDetails> = {
  load: ({ api, place }) => api.getBill({ code: place.params['code']! }),
  head: ({ name, code }, { t }) => ({ title: t('bill.of', { name: name || code }), hidden: true }),
  View: BillView,
}

function BillView({ data: bill }: { data: BillDetails }) {
  const { t } = useTranslator()
  const forms = useBillForms()
  return (
    <RecordPage
      back={{ to: officeHref('booking', bill.code), label: t('desk.booking_details') }}
      about={bill.code}
      title={t('bill.of', { name: bill.name || t('office.name_deleted') })}
      state={<Balance bill={bill} />}
      aside={<Payments bill={bill} forms={forms} />}
    >
      <Nights bill={bill} />
      <Charges bill={bill} forms={forms} />
    </RecordPage>
  )
}

/** The balance in one line. */
function Balance({ bill: { owed } }: { bill: BillDetails }) {
  const { t, money } = useTranslator()
  if (owed === 0) return <strong>{t('bill.is_settled')}</strong>
  return (
    <>
      {t(owed > 0 ? 'bill.owed' : 'bill.refund_due')} <strong>{money(Math.abs(owed))}</strong>
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
                : `${count('rooms.nights', nights.length)}, ${formatDateList(translator, checkin, checkout)}`
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
  const canCharge = office.may('take money') && bill.takes_money && bill.rooms.length > 0
  async function voidCharge(id: number, reason: string) {
    forms.showBill(await api.voidCharge({ code, id, reason }), t('bill.voided'))
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
            reversal={charge.taken_back}
            onVoid={office.may('give money back') ? (reason) => voidCharge(charge.id, reason) : null}
          />
        ))}
      </ul>
      {canCharge && forms.openForm === 'charge' && (
        <ChargeForm
          bill={bill}
          onClose={forms.close}
          onDone={(changed, name) => forms.showBill(changed, t('bill.charge_added', { name }))}
        />
      )}
      {canCharge && forms.openForm !== 'charge' && (
        <div className={styles.acts}>
          <Button look="secondary" onClick={() => forms.open('charge')}>
            {t('bill.add_charge')}
          </Button>
        </div>
      )}
    </RecordSection>
  )
}
