import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { Icon } from '#ui/icons.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { NumberField } from '#ui/office/number-field.tsx'
import { useIsWide } from '#ui/office/use-is-wide.ts'
import { toPreviewEdit, toRateChangeForm, type BoundChoice, type Draft, type YesNo } from './rates-draft.ts'
import type { RatesApi } from './rates-contract.ts'
import { GuestPrice, NightHistoryList } from './rates-night.tsx'
import { FirstNights, PreviewSummary } from './rates-preview.tsx'
import styles from './rates-panel.module.css'
import type { Selection, Sheet } from './rates-sheet.ts'
import { SelectionFields } from './rates-selection-fields.tsx'
import { usePreview } from './use-preview.ts'

type AppliedRates = Awaited<ReturnType<RatesApi['applyRates']>>

/** The form to change rates: the nights, the new values, and a preview of the result before it is applied. */
export function RatesPanel({
  sheet,
  selection,
  draft,
  focus,
  onSelect,
  onDraft,
  onApplied,
  onBack,
  onDrop,
}: {
  sheet: Sheet
  selection: Selection
  draft: Draft
  /** Each new object moves the focus to the price field. */
  focus: object | null
  onSelect: (selection: Selection) => void
  onDraft: (patch: Partial<Draft>) => void
  onApplied: (applied: AppliedRates) => void
  /** Returns to the calendar on a narrow screen. */
  onBack: () => void
  onDrop: () => void
}) {
  const { t, count } = useTranslator()
  const isWide = useIsWide()
  const Heading = isWide ? 'h2' : 'h1'
  const edit = toPreviewEdit(draft)
  const api = useApi<RatesApi>()
  const office = useOffice()
  const form = toRateChangeForm(selection, draft)
  const { preview, userError, isCurrent, isLoading, retry } = usePreview(form)
  const [failure, setFailure] = useState<{ key: string; message: string } | null>(null)
  const [isSending, setSending] = useState(false)
  const panel = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!focus) return
    const amount = panel.current!.querySelector<HTMLInputElement>('input[name=amount]')
    ;(amount ?? panel.current!.querySelector<HTMLSelectElement>('select[name=price]'))?.focus()
  }, [focus])
  const getError = (name: string) => userError?.errors[name]?.[0]
  const formKey = JSON.stringify(form)
  const canApply = isCurrent && preview !== null && preview.nights > 0

  async function apply() {
    if (!form || !preview || isSending || !canApply) return
    setSending(true)
    setFailure(null)
    try {
      onApplied(await api.applyRates({ ...form, digest: preview.digest }))
    } catch (cause) {
      const message = cause instanceof ApiError ? cause.message : t('failure.offline')
      setFailure({ key: formKey, message })
      // The calendar is outdated as well.
      if (cause instanceof ApiError && cause.status === 409) office.refresh()
      if (cause instanceof ApiError && [409, 422].includes(cause.status)) retry()
    }
    setSending(false)
  }
  const failureMessage =
    failure?.key === formKey
      ? failure.message
      : userError && Object.keys(userError.errors).length === 0
        ? userError.message
        : undefined
  const firstError = userError && Object.values(userError.errors)[0]?.[0]
  return (
    <form
      ref={panel}
      className={styles.panel}
      noValidate
      aria-label={t('rates.change')}
      onSubmit={(event) => {
        event.preventDefault()
        void apply()
      }}
      onKeyDown={({ key: pressedKey }) => pressedKey === 'Escape' && onDrop()}
    >
      <Button variant="quiet" className={styles.back} onClick={onBack}>
        <Icon name="previous" size={20} />
        {t('rates.title')}
      </Button>
      <header className={styles.head}>
        <Heading>{t('rates.change')}</Heading>
        <p className="small">{t('rates.not_yet')}</p>
      </header>
      <SelectionFields sheet={sheet} selection={selection} onSelect={onSelect} error={getError} />
      <ChangeFields policies={sheet.policies} draft={draft} onDraft={onDraft} error={getError} />
      <div role="status" className={styles.preview} aria-busy={isLoading}>
        {preview && !userError && <PreviewSummary preview={preview} />}
        {preview && !userError && edit && !isWide && <FirstNights sheet={sheet} selection={selection} edit={edit} />}
        {!form && <p className="small">{t('rates.choose_change')}</p>}
      </div>
      <Aside sheet={sheet} selection={selection} />
      <footer className={styles.acts}>
        {failureMessage && <Failure>{failureMessage}</Failure>}
        {/* The error next to its field may be scrolled out of sight. */}
        {firstError && <p className={styles.error}>{firstError}</p>}
        <Button type="submit" isBusy={isSending || isLoading} disabled={!isLoading && !canApply}>
          {canApply ? count('rates.apply', preview.nights) : t('rates.apply_none')}
        </Button>
        <Button variant="secondary" onClick={onDrop}>
          {t('rates.discard')}
        </Button>
      </footer>
    </form>
  )
}

/** The new values. Empty fields stay unchanged. */
function ChangeFields({
  policies,
  draft,
  onDraft,
  error,
}: {
  policies: Sheet['policies']
  draft: Draft
  onDraft: (patch: Partial<Draft>) => void
  error: (name: string) => string | undefined
}) {
  const { t } = useTranslator()
  const ruleNames = ['closed', 'no_arrival', 'no_departure'] as const
  const bounds = [
    ['min', 'min_nights', 'rates.set_least'],
    ['max', 'max_nights', 'rates.set_most'],
  ] as const
  const changedCount = [...ruleNames, 'min', 'max', 'policy'].filter((name) => draft[name as keyof Draft] !== '').length
  const ruleError = error('min_nights') ?? error('max_nights') ?? error('policy')
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t('rates.price')}
          name="price"
          value={draft.price}
          error={error('price')}
          onChange={({ currentTarget }) => onDraft({ price: currentTarget.value as Draft['price'] })}
        >
          <option value="">{t('rates.no_change')}</option>
          <option value="set">{t('rates.price_set')}</option>
          <option value="percent">{t('rates.price_percent')}</option>
          <option value="add">{t('rates.price_add')}</option>
          <option value="own">{t('rates.price_own')}</option>
        </SelectField>
        {draft.price !== '' && draft.price !== 'own' && (
          <NumberField
            label={t(draft.price === 'percent' ? 'rates.percent' : 'rates.taka')}
            name="amount"
            value={draft.amount}
            error={error('amount')}
            onValueChange={(amount) => onDraft({ amount })}
          />
        )}
      </div>
      {(draft.price === 'percent' || draft.price === 'add') && <p className="small">{t('rates.minus_hint')}</p>}
      <details className={styles.rules} open={ruleError || changedCount > 0 ? true : undefined}>
        <summary>{changedCount > 0 ? t('rates.rules') : t('rates.rules_untouched')}</summary>
        <div className={styles.ruleFields}>
          {ruleNames.map((name) => (
            <SelectField
              key={name}
              label={t(`rates.set_${name}`)}
              name={name}
              value={draft[name]}
              onChange={({ currentTarget }) => onDraft({ [name]: currentTarget.value as YesNo })}
            >
              <option value="">{t('rates.no_change')}</option>
              <option value="yes">{t('edit.yes')}</option>
              <option value="no">{t('edit.no')}</option>
            </SelectField>
          ))}
          {bounds.map(([bound, name, label]) => (
            <div key={name} className={styles.pair}>
              <SelectField
                label={t(label)}
                name={bound}
                value={draft[bound]}
                error={draft[bound] === 'set' ? undefined : error(name)}
                onChange={({ currentTarget }) => onDraft({ [bound]: currentTarget.value as BoundChoice })}
              >
                <option value="">{t('rates.no_change')}</option>
                <option value="set">{t('rates.bound_set')}</option>
                <option value="none">{t('rates.bound_none')}</option>
              </SelectField>
              {draft[bound] === 'set' && (
                <NumberField
                  label={t('rates.nights')}
                  name={name}
                  value={draft[name]}
                  error={error(name)}
                  onValueChange={(value) => onDraft({ [name]: value })}
                />
              )}
            </div>
          ))}
          <SelectField
            label={t('rates.set_policy')}
            name="policy"
            value={draft.policy}
            error={error('policy')}
            hint={t('rates.policy_hint')}
            onChange={({ currentTarget }) => onDraft({ policy: currentTarget.value })}
          >
            <option value="">{t('rates.no_change')}</option>
            <option value="room">{t('rates.policy_of_room')}</option>
            {policies.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
      </details>
    </>
  )
}

/** The guest price of consecutive nights in one room, and the change history of a single night. */
function Aside({ sheet, selection: { rooms, from, to, weekdays } }: { sheet: Sheet; selection: Selection }) {
  const room = rooms.length === 1 && sheet.rooms.find(({ id }) => id === rooms[0])
  if (!room || weekdays || to < from) return null
  return (
    <>
      {room.isActive && <GuestPrice key={`${room.id} ${from} ${to}`} room={room} from={from} to={to} sheet={sheet} />}
      {from === to && <NightHistoryList key={`${room.id} ${from}`} room={room.id} day={from} sheet={sheet} />}
    </>
  )
}
