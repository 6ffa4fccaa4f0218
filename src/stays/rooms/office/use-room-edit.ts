import { useApi, useRoute } from '#platform/pages/page.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { useAddedPath } from '#ui/office/record-address.ts'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { useProposedSlug } from '#ui/office/use-proposed-slug.ts'
import { officeHref } from '#routes/office.ts'
import type { RoomRecord, RoomsOfficeApi } from './contract.ts'
import { toForm, toRow } from './room-row.ts'

export type RoomEdit = ReturnType<typeof useRoomEdit>

/** Edits a room. A new room gets a slug from its name, and its own address once it is saved. */
export function useRoomEdit(record: RoomRecord) {
  const api = useApi<RoomsOfficeApi>()
  const office = useOffice()
  const edit = useEdit(toRow(record), {
    draft: `room ${record.id}`,
    load: async () => toRow(await api.getRoomRecord({ id: record.id })),
    async save(row) {
      const savedRoom = await api.saveRoom(toForm(record.id, row))
      office.show(savedRoom)
      return toRow(savedRoom)
    },
  })
  const isAdded = useRoute().params['id'] === 'new' && record.id > 0 && !edit.isDirty
  useAddedPath(isAdded ? officeHref('room', record.id) : null)
  useProposedSlug(record.id === 0, edit.row, edit.set)
  return edit
}
