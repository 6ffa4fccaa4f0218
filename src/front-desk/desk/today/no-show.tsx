import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { FormButtons } from '#ui/form/form-buttons.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useOffice } from '#ui/office/office-context.ts'
import type { DeskApi } from '../contract.ts'
import type { TodaysRow } from './contract.ts'
import styles from './row-form.module.css'
import { NotifyField } from './notify-field.tsx'

/** Marks a guest as a no-show. Shows the released nights and the fee before that. */
export function NoShow({
  row,
  onDone,
  onClose,
}: {
  row: TodaysRow
  onDone: (result: { operation_id: number; message: string }) => void
  onClose: () => void
}) {
  const { t, count, money } = useTranslator()
  const api = useApi<DeskApi>()
  const office = useOffice()
  const { form, isBusy, failure } = useForm(
    async ({ text, data, reportLostResponse }) => {
      const fee = text('fee') === 'none' ? 'none' : 'agreed'
      const stayVersion = { booking: row.booking, version: row.version }
      onDone(
        await reportLostResponse(
          api.markNoShow({ ...stayVersion, fee, notify_guest: data.get('notify_guest') === 'on' }),
        ),
      )
      office.refresh()
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className={styles.form}>
      {row.fee === 0 ? (
        <p>
          {t('desk.no_show_releases', { nights: count('rooms.nights', row.nights) })}{' '}
          <strong>{t('desk.fee_none')}</strong>
        </p>
      ) : (
        <Choice
          legend={t('desk.no_show_releases', { nights: count('rooms.nights', row.nights) })}
          name="fee"
          value="agreed"
          options={[
            ['agreed', row.fee === null ? t('desk.fee_agreed_hidden') : t('desk.fee_agreed', { fee: money(row.fee) })],
            ['none', t('desk.fee_none')],
          ]}
        />
      )}
      <NotifyField stay={row} />
      <FormButtons failure={failure} isBusy={isBusy} label={t('desk.no_show_submit')} isDestructive onClose={onClose} />
    </form>
  )
}
