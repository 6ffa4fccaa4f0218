/** What the server says of the desk. */
export const deskServer = {
  'desk.gone': 'This is no longer there. Look at the chart again.',
  'desk.changed_meanwhile':
    'Somebody has changed the stay of {name} meanwhile. Nothing was changed here: look at it again.',
  'desk.price_changed': 'The price has changed meanwhile. Nothing was done: look at it again.',
  'desk.parts': 'The nights of a stay follow one another, without a gap.',
  'desk.too_long': 'So long a stay is booked in two.',
  'desk.too_far': 'This is farther ahead than rooms are let.',
  'desk.past': 'Nights that are over stay as they were.',
  'desk.being_paid':
    'This stay is being paid just now, at the price it was offered for. It can be given a unit, nothing else.',
  'desk.sold_out': 'The last room of this kind was sold meanwhile. Nothing was changed.',
  'desk.sold_out_on': '{room} is sold out for {nights}. Nothing was changed.',
  'desk.unit_taken': 'Two want the same unit on the same night. Nothing was changed.',
  'desk.unit_taken_by': '{unit} is taken for {nights}: {name}. Nothing was changed.',
  'desk.unit_closed': '{unit} is closed for {nights}. Nothing was changed.',
  'desk.unit_out_of_use': '{unit} is out of use.',
  'desk.undo_over': 'This can no longer be undone.',
  'desk.undo_changed': 'The stay of {name} was changed since, so this can no longer be undone.',
  'desk.not_yet': 'This guest is to come on a later day. Change the dates first.',
  'desk.is_past': 'This stay is over.',
  'desk.needs_unit': 'Choose a room.',
  'desk.still_there': '{name} is still in this room.',
  'desk.out_of_service': 'This room cannot be used just now.',
  'desk.is_dirty': 'This room is not made yet.',
  'desk.no_email': 'To confirm it by letter an email address is needed.',
  'desk.unit_not_free': 'This room is not free on all of these nights.',
  'desk.arranged': 'Done.',
  'desk.undone': 'Undone.',
  'desk.day_not_next':
    '{day} is not the day that is to be closed next: somebody has closed it meanwhile, or one before it is open.',
  'desk.day_open': 'There is somebody of whom it must be said first whether they came, left or stay on.',
}
