import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead } from '#ui/office/list.tsx'
import { SortableList } from '#ui/office/sortable-list.tsx'
import { PictureRow } from '#ui/office/picture-row.tsx'
import { useOrder } from '#ui/office/use-order.ts'
import { PageTabs } from '#ui/office/page-tabs.tsx'
import { officeHref } from '#routes/office.ts'
import { RoomPicture } from '../room-picture.tsx'
import type { OfficeRoom, OfficeRooms, RoomsOfficeApi } from './contract.ts'

/** The list of rooms, in the order that visitors see. */
export const roomsPage: Page<RoomsOfficeApi, OfficeRooms> = {
  load: ({ api }) => api.getOfficeRooms({}),
  head: (_, { t }) => ({ title: t('roomtype.title'), hidden: true }),
  View: RoomsView,
}

function RoomsView({ data }: { data: OfficeRooms }) {
  const { t } = useTranslator()
  const api = useApi<RoomsOfficeApi>()
  const [rooms, order] = useOrder(data, (ids) => api.orderRooms({ ids }))
  const addButton = <ButtonLink to={officeHref('room', 'new')}>{t('roomtype.add')}</ButtonLink>
  return (
    <>
      <ListHead title={t('roomtype.title')}>{rooms.length > 0 && addButton}</ListHead>
      <PageTabs page="rooms" />
      {rooms.length === 0 ? (
        <EmptyListMessage title={t('roomtype.none')} text={t('roomtype.none_text')} action={addButton} />
      ) : (
        <SortableList
          items={rooms}
          keyOf={({ id }) => String(id)}
          nameOf={({ name }) => name}
          onReorder={order}
          label={t('roomtype.title')}
        >
          {(room) => <RoomRow room={room} />}
        </SortableList>
      )}
    </>
  )
}

function RoomRow({ room: { id, name, picture, units, price, active } }: { room: OfficeRoom }) {
  const { t, count, money } = useTranslator()
  return (
    <PictureRow path={officeHref('room', id)} title={name} picture={<RoomPicture picture={picture} sizes="7rem" />}>
      <p>
        {count('roomtype.units', units)}, {t('roomtype.from', { price: money(price) })}
      </p>
      {!active && <Chip tone="waits">{t('roomtype.inactive')}</Chip>}
    </PictureRow>
  )
}
