import { useState } from 'react'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { languages } from '#routes/public.ts'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { useDownload } from '#ui/paper/use-download.ts'
import { File, Part } from '#ui/office/record-page.tsx'
import { when } from '#ui/office/format-time.ts'
import { useToast } from '#ui/toast.tsx'
import { officeHref } from '#routes/office.ts'
import { formatDateList } from '#locales/dates.ts'
import { BillLine } from './bill-line.tsx'
import { ChargeForm } from './charge-form.tsx'
import type { BillApi, BillDetails } from './contract.ts'
import { LinkForm, OnlineRefundForm } from './online-forms.tsx'
import { PaymentForm } from './payment-form.tsx'
import styles from './bill.module.css'

/** The bill page: the costs, the payments and the balance of a stay. */
export const billPage: Page<BillApi, BillDetails> = {
  load: ({ api, place }) => api.getBill({ code: place.params['code']! }),
  head: ({ name, code }, { t }) => ({ title: t('bill.of', { name: name || code }), hidden: true }),
  View: BillView,
}

function BillView({ data: bill }: { data: BillDetails }) {
  const translator = useTranslator()
  const { t, money, number } = translator
  const api = useApi<BillApi>()
  const desk = useDesk()
  const toast = useToast()
  const [openForm, setOpenForm] = useState<'charge' | 'payment' | 'back' | 'link' | 'online' | null>(null)
  const canTakeMoney = desk.may('take money') && bill.takes_money
  const canRefund = desk.may('give money back')
  function showBill(changed: BillDetails, message: string) {
    setOpenForm(null)
    desk.show(changed)
    toast(message)
  }
  function refreshAndClose(message: string) {
    setOpenForm(null)
    desk.refresh()
    toast(message)
  }
  const { code } = bill
  const onlineFormProps = { bill, onClose: () => setOpenForm(null), onDone: refreshAndClose }
  return (
    <File
      back={{ to: officeHref('booking', code), label: t('desk.stay_whole') }}
      about={code}
      title={t('bill.of', { name: bill.name || t('office.forgotten') })}
      state={<Balance bill={bill} />}
      aside={
        <Part title={t('bill.payments')}>
          {bill.payments.length === 0 && <p className={styles.none}>{t('bill.no_payments')}</p>}
          <ul role="list" className={styles.lines}>
            {bill.payments.map((payment) => (
              <BillLine
                key={payment.id}
                title={[t(`bill.method_${payment.method}`), payment.reference].filter(Boolean).join(', ')}
                details={[when(translator, payment.at), payment.by, payment.reason].filter(Boolean).join(' · ')}
                amount={
                  payment.amount < 0 ? t('bill.back_of', { amount: money(-payment.amount) }) : money(payment.amount)
                }
                reversal={payment.taken_back}
                onVoid={
                  payment.may_take_back
                    ? async (reason) =>
                        showBill(await api.voidPayment({ code, id: payment.id, reason }), t('bill.took_back'))
                    : null
                }
              />
            ))}
          </ul>
          <Sums bill={bill} />
          {openForm === 'payment' && (
            <PaymentForm
              code={code}
              amount={bill.owed}
              onClose={() => setOpenForm(null)}
              onDone={(changed, amount) => showBill(changed, t('bill.taken', { amount: money(amount) }))}
            />
          )}
          {openForm === 'back' && (
            <PaymentForm
              isBack
              code={code}
              amount={Math.max(0, -bill.owed)}
              onClose={() => setOpenForm(null)}
              onDone={(changed, amount) => showBill(changed, t('bill.given', { amount: money(amount) }))}
            />
          )}
          {openForm === 'link' && <LinkForm {...onlineFormProps} />}
          {openForm === 'online' && <OnlineRefundForm {...onlineFormProps} />}
          {(openForm === null || openForm === 'charge') && (
            <div className={styles.acts}>
              {canTakeMoney && bill.owed > 0 && (
                <Button onClick={() => setOpenForm('payment')}>{t('bill.take')}</Button>
              )}
              {desk.may('take money') && bill.takes_online && bill.owed > 0 && (
                <Button look="secondary" onClick={() => setOpenForm('link')}>
                  {t('bill.link')}
                </Button>
              )}
              {canRefund && bill.owed < 0 && bill.paid_online > 0 && (
                <Button look="secondary" onClick={() => setOpenForm('online')}>
                  {t('bill.back_online')}
                </Button>
              )}
              {canRefund && bill.paid > 0 && (
                <Button look={bill.owed < 0 ? 'primary' : 'quiet'} onClick={() => setOpenForm('back')}>
                  {t('bill.give_back')}
                </Button>
              )}
            </div>
          )}
          <PdfDownloads bill={bill} />
          <p className={styles.acts}>
            <Link to={officeHref('stayInvoices', code)}>{t('bill.invoices')}</Link>
          </p>
        </Part>
      }
    >
      <Part title={t('bill.nights')}>
        <ul role="list" className={styles.lines}>
          {bill.rooms.map((room) => (
            <BillLine
              key={room.booking}
              title={room.name}
              details={
                room.nights.length === 0
                  ? t('bill.cancelled_room')
                  : `${translator.count('rooms.nights', room.nights.length)}, ${formatDateList(translator, room.checkin, room.checkout)}`
              }
              amount={money(room.total)}
              reversal={null}
              onVoid={null}
            />
          ))}
        </ul>
      </Part>
      <Part title={t('bill.charges')}>
        {bill.charges.length === 0 && <p className={styles.none}>{t('bill.no_charges')}</p>}
        <ul role="list" className={styles.lines}>
          {bill.charges.map((charge) => (
            <BillLine
              key={charge.id}
              title={charge.quantity === 1 ? charge.name : `${number(charge.quantity)} × ${charge.name}`}
              details={[translator.day(charge.day, 'short'), charge.room, charge.by].filter(Boolean).join(' · ')}
              amount={money(charge.total)}
              reversal={charge.taken_back}
              onVoid={
                canRefund
                  ? async (reason) =>
                      showBill(await api.voidCharge({ code, id: charge.id, reason }), t('bill.took_back'))
                  : null
              }
            />
          ))}
        </ul>
        {canTakeMoney &&
          bill.rooms.length > 0 &&
          (openForm === 'charge' ? (
            <ChargeForm
              bill={bill}
              onClose={() => setOpenForm(null)}
              onDone={(changed, name) => showBill(changed, t('bill.added', { name }))}
            />
          ) : (
            <div className={styles.acts}>
              <Button look="secondary" onClick={() => setOpenForm('charge')}>
                {t('bill.add')}
              </Button>
            </div>
          ))}
      </Part>
    </File>
  )
}

/** The balance in one line. */
function Balance({ bill: { owed } }: { bill: BillDetails }) {
  const { t, money } = useTranslator()
  if (owed === 0) return <strong>{t('bill.even')}</strong>
  return (
    <>
      {t(owed > 0 ? 'bill.owed' : 'bill.owed_back')} <strong>{money(Math.abs(owed))}</strong>
    </>
  )
}

function Sums({ bill }: { bill: BillDetails }) {
  const { t, money } = useTranslator()
  return (
    <dl className={styles.sums}>
      <dt>{t('bill.costs')}</dt>
      <dd>{money(bill.costs)}</dd>
      <dt className={styles.quiet}>{t('bill.of_it_vat')}</dt>
      <dd className={styles.quiet}>{money(bill.vat)}</dd>
      {bill.service !== 0 && (
        <>
          <dt className={styles.quiet}>{t('bill.of_it_service')}</dt>
          <dd className={styles.quiet}>{money(bill.service)}</dd>
        </>
      )}
      <dt>{t('bill.paid')}</dt>
      <dd>{money(bill.paid)}</dd>
      <dt className={styles.owed}>{t(bill.owed < 0 ? 'bill.owed_back' : 'bill.owed')}</dt>
      <dd className={styles.owed}>{money(Math.abs(bill.owed))}</dd>
    </dl>
  )
}

/** The PDF downloads, in the guest's language first. */
function PdfDownloads({ bill: { code, language } }: { bill: BillDetails }) {
  const { t } = useTranslator()
  const api = useApi<BillApi>()
  const { download, busy, failure } = useDownload(t('bill.failed'))
  const guestLanguageFirst = languages.toSorted((item) => (item === language ? -1 : 1))
  return (
    <div className={styles.acts}>
      {guestLanguageFirst.map((pdfLanguage) => (
        <Button
          key={pdfLanguage}
          look="secondary"
          busy={busy}
          onClick={() =>
            void download(`bill-${code}-${pdfLanguage}.pdf`, () => api.getBillPaper({ code, language: pdfLanguage }))
          }
        >
          {t('bill.paper_in', { language: t(`settings.${pdfLanguage === 'en' ? 'english' : 'bangla'}`) })}
        </Button>
      ))}
      {failure && <Failure>{failure}</Failure>}
    </div>
  )
}
