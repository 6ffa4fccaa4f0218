import type { Page } from '../platform/page.tsx'
import { entry, type Registry } from '../platform/registry.ts'
import { roomsPage } from '../bookings/rooms-page.tsx'
import { pages } from '../urls.ts'
import type { Api } from './house.tsx'

const temporary: Page<Api, unknown> = { head: () => ({ title: 'temporary' }), View: () => <p>temporary</p> }

export const registry: Registry<Api> = {
  entries: [entry<Api, never>(pages.rooms, roomsPage as never)],
  notFound: temporary,
  failure: temporary,
}
