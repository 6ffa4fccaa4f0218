/** The name of the bed field of a room in a booking of several rooms. A template here would put all `rooms.` texts on the page. */
export const bedFieldName = (index: number): string => ['rooms', index, 'bed'].join('.')
