import { useEffect, useRef, useState } from 'react'
import { useApi, useRoute, useTranslator } from '#platform/pages/page.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { useAddedPath } from '#ui/office/record-address.ts'
import { useEdit, type Edit } from '#ui/office/edit/use-edit.ts'
import { officeHref } from '#routes/office.ts'
import { pickLocalizedName } from '#locales/localized-name.ts'
import type { FacilityGroup, RoomsOfficeApi } from './contract.ts'

/** A facility while it is edited. The key identifies new facilities, which have no ID yet. */
export interface FacilityLine {
  key: string
  id: number
  name_en: string
  name_bn: string
}

type GroupRow = ReturnType<typeof toRow>

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
  force_delete: [] as number[],
})

/** Edits a facility group. A new group gets its own address once it is saved. */
export function useGroupEdit(group: FacilityGroup) {
  const api = useApi<RoomsOfficeApi>()
  const office = useOffice()
  const edit = useEdit(toRow(group), {
    draft: `facilities ${group.id}`,
    load: async () => toRow(await api.getFacilityGroup({ id: group.id })),
    async save({ facilities, ...row }) {
      const savedGroup = await api.saveFacilityGroup({
        ...row,
        id: group.id,
        facilities: facilities.map(({ id, name_en, name_bn }) => ({ id, name_en, name_bn })),
      })
      office.show(savedGroup)
      return toRow(savedGroup)
    },
  })
  const isAdded = useRoute().params['id'] === 'new' && group.id > 0 && !edit.isDirty
  useAddedPath(isAdded ? officeHref('facilityGroup', group.id) : null)
  return edit
}

export type FacilityList = ReturnType<typeof useFacilityList>

/**
 * Adds, changes and removes the facilities of a group. Rooms that have a facility must be confirmed before removing
 * it.
 */
export function useFacilityList(group: FacilityGroup, { row, set }: Edit<GroupRow>) {
  const { t, language } = useTranslator()
  const [pendingRemoval, setPendingRemoval] = useState<FacilityLine | null>(null)
  const container = useRef<HTMLDivElement>(null)
  const isAdded = useRef(false)
  useEffect(() => {
    if (isAdded.current) [...container.current!.querySelectorAll<HTMLElement>('input[lang=en]')].at(-1)?.focus()
    isAdded.current = false
  }, [row.facilities.length])
  const listRooms = ({ id }: FacilityLine) => group.facilities.find((facility) => facility.id === id)?.rooms ?? []

  function removeLine(line: FacilityLine, isInUse: boolean) {
    setPendingRemoval(null)
    set({
      facilities: row.facilities.filter(({ key }) => key !== line.key),
      force_delete: isInUse ? [...row.force_delete, line.id] : row.force_delete,
    })
    container.current!.querySelector<HTMLElement>('[data-adds]')!.focus()
  }
  return {
    container,
    lines: row.facilities,
    roomsOf: listRooms,
    nameOf: (line: FacilityLine) =>
      pickLocalizedName(language, line) || t('facility.each', { place: row.facilities.indexOf(line) + 1 }),
    order: (facilities: FacilityLine[]) => set({ facilities }),
    add() {
      isAdded.current = true
      set({ facilities: [...row.facilities, { key: crypto.randomUUID(), id: 0, name_en: '', name_bn: '' }] })
    },
    change: (line: FacilityLine, patch: Partial<FacilityLine>) =>
      set({
        facilities: row.facilities.map((facility) =>
          facility.key === line.key ? { ...facility, ...patch } : facility,
        ),
      }),
    remove: (line: FacilityLine) => (listRooms(line).length > 0 ? setPendingRemoval(line) : removeLine(line, false)),
    /** The facility whose removal the user must confirm, because rooms still use it. */
    pendingRemoval,
    confirmRemoval: () => removeLine(pendingRemoval!, true),
    cancelRemoval: () => setPendingRemoval(null),
  }
}
