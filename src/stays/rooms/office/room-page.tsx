import { useState } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { isNotFound } from '#platform/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { readRecordId } from '#ui/office/record-address.ts'
import { Chip, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { useAction } from '#ui/use-action.ts'
import { href, inLanguage } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { RoomRecord, RoomsOfficeApi } from './contract.ts'
import { RoomForm } from './room-form.tsx'
import styles from './room-page.module.css'

/** The page of a room, or of a new one. */
export const roomPage: Page<RoomsOfficeApi, RoomRecord> = {
  load: ({ api, route }) => api.getRoomRecord({ id: route.params['id'] === 'new' ? 0 : readRecordId(route) }),
  head: (record, { t, language }) => ({
    title: pickLocalizedName(language, record) || t('roomtype.add'),
    hidden: true,
  }),
  View: RoomView,
}

function RoomView({ data: record }: { data: RoomRecord }) {
  const { t, count, language } = useTranslator()
  const isNew = record.id === 0
  const name = pickLocalizedName(language, record)
  return (
    <RecordPage
      back={{ to: officePages.rooms, label: t('roomtype.back') }}
      about={isNew ? '' : count('roomtype.units', record.units)}
      title={name || t('roomtype.add')}
      state={
        !isNew && (
          <>
            <Chip tone={record.active ? 'to-come' : 'waits'}>
              {t(record.active ? 'roomtype.active' : 'roomtype.inactive')}
            </Chip>
            {record.upcoming_stays > 0 && <span>{count('roomtype.upcoming_stays', record.upcoming_stays)}</span>}
            {record.active && (
              <a
                className={styles.way}
                href={inLanguage(href('room', { slug: record.slug }), language)}
                target="_blank"
                rel="noreferrer"
              >
                {t('roomtype.view_on_site')}
              </a>
            )}
            <Link className={styles.way} to={officeHref('units', record.id)}>
              {t('units.link')}
            </Link>
          </>
        )
      }
      aside={!isNew && <History subject={`room ${record.id}`} version={record.version} />}
    >
      {record.active && record.units === 0 && <p className={styles.warning}>{t('roomtype.no_units')}</p>}
      <RoomForm record={record} />
      {!isNew && <RemoveRoom record={record} name={name} />}
    </RecordPage>
  )
}

function RemoveRoom({ record, name }: { record: RoomRecord; name: string }) {
  const { t, count, language } = useTranslator()
  const api = useApi<RoomsOfficeApi>()
  const [isConfirming, setConfirming] = useState(false)
  const { run, failure } = useAction(t('edit.offline'))
  if (record.stays > 0)
    return (
      <RecordSection title={t('roomtype.remove')}>
        <p>{count('roomtype.not_removable', record.stays)}</p>
      </RecordSection>
    )

  const remove = () =>
    run(async () => {
      await api.removeRoom({ id: record.id, version: record.version }).catch((error: unknown) => {
        if (!isNotFound(error)) throw error
      })
      navigate(officePages.rooms, language, 'replace')
    })
  return (
    <RecordSection title={t('roomtype.remove')}>
      <div>
        <Button variant="secondary" onClick={() => setConfirming(true)}>
          {t('roomtype.remove')}
        </Button>
      </div>
      <Dialog
        open={isConfirming}
        title={t('roomtype.remove_title', { name })}
        tone="warning"
        onClose={() => setConfirming(false)}
      >
        <p>{t('roomtype.remove_text')}</p>
        {failure && <Failure>{failure}</Failure>}
        <div className={styles.choice}>
          <Button onClick={() => void remove()}>{t('roomtype.remove')}</Button>
          <Button variant="secondary" onClick={() => setConfirming(false)}>
            {t('roomtype.remove_keep')}
          </Button>
        </div>
      </Dialog>
    </RecordSection>
  )
}
