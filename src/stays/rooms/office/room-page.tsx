import { useState } from 'react'
import { Link, navigate, useApi, useWords, type Page } from '#platform/pages/page.tsx'
import { isNotFound, ApiError, notFoundError } from '#platform/errors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { Chip, File, Part } from '#ui/office/file.tsx'
import { History } from '#ui/office/history.tsx'
import { href, inLanguage } from '#routes/public.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { RoomFile, RoomsOfficeApi } from './contract.ts'
import { RoomForm } from './room-form.tsx'
import styles from './room-page.module.css'

/** The page of a room, or of a new one. */
export const roomPage: Page<RoomsOfficeApi, RoomFile> = {
  load({ api, place: { params } }) {
    if (params['id'] === 'new') return api.getRoomFile({ id: 0 })
    const id = Number(params['id'])
    if (!Number.isInteger(id) || id < 1) throw notFoundError()
    return api.getRoomFile({ id })
  },
  head: (file, { t, language }) => ({ title: nameOf(file, language) || t('roomtype.add'), hidden: true }),
  View: RoomView,
}

const nameOf = ({ name_en, name_bn }: RoomFile, language: string) => (language === 'bn' && name_bn) || name_en

function RoomView({ data: file }: { data: RoomFile }) {
  const { t, count, language } = useWords()
  const isNew = file.id === 0
  const name = nameOf(file, language)
  return (
    <File
      back={{ to: officePages.rooms, label: t('roomtype.back') }}
      about={isNew ? '' : count('roomtype.units', file.units)}
      title={name || t('roomtype.add')}
      state={
        !isNew && (
          <>
            <Chip tone={file.active ? 'to-come' : 'waits'}>
              {t(file.active ? 'roomtype.active' : 'roomtype.inactive')}
            </Chip>
            {file.stays_to_come > 0 && <span>{count('roomtype.stays_to_come', file.stays_to_come)}</span>}
            {file.active && (
              <a
                className={styles.way}
                href={inLanguage(href('room', { slug: file.slug }), language)}
                target="_blank"
                rel="noreferrer"
              >
                {t('roomtype.on_site')}
              </a>
            )}
            <Link className={styles.way} to={officeHref('units', file.id)}>
              {t('doors.way')}
            </Link>
          </>
        )
      }
      aside={!isNew && <History subject={`room ${file.id}`} version={file.version} />}
    >
      {file.active && file.units === 0 && <p className={styles.warning}>{t('roomtype.no_units')}</p>}
      <RoomForm file={file} />
      {!isNew && <Removing file={file} name={name} />}
    </File>
  )
}

function Removing({ file, name }: { file: RoomFile; name: string }) {
  const { t, count, language } = useWords()
  const api = useApi<RoomsOfficeApi>()
  const [isAsked, setAsked] = useState(false)
  const [failure, setFailure] = useState('')
  if (file.stays > 0)
    return (
      <Part title={t('roomtype.remove')}>
        <p>{count('roomtype.kept', file.stays)}</p>
      </Part>
    )

  async function remove() {
    try {
      await api.removeRoom({ id: file.id, version: file.version })
      navigate(officePages.rooms, language, 'replace')
    } catch (error) {
      if (isNotFound(error)) return navigate(officePages.rooms, language, 'replace')
      setFailure((error instanceof ApiError && error.message) || t('edit.offline'))
    }
  }
  return (
    <Part title={t('roomtype.remove')}>
      <div>
        <Button look="secondary" onClick={() => setAsked(true)}>
          {t('roomtype.remove')}
        </Button>
      </div>
      <Dialog
        open={isAsked}
        title={t('roomtype.remove_title', { name })}
        tone="warning"
        onClose={() => setAsked(false)}
      >
        <p>{t('roomtype.remove_text')}</p>
        {failure && <Failure>{failure}</Failure>}
        <div className={styles.choice}>
          <Button onClick={() => void remove()}>{t('roomtype.remove')}</Button>
          <Button look="secondary" onClick={() => setAsked(false)}>
            {t('roomtype.remove_keep')}
          </Button>
        </div>
      </Dialog>
    </Part>
  )
}
