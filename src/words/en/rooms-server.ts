/** What guests ask before they book, as the server says it. */
export const roomsServer = {
  'room.breakfast': 'Breakfast',
  'room.breakfast_price': '{price} for each guest',
  'room.included': 'Included in the price',
  'room.airport': 'To the airport',
  'room.airport_value': '{km} km, {least} to {most} minutes by car',
  'room.transfer': 'Airport transfer',
  'room.transfer_price': '{price} a car, one way',
} as const
