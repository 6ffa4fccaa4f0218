import type { roomsServer as english } from '../en/rooms-server.ts'

export const roomsServer: Partial<Record<keyof typeof english, string>> = {
  'room.breakfast': 'সকালের নাশতা',
  'room.breakfast_price': 'জনপ্রতি {price}',
  'room.included': 'ভাড়ার মধ্যেই',
  'room.airport': 'বিমানবন্দর',
  'room.airport_value': '{km} কিলোমিটার, গাড়িতে {least} থেকে {most} মিনিট',
  'room.transfer': 'বিমানবন্দরের গাড়ি',
  'room.transfer_price': 'গাড়িপ্রতি {price}, একমুখী',
}
