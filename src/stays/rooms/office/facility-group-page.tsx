import { useEffect, useRef, useState } from 'react'
import { ApiError, notFoundError } from '#platform/errors.ts'
import { navigate, useApi, usePlace, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { EditForm, InBoth } from '#ui/office/edit-form.tsx'
import { File, Part } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { Ordered } from '#ui/office/sortable-list.tsx'
import { useEdit } from '#ui/office/use-edit.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { FacilityGroup, RoomsOfficeApi } from './contract.ts'
import styles from './facilities-page.module.css'

/** The page of a facility group, which is saved with all its facilities. */
export const facilityGroupPage: Page<RoomsOfficeApi, FacilityGroup> = {
  load({ api, place: { params } }) {
    if (params['id'] === 'new') return api.getFacilityGroup({ id: 0 })
    const id = Number(params['id'])
    if (!Number.isInteger(id) || id < 1) throw notFoundError()
    return api.getFacilityGroup({ id })
  },
  head: (group, { t, language }) => ({
    title: localizedName(language, group) || t('facility.new_title'),
    hidden: true,
  }),
  View: GroupView,
}

const localizedName = (language: string, { name_en, name_bn }: { name_en: string; name_bn: string }) =>
  (language === 'bn' && name_bn) || name_en

/** A facility while it is edited. The key identifies new facilities, which have no ID yet. */
interface FacilityLine {
  key: string
  id: number
  name_en: string
  name_bn: string
}

const toRow = ({ version, name_en, name_bn, facilities }: FacilityGroup) => ({
  version,
  name_en,
  name_bn,
  facilities: facilities.map((facility): FacilityLine => ({
    key: `kept-${facility.id}`,
    id: facility.id,
    name_en: facility.name_en,
    name_bn: facility.name_bn,
  })),
  /** Facilities in use whose removal the user has confirmed. */
  give_up: [] as number[],
})

function GroupView({ data: group }: { data: FacilityGroup }) {
  const { t, count, language } = useTranslator()
  const api = useApi<RoomsOfficeApi>()
  const desk = useDesk()
  const edit = useEdit(toRow(group), {
    draft: `facilities ${group.id}`,
    load: async () => toRow(await api.getFacilityGroup({ id: group.id })),
    async save({ facilities, ...row }) {
      const saved = await api.saveFacilityGroup({
        ...row,
        id: group.id,
        facilities: facilities.map(({ id, name_en, name_bn }) => ({ id, name_en, name_bn })),
      })
      desk.show(saved)
      return toRow(saved)
    },
  })
  const { row, set } = edit
  const [pendingRemoval, setPendingRemoval] = useState<FacilityLine | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const isAdded = useRef(false)
  useEffect(() => {
    if (isAdded.current) [...list.current!.querySelectorAll<HTMLElement>('input[lang=en]')].at(-1)?.focus()
    isAdded.current = false
  }, [row.facilities.length])
  const isAtNew = usePlace().params['id'] === 'new' && group.id > 0 && !edit.isDirty
  useEffect(() => {
    if (isAtNew) navigate(officeHref('facilityGroup', group.id), language, 'replace')
  }, [isAtNew, group.id, language])

  const roomsOf = ({ id }: FacilityLine) => group.facilities.find((facility) => facility.id === id)?.rooms ?? []
  const nameOf = (line: FacilityLine) =>
    localizedName(language, line) || t('facility.each', { place: row.facilities.indexOf(line) + 1 })
  const change = (line: FacilityLine, patch: Partial<FacilityLine>) =>
    set({
      facilities: row.facilities.map((facility) => (facility.key === line.key ? { ...facility, ...patch } : facility)),
    })
  function add() {
    isAdded.current = true
    set({ facilities: [...row.facilities, { key: crypto.randomUUID(), id: 0, name_en: '', name_bn: '' }] })
  }
  function remove(line: FacilityLine, isInUse = false) {
    setPendingRemoval(null)
    set({
      facilities: row.facilities.filter(({ key }) => key !== line.key),
      give_up: isInUse ? [...row.give_up, line.id] : row.give_up,
    })
    list.current!.querySelector<HTMLElement>('[data-adds]')!.focus()
  }
  const name = t('facility.name')
  return (
    <File
      back={{ to: officePages.facilities, label: t('facility.back') }}
      about={t('facility.group')}
      title={localizedName(language, group) || t('facility.new_title')}
      state={null}
      aside={group.id > 0 && <History subject={`facilities ${group.id}`} version={group.version} />}
    >
      <EditForm
        edit={edit}
        labels={{
          name_en: t('edit.in_english', { label: name }),
          name_bn: t('edit.in_bangla', { label: name }),
          facilities: t('facility.parts'),
        }}
        formatField={(field, value) =>
          field === 'facilities'
            ? (value as FacilityLine[]).map((line) => localizedName(language, line)).join(', ')
            : undefined
        }
      >
        <InBoth edit={edit} en="name_en" bn="name_bn" label={name} maxLength={80} />
        <Part title={t('facility.parts')}>
          <div ref={list} className={styles.part}>
            {edit.error('facilities') && <p className={styles.error}>{edit.error('facilities')}</p>}
            {row.facilities.length > 0 && (
              <Ordered
                items={row.facilities}
                keyOf={({ key }) => key}
                nameOf={nameOf}
                onOrder={(facilities) => set({ facilities })}
                label={t('facility.parts')}
              >
                {(line, index) => {
                  const label = t('facility.each', { place: index + 1 })
                  const rooms = roomsOf(line)
                  return (
                    <div className={styles.each}>
                      <div className={styles.pair}>
                        <TextField
                          label={t('edit.in_english', { label })}
                          lang="en"
                          name={`facilities.${index}.name_en`}
                          maxLength={80}
                          value={line.name_en}
                          error={edit.error(`facilities.${index}.name_en`)}
                          onChange={({ currentTarget }) => change(line, { name_en: currentTarget.value })}
                        />
                        <TextField
                          label={t('edit.in_bangla', { label })}
                          lang="bn"
                          name={`facilities.${index}.name_bn`}
                          maxLength={80}
                          value={line.name_bn}
                          error={edit.error(`facilities.${index}.name_bn`)}
                          hint={line.name_en && !line.name_bn ? t('edit.untranslated') : undefined}
                          onChange={({ currentTarget }) => change(line, { name_bn: currentTarget.value })}
                        />
                      </div>
                      <p className={styles.foot}>
                        {rooms.length > 0 && <span>{count('facility.rooms', rooms.length)}</span>}
                        <Button
                          look="quiet"
                          aria-label={t('facility.remove', { name: nameOf(line) })}
                          onClick={() => (rooms.length > 0 ? setPendingRemoval(line) : remove(line))}
                        >
                          {t('facility.remove_yes')}
                        </Button>
                      </p>
                    </div>
                  )
                }}
              </Ordered>
            )}
            <div>
              <Button look="secondary" data-adds="" onClick={add}>
                {t('facility.add')}
              </Button>
            </div>
          </div>
        </Part>
      </EditForm>
      <Dialog
        open={pendingRemoval !== null}
        title={t('facility.remove_title', { name: pendingRemoval ? nameOf(pendingRemoval) : '' })}
        tone="warning"
        onClose={() => setPendingRemoval(null)}
      >
        {pendingRemoval && (
          <>
            <p>{t('facility.remove_text', { rooms: roomsOf(pendingRemoval).join(', ') })}</p>
            <div className={styles.choice}>
              <Button onClick={() => remove(pendingRemoval, true)}>{t('facility.remove_yes')}</Button>
              <Button look="secondary" onClick={() => setPendingRemoval(null)}>
                {t('facility.remove_keep')}
              </Button>
            </div>
          </>
        )}
      </Dialog>
      {group.id > 0 && <RemoveGroup group={group} />}
    </File>
  )
}

function RemoveGroup({ group }: { group: FacilityGroup }) {
  const { t, language } = useTranslator()
  const api = useApi<RoomsOfficeApi>()
  const [failure, setFailure] = useState('')
  async function remove() {
    try {
      await api.removeFacilityGroup({ id: group.id, version: group.version })
      navigate(officePages.facilities, language, 'replace')
    } catch (error) {
      setFailure((error instanceof ApiError && error.message) || t('edit.offline'))
    }
  }
  return (
    <Part title={t('facility.remove_group')}>
      {group.facilities.length > 0 ? (
        <p>{t('facility.not_empty')}</p>
      ) : (
        <div>
          <Button look="secondary" onClick={() => void remove()}>
            {t('facility.remove_group')}
          </Button>
        </div>
      )}
      {failure && <Failure>{failure}</Failure>}
    </Part>
  )
}
